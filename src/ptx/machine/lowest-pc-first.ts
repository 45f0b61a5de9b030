/**
 * Divergence without a control-flow graph: of the splits that can run, the one with the lowest pc goes first, and splits
 * that meet at a pc merge. Code of a called function comes before its caller's, wherever it lies. A split that gave way
 * (a spin) comes after all others.
 */
import { isSameActivation, type Reconvergence, Split } from './split.ts';
import { NO_LIMIT, type Warp } from './warp.ts';

export const lowestPcFirst: Reconvergence = {
  diverge(warp, _branch, taken, target) {
    const current = warp.current!;
    const other = new Split(target, taken, current.frame);
    other.turn = current.turn;
    warp.splits.push(other);
    warp.active &= ~taken;
    warp.limit = -1;
  },

  call(warp, call, mask, frame) {
    const current = warp.current!;
    const others = warp.active & ~mask;
    if (others !== 0) {
      const waiting = new Split(call.pc, others, current.frame);
      waiting.turn = current.turn;
      warp.splits.push(waiting);
    }
    current.frame = frame;
    warp.active = mask;
    warp.pc = frame.site.callee.firstPc;
    warp.limit = -1;
  },

  settle(warp) {
    const { current } = warp;
    if (current && !current.wait) current.pc = warp.pc;
    if (current) current.mask = warp.active;
    const splits = merged(warp.splits);
    warp.splits = splits;
    const next = best(splits, warp.live);
    if (!next) {
      warp.current = null;
      warp.active = 0;
      warp.state = splits.length === 0 ? 'done' : 'blocked';
      return;
    }
    next.wait = null;
    resume(warp, next);
  },
};

function resume(warp: Warp, split: Split): void {
  warp.current = split;
  warp.active = split.mask;
  warp.pc = split.pc;
  warp.state = 'ready';
  let limit = NO_LIMIT;
  for (const other of warp.splits) {
    if (other === split || other.pc <= split.pc || other.pc >= limit) continue;
    if (isOpen(other) && isSameActivation(other.frame, split.frame)) limit = other.pc;
  }
  warp.limit = limit;
}

/** A split that others may join: it runs, or waits for them. */
const isOpen = (split: Split): boolean => split.wait === null || split.wait.kind === 'gather';

/** Joins open splits of equal pc and activation; drops those whose lanes have all exited. */
function merged(splits: Split[]): Split[] {
  if (splits.length === 1 && splits[0].mask !== 0) return splits;
  const kept: Split[] = [];
  for (const split of splits) {
    if (split.mask === 0) continue;
    const twin = kept.find(
      k => k.pc === split.pc && isOpen(k) && isOpen(split) && isSameActivation(k.frame, split.frame),
    );
    if (!twin) kept.push(split);
    else {
      twin.mask |= split.mask;
      twin.turn = Math.min(twin.turn, split.turn);
      twin.wait ??= split.wait;
    }
  }
  return kept;
}

const canRun = (split: Split, live: number): boolean => {
  if (split.wait === null) return true;
  if (split.wait.kind !== 'gather') return false;
  const needed = split.wait.members & live;
  return (split.mask & needed) === needed;
};

function best(splits: readonly Split[], live: number): Split | null {
  let choice: Split | null = null;
  for (const split of splits) if (canRun(split, live) && (!choice || goesBefore(split, choice))) choice = split;
  return choice;
}

function goesBefore(a: Split, b: Split): boolean {
  if (a.turn !== b.turn) return a.turn < b.turn;
  const depth = (a.frame?.depth ?? 0) - (b.frame?.depth ?? 0);
  return depth === 0 ? a.pc < b.pc : depth > 0;
}
