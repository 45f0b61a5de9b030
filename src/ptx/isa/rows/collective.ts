/** Instructions that the lanes of a member mask carry out together. */
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';

export const firstLane = (mask: number): number => 31 - Math.clz32(mask & -mask);

type Exchange = (warp: Warp, operation: Operation, mask: number) => void;

/** Runs `exchange` once all members are there. `members` is the slot of the member mask. */
export function collective(members: number, exchange: Exchange): Run {
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    if (!warp.gathered(operation, mask, warp.r[members + firstLane(mask)])) return 0;
    exchange(warp, operation, mask);
    return 0;
  };
}
