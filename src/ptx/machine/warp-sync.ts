/** Lanes of a warp that wait for each other at several instructions: at `bar.warp.sync`, and where they exchange values. */
import type { Operation } from './operation.ts';
import type { Split, Wait } from './split.ts';
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

type Gather = Extract<Wait, { kind: 'gather' }>;
type Gathering = Split & { readonly wait: Gather };

/**
 * Lanes that wait at several instructions with the same qualifiers and members exchange their values and go on, once all that live are
 * there (manual, `shfl.sync`: it waits until all have executed one "with the same qualifiers and same membermask value"). NVVM makes two
 * shuffles of one where the lanes before it took two ways.
 */
export function meetApart(warp: Warp, { at, members, exchange }: Gather, arriving: number): void {
  const meets = (s: Split): s is Gathering =>
    s.wait?.kind === 'gather' && s.wait.exchange !== null && s.wait.members === members && isAlike(s.wait.at, at);
  const lanesOf = (s: Split): number => (s === warp.current ? arriving : s.mask) & warp.live;
  const waiting = exchange === null ? [] : warp.splits.filter(meets);
  const all = waiting.reduce((lanes, s) => lanes | lanesOf(s), 0);
  const needed = members & warp.live;
  if (waiting.length < 2 || (all & needed) !== needed) return;
  for (const split of waiting) split.wait.exchange!.offer(warp, split.wait.at, lanesOf(split));
  for (const split of waiting) split.wait.exchange!.take(warp, split.wait.at, lanesOf(split), all);
  for (const split of waiting) goOn(warp, split);
  warp.cta.watch?.lanesExchanged(warp, all);
}

function isAlike({ source }: Operation, { source: other }: Operation): boolean {
  return source.opcode === other.opcode && source.modifiers.join() === other.modifiers.join();
}

function goOn(warp: Warp, split: Split): void {
  split.pc = split.wait!.at.pc + 1;
  split.wait = null;
  if (split === warp.current) warp.pc = split.pc;
}
