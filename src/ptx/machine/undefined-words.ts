/** Fills what nothing defines with made-up words. */
import type { UndefinedWords } from '../emulation.ts';

/** An odd number with bits everywhere: with one word in all places, their differences would stay zero, and computed places move alike. */
const MIX = 0x2c9277b5;

/** The word at a place, made from one word for all. */
export const wordOfPlace = (word: number, place: number): number => word ^ Math.imul(place, MIX);

/** The word, with other bytes at the mask. */
export const replaced = (word: number, mask: number, other: number): number => (word & ~mask) | (other & mask);

/** Word `place` of registers or results that nothing defines. */
export const openWord = ({ inRegisters, differ }: UndefinedWords, place: number): number =>
  differ ? wordOfPlace(inRegisters, place) : inRegisters;

/** Fills words up to `end` with one word, or with others made from it. */
export function fillUndefined(words: Int32Array, word: number, differ: boolean, end = words.length): void {
  if (word === 0 || !differ) words.fill(word, 0, end);
  else for (let i = 0; i < end; i++) words[i] = wordOfPlace(word, i);
}
