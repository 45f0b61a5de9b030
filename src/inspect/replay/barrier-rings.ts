/** The mbarriers of a compiled kernel as rings: neighbours in shared memory that are used in the same way. */
import { MBARRIER_BYTES } from '../../base/hardware.ts';
import type { BarrierRing } from '../../trace/scenario.ts';
import type { ReplayRole } from './replay-role.ts';

export interface MbarrierRing extends BarrierRing {
  /** Where its first mbarrier is. */
  readonly firstByte: number;
  /** Copies arrive there. */
  readonly isFilled: boolean;
  /** A role waits for the phase before the first one, so its places start there. */
  readonly hasPhaseBefore: boolean;
}

interface RingPosition {
  readonly ring: MbarrierRing;
  readonly stage: number;
}

interface Use {
  readonly byteOffset: number;
  readonly count: number;
  readonly isFilled: boolean;
  /** A role that copies waits there. */
  readonly isProducers: boolean;
  readonly hasPhaseBefore: boolean;
}

/** `mbarriers`: arrivals by place, of those that were initialised. */
export function barrierRings(roles: readonly ReplayRole[], mbarriers: ReadonlyMap<number, number>): MbarrierRing[] {
  const runs: Use[][] = [];
  for (const use of usesOf(roles, mbarriers)) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isNext(last, use)) runs.at(-1)!.push(use);
    else runs.push([use]);
  }
  const kinds = runs.map(([{ isFilled, isProducers }]) => (isFilled ? 'full' : isProducers ? 'empty' : 'barrier'));
  return runs.map((run, i) => ({
    name: numbered(kinds, i),
    stages: run.length,
    count: run[0].count,
    firstByte: run[0].byteOffset,
    isFilled: run[0].isFilled,
    hasPhaseBefore: run.some(({ hasPhaseBefore }) => hasPhaseBefore),
  }));
}

export function positionIn(rings: readonly MbarrierRing[], byteOffset: number): RingPosition {
  for (const ring of rings) {
    const stage = (byteOffset - ring.firstByte) / MBARRIER_BYTES;
    if (stage >= 0 && stage < ring.stages) return { ring, stage };
  }
  throw new Error(`No mbarrier was initialised at shared byte ${byteOffset}.`);
}

/** In the order of their places. */
function usesOf(roles: readonly ReplayRole[], mbarriers: ReadonlyMap<number, number>): Use[] {
  const [filled, producers, before] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { events } of roles) {
    const copies = events.some(({ action }) => action.kind === 'bulkCopy' || action.kind === 'copy');
    for (const { action } of events) {
      if (action.kind === 'bulkCopy') filled.add(action.barrier);
      if (action.kind === 'wait' && copies) producers.add(action.barrier);
      if (action.kind === 'wait' && action.phase < 0) before.add(action.barrier);
    }
  }
  return [...mbarriers]
    .sort(([a], [b]) => a - b)
    .map(([byteOffset, count]) => ({
      byteOffset,
      count,
      isFilled: filled.has(byteOffset),
      isProducers: producers.has(byteOffset),
      hasPhaseBefore: before.has(byteOffset),
    }));
}

const isNext = (a: Use, b: Use): boolean =>
  b.byteOffset - a.byteOffset === MBARRIER_BYTES &&
  a.count === b.count &&
  a.isFilled === b.isFilled &&
  a.isProducers === b.isProducers;

/** 'full', or 'full 1' and 'full 2'. */
export function numbered(names: readonly string[], i: number): string {
  const alike = names.filter(name => name === names[i]).length;
  return alike === 1 ? names[i] : `${names[i]} ${names.slice(0, i + 1).filter(name => name === names[i]).length}`;
}
