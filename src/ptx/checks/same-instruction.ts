/** Two lanes of one store that write different values to one byte: which of them stays is unspecified. */
import { MATRIX_ROW_BYTES } from '../../base/hardware.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';

export interface LaneConflict {
  readonly lane: number;
  readonly other: number;
  /** From the start of the CTA's shared memory. */
  readonly byteOffset: number;
  /** As floats the values differ by rounding only. */
  readonly isRounding: boolean;
}

const firstLane = (mask: number): number => 31 - Math.clz32(mask & -mask);

/** One by more than rounding, where there is one. */
export function sameInstructionConflict(warp: Warp, form: AccessForm, mask: number): LaneConflict | null {
  const { at } = warp;
  let rounding: LaneConflict | null = null;
  // All of one width and aligned to it: accesses overlap whole or not at all.
  const owner = new Map<number, number>();
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = firstLane(m);
    const other = owner.get(at[lane]);
    if (other === undefined) owner.set(at[lane], lane);
    else if (differs(warp, form, lane, other)) {
      const isRounding = differsByRounding(warp, form, mask, lane, other);
      const conflict = { lane, other, byteOffset: at[lane], isRounding };
      if (!isRounding) return conflict;
      rounding ??= conflict;
    }
  }
  return rounding;
}

/**
 * Whether the two are sums of the same numbers in another order: f32 numbers whose difference is small beside the largest that the
 * store has, as numbers that cancel leave the error of the large ones. A row of a matrix is four of them.
 */
function differsByRounding(warp: Warp, form: AccessForm, mask: number, lane: number, other: number): boolean {
  const { elementBytes, values } = form;
  if (elementBytes !== 4 && elementBytes !== MATRIX_ROW_BYTES) return false;
  const most = ROUNDING * largest(warp, form, mask);
  return values.every(slot => {
    for (let at = slot; at < slot + 8 * elementBytes; at += 32) {
      const [a, b] = [warp.f[at + lane], warp.f[at + other]];
      if (warp.r[at + lane] !== warp.r[at + other] && !(isNumber(a) && isNumber(b) && Math.abs(a - b) <= most)) {
        return false;
      }
    }
    return true;
  });
}

/** 64 times the distance of neighbours: Triton's reductions leave up to 8. */
const ROUNDING = 2 ** -17;
const SMALLEST_NORMAL = 2 ** -126;

/** Small integers are none. */
const isNumber = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= SMALLEST_NORMAL && Math.abs(value) < Number.POSITIVE_INFINITY);

/** Of the numbers that the lanes store. */
function largest({ f }: Warp, { values, elementBytes }: AccessForm, mask: number): number {
  let most = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = firstLane(m);
    for (const slot of values) {
      for (let at = slot; at < slot + 8 * elementBytes; at += 32) {
        if (isNumber(f[at + lane])) most = Math.max(most, Math.abs(f[at + lane]));
      }
    }
  }
  return most;
}

function differs({ r }: Warp, { values, elementBytes }: AccessForm, lane: number, other: number): boolean {
  const keep = elementBytes >= 4 ? -1 : 2 ** (8 * elementBytes) - 1;
  const words = Math.max(1, elementBytes / 4);
  return values.some(slot => {
    for (let i = 0; i < words; i++) {
      const at = slot + 32 * i;
      if (((r[at + lane] ^ r[at + other]) & keep) !== 0) return true;
    }
    return false;
  });
}
