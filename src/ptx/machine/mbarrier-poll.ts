/** What a wait at an mbarrier does to the split that waits. */
import type { Warp } from './warp.ts';

/** The running split has looked at mbarriers. One whose look was in vain, at the place given, lets others go first. */
export function pollMbarrier(warp: Warp, failedAt: number | null): void {
  const split = warp.current!;
  split.polls = failedAt;
  split.pollsAlone = failedAt !== null && !split.looksElsewhere;
  if (failedAt !== null) {
    warp.poll();
    warp.giveWay();
  }
  split.looksElsewhere = false;
}
