/** When no warp of a cluster can go on: who waits for what, and where. */

import { lowestBit32 } from '../../base/bits.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Cta } from './cta.ts';
import { placeOf, whereWords } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Split, Wait } from './split.ts';
import type { Warp } from './warp.ts';

type Waiter = Extract<Fault, { kind: 'deadlock' }>['waiters'][number];

/** A `barrier` fault where lanes of one warp wait apart from each other, a `deadlock` otherwise. */
export function stuckFault(cluster: readonly Cta[]): Fault {
  const warps = cluster.flatMap(cta => cta.warps);
  const waiters = warps.flatMap(warp => warp.splits.map(split => waiterOf(warp, split)));
  const apart = warps.find(w => w.splits.every(s => s.wait) && w.splits.some(waitsForLanes));
  return apart ? divergedFault(apart) : deadlockFault(cluster, waiters);
}

const waitsForLanes = ({ wait }: Split): boolean => wait?.kind === 'gather' || wait?.kind === 'warpSync';

const operationOf = (warp: Warp, split: Split): Operation =>
  split.wait?.at ?? warp.cta.grid.program.operations[split.pc];

const MATES: Readonly<Partial<Record<Wait['kind'], string>>> = {
  warpgroup: 'the other warps of its warpgroup',
  gather: 'the other lanes of its warp',
  warpSync: 'the other lanes of its warp',
};

function waiterOf(warp: Warp, split: Split): Waiter {
  const { grid, number, barriers, mbarriers, clusterBarrier, tensorMemory } = warp.cta;
  const { wait } = split;
  const who = { cta: number, warp: warp.index, lane: split.mask === warp.live ? -1 : lowestBit32(split.mask) };
  const waitsFor =
    wait?.kind === 'barrier'
      ? barriers.describe(wait.id)
      : wait?.kind === 'cluster'
        ? clusterBarrier!.missing
        : wait
          ? (MATES[wait.kind] ?? tensorMemory!.free)
          : split.polls !== null
            ? mbarriers!.describe(split.polls)
            : 'a value in memory that nobody writes (it spins)';
  return { who, place: placeOf(grid.files, operationOf(warp, split)), waitsFor, interval: warp.interval };
}

function deadlockFault(cluster: readonly Cta[], waiters: readonly Waiter[]): Fault {
  const [first] = waiters;
  const words = waiters.map(
    ({ place, who, interval, waitsFor }) =>
      `${whereWords(place, who)} (barrier interval ${interval}) waits for ${waitsFor}`,
  );
  const more = words.length > 3 ? `; and ${words.length - 3} more` : '';
  return {
    kind: 'deadlock',
    message: `No warp of ${namesOf(cluster)} can go on: ${words.slice(0, 3).join('; ')}${more}.`,
    place: first.place,
    who: first.who,
    waiters,
  };
}

function namesOf(cluster: readonly Cta[]): string {
  const numbers = cluster.map(cta => cta.number);
  return numbers.length === 1 ? `CTA ${numbers[0]}` : `the cluster of CTAs ${numbers.join(', ')}`;
}

function divergedFault(warp: Warp): Fault {
  const { grid, number } = warp.cta;
  const waiting = warp.splits.find(waitsForLanes)!;
  const { at } = waiting.wait!;
  const others = warp.splits.filter(s => s !== waiting).map(s => placeOf(grid.files, operationOf(warp, s)));
  const elsewhere = others.map(p => `'${p.instruction}' (${p.line > 0 ? `line ${p.line}` : `PTX line ${p.ptxLine}`})`);
  const place = placeOf(grid.files, at);
  const who = { cta: number, warp: warp.index, lane: lowestBit32(waiting.mask) };
  const message = `${whereWords(place, who)}: '${at.source.text}' needs all its lanes together, but the others wait at ${elsewhere.join(', ')}.`;
  return { kind: 'barrier', message, place, who };
}
