/** Accesses of other CTAs' shared memory, within a cluster. */
import { lowestBit32 } from '../../base/bits.ts';
import type { AccessForm } from './access-form.ts';
import { rankOfAddress } from './address-windows.ts';
import { reportBadLanes } from './bad-address.ts';
import { reportEnded } from './cluster-faults.ts';
import type { Cta } from './cta.ts';
import type { Move } from './lane-move.ts';
import { locateShared } from './locate.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Rank in the lane's address; it may be that of no CTA. */
const rankAt = ({ r }: Warp, { address, byteOffset }: AccessForm, lane: number): number =>
  rankOfAddress(r[address + lane] + byteOffset);

/** Lanes of `mask` whose addresses are in the shared memory of the CTA of that rank. */
export function lanesOfOwner(warp: Warp, form: AccessForm, rank: number, mask: number): number {
  let lanes = 0;
  for (let m = mask; m !== 0; m &= m - 1) if (rankAt(warp, form, lowestBit32(m)) === rank) lanes |= m & -m;
  return lanes;
}

/** No lane of `mask` has an address in its own CTA. The observer hears of all at once, the owners' checkers of their part. */
export function accessElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number, move: Move): void {
  const { cta } = warp;
  const parts: { readonly owner: Cta; readonly lanes: number }[] = [];
  let good = 0;
  for (let left = mask; left !== 0; ) {
    const rank = rankAt(warp, form, lowestBit32(left));
    const lanes = lanesOfOwner(warp, form, rank, left);
    left &= ~lanes;
    const owner = cta.cluster[rank];
    const here = owner ? reachable(warp, operation, form, lanes, owner) : 0;
    if (!owner) reportBadLanes(warp, operation, form, 'shared', lanes);
    else if (here !== 0) parts.push({ owner, lanes: here });
    good |= here;
  }
  if (good !== 0 && form.isObserved) cta.watch?.accessed(warp, operation, form, 'cluster', good);
  for (const { owner, lanes } of parts) {
    // Looking for the lanes of one owner has overwritten the places of another's.
    if (parts.length > 1) locateShared(warp, form, lanes, owner);
    if (form.isObserved) owner.watch?.accessedFromElsewhere(warp, operation, form, lanes);
    move(warp, operation, owner.shared, lanes, owner);
  }
}

/** Lanes of `mask` that may go on: those with good addresses, of a CTA that has not ended. */
function reachable(warp: Warp, operation: Operation, form: AccessForm, mask: number, owner: Cta): number {
  const bad = locateShared(warp, form, mask, owner);
  if (bad !== 0) reportBadLanes(warp, operation, form, 'shared', bad);
  if (owner.livingWarps > 0) return mask & ~bad;
  reportEnded(warp, operation, mask, owner);
  return 0;
}
