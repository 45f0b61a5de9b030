/** `bar.warp.sync`: lanes of a warp that wait for each other, at the same instruction or at several. */
import type { Split } from './split.ts';
import type { Warp } from './warp.ts';

/** Lanes that wait with the same members go on once all of those that live are there. */
export function releaseWarpSync(warp: Warp, members: number, arriving: number): void {
  const waits = (s: Split) => s.wait?.kind === 'warpSync' && s.wait.members === members;
  const waiting = warp.splits.filter(waits);
  const there = waiting.reduce((lanes, s) => lanes | (s === warp.current ? arriving : s.mask), 0);
  const needed = members & warp.live;
  if ((there & needed) !== needed) return;
  for (const split of waiting) split.wait = null;
  warp.cta.watch?.warpSynchronised(warp, needed);
}
