/** Effect of a wait at an mbarrier on the split that waits. */
import type { Warp } from './warp.ts';

/**
 * The running split has looked at mbarriers. One whose look was in vain, at the place given, lets others go first; where some of
 * its lanes have passed, they go on, and it does not count as one that waits.
 */
export function pollMbarrier(warp: Warp, failedAt: number | null, somePassed: boolean): void {
  const split = warp.current!;
  const waits = failedAt !== null && !somePassed;
  split.polls = waits ? failedAt : null;
  split.pollsAlone = waits && !split.looksElsewhere;
  if (failedAt !== null) {
    warp.poll();
    warp.giveWay();
  }
  split.looksElsewhere = false;
}
