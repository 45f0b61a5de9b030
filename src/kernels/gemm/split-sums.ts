/** How the CTAs of a cluster add up their parts of K, in closed form: all sums into the ring's memory, some columns from everyone's. */
import { LANES, MATRIX_ROWS, WARPGROUP_THREADS } from '../../base/hardware.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { blockStores, consumerRow, type Leaving, steps } from './output-stores.ts';

/** Four sums of a thread: its part of an 8 x 8 block, and of the one below it. */
const SUMS_BYTES = 16;

/** Addresses in a cluster count the CTA's rank in their highest byte. */
const RANK_BYTES = 2 ** 24;
const inCluster = (rank: number, address: number | null): number | null =>
  address === null ? null : rank * RANK_BYTES + address;

export function splitSums(leaving: Leaving, c: number, cta: number): CtaAccess[] {
  const { build, size, corner, interval } = leaving;
  const { splits, consumers, tileN } = build;
  const threads = consumers * WARPGROUP_THREADS;
  const columns = steps(tileN, MATRIX_ROWS);
  const own = columns.length / splits;
  const first = (cta % splits) * own;
  const cornerOf = (thread: number) => {
    const row = consumerRow(build, Math.floor(thread / LANES));
    return row === null || corner.row + row >= size.m ? null : { row, column: 0 };
  };
  const placeOf = (block: number) => (thread: number) =>
    cornerOf(thread) === null ? null : (block * threads + thread) * SUMS_BYTES;
  const atSums = { widthBytes: SUMS_BYTES, interval } as const;
  // Behind the barrier of the cluster, of which the CTA's own shared memory is a part.
  const behind = { ...leaving, interval: interval + 1 };
  const loads = (block: number) =>
    Array.from({ length: splits }, (_, rank): CtaAccess => {
      const shape = { ...atSums, kind: 'load', interval: behind.interval } as const;
      if (rank === cta % splits) return { ...shape, space: 'shared', addressOf: placeOf(block) };
      const addressOf = (thread: number) => inCluster(rank, placeOf(block)(thread));
      return { ...shape, space: 'cluster', addressOf };
    });
  return [
    ...columns.map((_, block): CtaAccess => ({ ...atSums, space: 'shared', kind: 'store', addressOf: placeOf(block) })),
    ...columns
      .slice(first, first + own)
      .flatMap((column, i) => [...loads(first + i), ...blockStores(behind, c, { row: 0, column }, cornerOf)]),
  ];
}
