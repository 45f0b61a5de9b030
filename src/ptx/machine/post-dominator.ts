/**
 * The other reconvergence policy, for tests: diverged lanes rejoin at the branch's immediate post-dominator, by a stack.
 * It knows no fairness; where it and lowest-pc-first give equal traces, the picture does not depend on the policy.
 */

import { immediatePostDominators } from './control-flow.ts';
import type { Operation } from './operation.ts';
import type { Program } from './program.ts';
import { type CallFrame, type Reconvergence, Split } from './split.ts';
import { NO_LIMIT, type Warp } from './warp.ts';

/** For each pc: where lanes rejoin; -1 if only the end of the function is common. */
function rejoinsOf({ functions, operations }: Program): Int32Array {
  const rejoins = new Int32Array(operations.length);
  functions.forEach(({ fn, firstPc }, i) => {
    const own = operations.slice(firstPc, functions[i + 1]?.firstPc).map(o => o.source);
    rejoins.set(
      immediatePostDominators(own, fn).map(pc => (pc < 0 ? -1 : firstPc + pc)),
      firstPc,
    );
  });
  return rejoins;
}

export const postDominator = (program: Program): Reconvergence => new PostDominator(program);

/** `warp.splits` is the stack, its top last; a split leaves when it reaches `rejoin` in the activation `rejoinFrame`. */
class PostDominator implements Reconvergence {
  readonly #rejoins: Int32Array;

  constructor(program: Program) {
    this.#rejoins = rejoinsOf(program);
  }

  diverge(warp: Warp, branch: Operation, taken: number, target: number): void {
    const current = warp.current!;
    const { frame } = current;
    const inside = this.#rejoins[branch.pc];
    // Lanes that only the end of a called function brings together meet where it returns to.
    const [rejoin, rejoinFrame] = inside < 0 && frame ? [frame.returnPc, frame.caller] : [inside, frame];
    const stay = below(new Split(warp.pc, warp.active & ~taken, frame), rejoin, rejoinFrame);
    const leave = below(new Split(target, taken, frame), rejoin, rejoinFrame);
    current.pc = rejoin;
    current.frame = rejoinFrame;
    warp.splits.push(stay, leave);
    enter(warp, leave);
  }

  call(warp: Warp, call: Operation, mask: number, frame: CallFrame): void {
    const current = warp.current!;
    const { returnPc, caller, site } = frame;
    const others = warp.active & ~mask;
    current.pc = returnPc;
    if (others !== 0) warp.splits.push(below(new Split(call.pc, others, caller), returnPc, caller));
    const inside = below(new Split(site.callee.firstPc, mask, frame), returnPc, caller);
    warp.splits.push(inside);
    enter(warp, inside);
  }

  settle(warp: Warp): void {
    const { current } = warp;
    if (current && !current.wait) current.pc = warp.pc;
    for (const split of warp.splits) split.mask &= warp.live;
    let top = warp.splits.at(-1);
    while (top && (top.mask === 0 || isBack(top))) {
      warp.splits.pop();
      top = warp.splits.at(-1);
    }
    if (!top) end(warp, 'done');
    else if (top.wait) end(warp, 'blocked');
    else enter(warp, top);
  }
}

function below(split: Split, rejoin: number, rejoinFrame: CallFrame | null): Split {
  split.rejoin = rejoin;
  split.rejoinFrame = rejoinFrame;
  return split;
}

const isBack = ({ pc, frame, rejoin, rejoinFrame }: Split): boolean =>
  rejoin >= 0 && pc === rejoin && frame === rejoinFrame;

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
  if (isBack(split)) warp.limit = -1;
}
