/** Stores of several lanes or warps to one place whose values differ, and may be sums of the same numbers in another order. */
import { MATRIX_ROW_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';
import type { Store } from './same-value.ts';

const SMALLEST_NORMAL = 2 ** -126;
/** One word as a float. */
const FLOAT = new Float32Array(1);
const WORD = new Int32Array(FLOAT.buffer);

export function floatOf(word: number): number {
  WORD[0] = word;
  return FLOAT[0];
}

/** Small integers are none. */
const isNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= SMALLEST_NORMAL && Math.abs(value) < Number.POSITIVE_INFINITY);

/** A row of a matrix, which compilers store four floats with, is four words. */
const holdsFloats = ({ elementBytes }: AccessForm): boolean =>
  elementBytes === WORD_BYTES || elementBytes === MATRIX_ROW_BYTES;

/** A word of a store that differs from another lane's: in the planes of that register word, by so much. */
export interface FloatDifference {
  readonly slot: number;
  readonly by: number;
}

/** The largest difference of what two lanes of a store write; null if bytes differ that are no float. */
export function widestDifference(
  { f, r }: Warp,
  form: AccessForm,
  lane: number,
  other: number,
): FloatDifference | null {
  if (!holdsFloats(form)) return null;
  let widest: FloatDifference = { slot: form.values[0], by: 0 };
  for (const first of form.values) {
    for (let slot = first; slot < first + 8 * form.elementBytes; slot += 32) {
      if (r[slot + lane] === r[slot + other]) continue;
      if (!isNumber(f[slot + lane]) || !isNumber(f[slot + other])) return null;
      const by = Math.abs(f[slot + lane] - f[slot + other]);
      if (by > widest.by) widest = { slot, by };
    }
  }
  return widest;
}

/** The register word of a float that the store's lane is about to write over another; null where one of them is none. */
export function slotOverFloat({ warp, form, memory, lane, shift }: Store, cell: number): number | null {
  if (!holdsFloats(form)) return null;
  const offset = ((cell << shift) & -WORD_BYTES) - warp.at[lane];
  const slot = form.values[Math.floor(offset / form.elementBytes)] + 8 * (offset % form.elementBytes);
  const before = floatOf(memory.i32[(warp.at[lane] + offset) / WORD_BYTES]);
  return isNumber(before) && isNumber(warp.f[slot + lane]) ? slot : null;
}
