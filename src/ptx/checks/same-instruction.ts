/** Two lanes of one store that write different values to one byte: which of them stays is unspecified. */
import type { AccessForm } from '../machine/access-form.ts';
import type { Warp } from '../machine/warp.ts';
import { type FloatDifference, widestDifference } from './rounding.ts';
import { laneOfPlace, pcOf } from './shadow.ts';

export interface LaneConflict {
  readonly lane: number;
  readonly other: number;
  /** Offset from the start of the CTA's shared memory. */
  readonly byteOffset: number;
  /** Null where what differs is no float. */
  readonly floats: FloatDifference | null;
}

const firstLane = (mask: number): number => 31 - Math.clz32(mask & -mask);

/** One of what is no float, where there is one; else the widest. */
export function sameInstructionConflict(warp: Warp, form: AccessForm, mask: number): LaneConflict | null {
  const { at } = warp;
  let widest: LaneConflict | null = null;
  // All of one width and aligned to it: accesses overlap whole or not at all.
  const owner = new Map<number, number>();
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = firstLane(m);
    const other = owner.get(at[lane]);
    if (other === undefined) owner.set(at[lane], lane);
    else if (differs(warp, form, lane, other)) {
      const floats = widestDifference(warp, form, lane, other);
      if (floats === null) return { lane, other, byteOffset: at[lane], floats };
      if (floats.by > (widest?.floats?.by ?? -1)) widest = { lane, other, byteOffset: at[lane], floats };
    }
  }
  return widest;
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

/**
 * Whether a mark of device memory is of the execution that marks its lanes, upwards, as far as `place`: a lane that stored the byte in
 * an earlier round of a loop does not store it in this one, or later.
 */
export function isOfExecution(
  { at }: Warp,
  { widthBytes }: AccessForm,
  mask: number,
  mark: number,
  place: number,
  byteOffset: number,
): boolean {
  if (pcOf(mark) !== pcOf(place)) return false;
  const lane = laneOfPlace(mark);
  const isActive = lane <= laneOfPlace(place) && ((mask >>> lane) & 1) === 1;
  return isActive && byteOffset >= at[lane] && byteOffset < at[lane] + widthBytes;
}
