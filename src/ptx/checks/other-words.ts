/** What racing loads could have brought otherwise: the word on the other side of a write, or one made up for the lane. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';

/** An odd number with bits everywhere: with one word in all lanes, computed places would all move alike. */
const MIX = 0x2c9277b5;

export const wordOfLane = (word: number, lane: number): number => word ^ Math.imul(lane, MIX);

/** The word of memory that a write of the lane changes at the byte, and what it will be; null where registers of one lane do not tell. */
export function wordsOf(
  memory: Int32Array,
  { r, at }: Warp,
  { kind, values, elementBytes }: AccessForm,
  lane: number,
  byte: number,
): [number, number | null] {
  const before = memory[byte >> 2];
  if (kind !== 'store') return [before, null];
  const inside = byte - at[lane];
  const value = r[values[Math.floor(inside / elementBytes)] + 32 * ((inside % elementBytes) >> 2) + lane];
  if (elementBytes >= WORD_BYTES) return [before, value];
  const [mask, shift] = [2 ** (8 * elementBytes) - 1, 8 * (byte & 3)];
  return [before, (before & ~(mask << shift)) | ((value & mask) << shift)];
}

/** What a load of so many bytes makes of a word of memory. */
export function loadedFrom(word: number, byte: number, bytes: number, isSigned: boolean): number {
  if (bytes >= WORD_BYTES) return word;
  const unused = 32 - 8 * bytes;
  const high = (word >>> (8 * (byte & 3))) << unused;
  return isSigned ? high >> unused : high >>> unused;
}
