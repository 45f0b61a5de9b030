/** Sums of the same numbers in another order: floats that lanes keep several times, and that differ by rounding. */
import { MATRIX_ROW_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';
import type { Store } from './same-value.ts';

/** 512 times the distance of neighbours: Triton's reductions were seen to leave up to 128. */
const ROUNDING = 2 ** -14;
const SMALLEST_NORMAL = 2 ** -126;
/** One word as a float. */
const FLOAT = new Float32Array(1);
const WORD = new Int32Array(FLOAT.buffer);

/** Small integers are none. */
const isNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= SMALLEST_NORMAL && Math.abs(value) < Number.POSITIVE_INFINITY);

const isClose = (a: number, b: number, most: number): boolean => isNumber(a) && isNumber(b) && Math.abs(a - b) <= most;

/** A row of a matrix, which compilers store four floats with, is four words. */
const holdsFloats = ({ elementBytes }: AccessForm): boolean =>
  elementBytes === WORD_BYTES || elementBytes === MATRIX_ROW_BYTES;

/** What two sums may differ by: numbers that cancel leave the error of the largest ones. */
function mostOf({ f }: Warp, { values, elementBytes }: AccessForm, mask: number): number {
  let most = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = 31 - Math.clz32(m & -m);
    for (const slot of values) {
      for (let at = slot; at < slot + 8 * elementBytes; at += 32) {
        if (isNumber(f[at + lane])) most = Math.max(most, Math.abs(f[at + lane]));
      }
    }
  }
  return ROUNDING * most;
}

/** Whether what two lanes of a store write are such sums. */
export function differByRounding(warp: Warp, form: AccessForm, mask: number, lane: number, other: number): boolean {
  if (!holdsFloats(form)) return false;
  const { f, r } = warp;
  const most = mostOf(warp, form, mask);
  return form.values.every(slot => {
    for (let at = slot; at < slot + 8 * form.elementBytes; at += 32) {
      if (r[at + lane] !== r[at + other] && !isClose(f[at + lane], f[at + other], most)) return false;
    }
    return true;
  });
}

/** Whether memory holds such a sum where the store's lane is about to write its own. */
export function keepsUpToRounding({ warp, form, memory, lane, shift, mask }: Store, cell: number): boolean {
  if (!holdsFloats(form)) return false;
  const offset = ((cell << shift) & -WORD_BYTES) - warp.at[lane];
  const element = Math.floor(offset / form.elementBytes);
  const slot = form.values[element] + 8 * (offset % form.elementBytes);
  WORD[0] = memory.i32[(warp.at[lane] + offset) / WORD_BYTES];
  return isClose(FLOAT[0], warp.f[slot + lane], mostOf(warp, form, mask));
}
