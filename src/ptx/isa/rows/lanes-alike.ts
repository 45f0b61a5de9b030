/** Finds the lanes that go the same way, if each lane has a target of its own. */
import { lowestBit32 } from '../../../base/bits.ts';

/** Lanes of `mask` (never 0) whose word of the plane at `slot` is that of the lowest one. */
export function lanesAlike(r: Int32Array, slot: number, mask: number): number {
  const word = r[slot + lowestBit32(mask)];
  let same = 0;
  for (let m = mask; m !== 0; m &= m - 1) if (r[slot + lowestBit32(m)] === word) same |= m & -m;
  return same;
}
