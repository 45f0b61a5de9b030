/** What racing loads could have brought otherwise: the word on the other side of a write, or one made up for the lane. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';

/**
 * Words on both sides of writes. Atomics follow one another with nothing between them that a load would wait for: on the far side of one
 * lies what was there before the first.
 */
export class WordsAround {
  /** By word of memory. */
  readonly #first = new Map<number, number>();

  /** The word that a write of the lane changes at the byte, and what it will be; null where registers of one lane do not tell. */
  of(memory: Int32Array, warp: Warp, form: AccessForm, lane: number, byte: number): [number, number | null] {
    const [before, after] = wordsOf(memory, warp, form, lane, byte);
    const word = byte >> 2;
    if (form.effect !== 'update') {
      this.#first.delete(word);
      return [before, after];
    }
    const first = this.#first.get(word) ?? before;
    this.#first.set(word, first);
    return [first, after];
  }
}

function wordsOf(
  memory: Int32Array,
  warp: Warp,
  form: AccessForm,
  lane: number,
  byte: number,
): [number, number | null] {
  const { r, at } = warp;
  const { kind, values, elementBytes } = form;
  const before = memory[byte >> 2];
  const inside = byte - at[lane];
  if (kind === 'atomic' && values.length === 2) return [before, swappedFor(memory, warp, form, lane, byte)];
  if (kind !== 'store') return [before, null];
  const value = r[values[Math.floor(inside / elementBytes)] + 32 * ((inside % elementBytes) >> 2) + lane];
  if (elementBytes >= WORD_BYTES) return [before, value];
  const [mask, shift] = [2 ** (8 * elementBytes) - 1, 8 * (byte & 3)];
  return [before, (before & ~(mask << shift)) | ((value & mask) << shift)];
}

/** What a compare-and-swap leaves; null where its lane finds another value, or one of fewer bytes than a word. */
function swappedFor(
  memory: Int32Array,
  { r, at }: Warp,
  { values: [compared, swapped], elementBytes }: AccessForm,
  lane: number,
  byte: number,
): number | null {
  for (let plane = 0; plane < elementBytes / WORD_BYTES; plane++)
    if (memory[(at[lane] >> 2) + plane] !== r[compared + 32 * plane + lane]) return null;
  return elementBytes < WORD_BYTES ? null : r[swapped + 32 * ((byte - at[lane]) >> 2) + lane];
}

/** What a load of so many bytes makes of a word of memory. */
export function loadedFrom(word: number, byte: number, bytes: number, isSigned: boolean): number {
  if (bytes >= WORD_BYTES) return word;
  const unused = 32 - 8 * bytes;
  const high = (word >>> (8 * (byte & 3))) << unused;
  return isSigned ? high >> unused : high >>> unused;
}
