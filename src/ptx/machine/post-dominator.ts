/**
 * The other reconvergence policy, for tests: diverged lanes rejoin at the branch's immediate post-dominator, by a stack.
 * It knows neither fairness nor calls; where it and lowest-pc-first give equal traces, the picture does not depend on the policy.
 */

import { immediatePostDominators } from './control-flow.ts';
import type { Program } from './program.ts';
import { NO_LIMIT, type Reconvergence, Split, type Warp } from './warp.ts';

/** `warp.splits` is the stack, its top last; a split leaves when it reaches `rejoin`. */
export function postDominator(program: Program): Reconvergence {
  const rejoins = immediatePostDominators(
    program.operations.map(o => o.source),
    program.entry,
  );
  return {
    diverge(warp, branch, taken, target) {
      const rejoin = rejoins[branch.pc];
      const current = warp.current!;
      const stay = new Split(warp.pc, warp.active & ~taken, current.frame);
      const leave = new Split(target, taken, current.frame);
      stay.rejoin = rejoin;
      leave.rejoin = rejoin;
      current.pc = rejoin;
      warp.splits.push(stay, leave);
      warp.current = leave;
      enter(warp, leave);
    },

    settle(warp) {
      const { current } = warp;
      if (current && !current.wait) current.pc = warp.pc;
      for (const split of warp.splits) split.mask &= warp.live;
      for (;;) {
        const top = warp.splits.at(-1);
        if (!top) return end(warp, 'done');
        if (top.mask !== 0 && (top.pc !== top.rejoin || top.rejoin < 0)) break;
        warp.splits.pop();
      }
      const top = warp.splits.at(-1)!;
      if (top.wait) return end(warp, 'blocked');
      enter(warp, top);
    },
  };
}

function end(warp: Warp, state: 'done' | 'blocked'): void {
  warp.current = null;
  warp.active = 0;
  warp.state = state;
}

function enter(warp: Warp, split: Split): void {
  warp.current = split;
  warp.active = split.mask;
  warp.pc = split.pc;
  warp.state = 'ready';
  // A jump to the join, backwards too, settles by itself since there is more than one split.
  warp.limit = split.rejoin > split.pc ? split.rejoin : NO_LIMIT;
  if (split.pc === split.rejoin) warp.limit = -1;
}
