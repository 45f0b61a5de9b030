/** A small problem for a kernel: block, grid, and how many elements lie along each axis. */

import { roundUp } from '../../base/bits.ts';
import { LANES, MAX_CTA_THREADS } from '../../base/hardware.ts';
import type { Dim3 } from '../../trace/launch.ts';
import { AXES, type EntryOutline } from './module-outline.ts';

export interface ProblemShape {
  readonly block: Dim3;
  readonly grid: Dim3;
  /** Null where the kernel knows of none. */
  readonly cluster: Dim3 | null;
  /** Elements along each axis. */
  readonly extent: Dim3;
  /** Axes that the kernel uses: 0 to 3. */
  readonly rank: number;
  /** Guess for lengths without an axis: the range of a loop in each thread. */
  readonly inner: number;
}

/** Sizes that are settled already; each may be absent. */
export interface SettledShape {
  readonly block: Dim3 | null;
  readonly grid: Dim3 | null;
  readonly cluster: Dim3 | null;
  /** For each axis: the length from a scalar that bounds it. */
  readonly extent: readonly (number | null)[];
  /** For each axis: the number of CTAs from a scalar that is compared only with numbers of CTAs. */
  readonly ctas: readonly (number | null)[];
  /** For each axis: whether a scalar says how long it is, so that the kernel must handle a length that fills no CTA. */
  readonly isBounded: readonly boolean[];
}

/** Elements along an axis of a problem that has 0, 1, 2, 3 of them. */
const SIDES = [1, 1024, 64, 16] as const;
const INNER_SIDES = [32, 32, 64, 16] as const;
const THREADS = 256;
/** Along an axis that only CTAs are counted in: a batch. */
const BATCH = 4;
/** Smallest cluster in which a CTA has another one to reach. */
const SMALLEST_CLUSTER: Dim3 = [2, 1, 1];
const LARGEST_GRID: Dim3 = [2 ** 31 - 1, 65_535, 65_535];

export function problemShape(entry: EntryOutline, settled: SettledShape): ProblemShape {
  const { thread, cta } = entry.uses;
  const rank = AXES.filter(axis => thread.includes(axis) || cta.includes(axis)).length;
  const block = settled.block ?? guessBlock(entry, rank);
  const spans = AXES.map((_, i) => entry.tile[i] ?? block[i]);
  const extent = AXES.map((axis, i): number => {
    const [known, ctas] = [settled.extent[i], settled.ctas[i]];
    if (known !== null) return known;
    if (ctas !== null) return ctas * spans[i];
    if (settled.grid) return settled.grid[i] * spans[i];
    const isUneven = settled.isBounded[i] && !entry.movesWholeMatrices;
    const uneven = (length: number) => (isUneven ? unevenLength(length, spans[i]) : length);
    if (!cta.includes(axis)) return thread.includes(axis) ? uneven(block[i]) : 1;
    if (!thread.includes(axis)) return BATCH * (entry.tile[i] ?? 1);
    return uneven(Math.ceil(Math.max(SIDES[rank], 2 * spans[i]) / spans[i]) * spans[i]);
  });
  const ctas = extent.map((length, i) => ctasAlong(entry, i, length, spans[i]));
  const cluster = entry.requiredCluster ?? settled.cluster ?? (entry.clusterUse === 'shared' ? SMALLEST_CLUSTER : null);
  return {
    block,
    grid: settled.grid ?? dim3(ctas.map((n, i) => roundUp(n, cluster?.[i] ?? 1))),
    cluster,
    extent: dim3(extent),
    rank,
    inner: rank === 2 ? Math.max(INNER_SIDES[rank], extent[0]) : INNER_SIDES[rank],
  };
}

/** Elements that are missing at the end, so that 1024 become 1000, and 64 become 60. */
const MISSING = [24, 4, 3, 1] as const;

/** A little less, and no multiple of what the threads of a CTA cover: only so does a check of the length show that it is missing. */
function unevenLength(length: number, span: number): number {
  const less = MISSING.map(missing => length - missing);
  return less.find((short, i) => MISSING[i] <= length / 16 && short % span !== 0) ?? length;
}

/** `span`: elements that the threads of a CTA cover. */
function ctasAlong({ uses, tile }: EntryOutline, axis: number, length: number, span: number): number {
  if (!uses.cta.includes(AXES[axis])) return 1;
  const covered = uses.thread.includes(AXES[axis]) ? span : (tile[axis] ?? 1);
  return Math.min(LARGEST_GRID[axis], Math.max(1, Math.ceil(length / covered)));
}

function guessBlock(entry: EntryOutline, rank: number): Dim3 {
  if (entry.requiredBlock) return entry.requiredBlock;
  const most = Math.min(MAX_CTA_THREADS, entry.mostThreads ?? MAX_CTA_THREADS);
  const { thread } = entry.uses;
  const usual = thread.includes('z') ? [8, 8, 4] : thread.includes('y') ? usualPlane(entry, rank) : usualLine(entry);
  const wanted = AXES.map((axis, i) => (thread.includes(axis) || (i === 0 && rank === 0) ? usual[i] : 1));
  if (rank === 0) return [entry.leastThreads, 1, 1];
  // Starts at the last axis: full warps along x matter most.
  let left = most;
  return dim3(
    wanted.map((threads, i) => {
      const here = Math.max(1, Math.min(takenForGranted(entry, i) ?? threads, left, i === 2 ? 64 : left));
      left = Math.floor(left / here);
      return here;
    }),
  );
}

/**
 * Threads along an axis, as the code of the kernel has them. Where it was compiled for more of them than its tile has elements, the
 * tile is of its output: a CTA of 256 threads makes 128 columns.
 */
function takenForGranted({ rows, tile, uses, mostThreads }: EntryOutline, axis: number): number | null {
  if (rows?.axis === AXES[axis]) return rows.threads;
  if (!uses.thread.includes(AXES[axis])) return null;
  const isLine = uses.thread.length === 1 && axis === 0;
  return isLine && mostThreads !== null && (tile[axis] ?? 0) < mostThreads ? null : tile[axis];
}

/** Shared arrays of a plane of threads are nearly always square, of 16 or 32 a side. */
function usualPlane({ staticSharedBytes }: EntryOutline, rank: number): readonly number[] {
  if (rank < 2 || staticSharedBytes === 0) return [32, 8, 1];
  return staticSharedBytes < 32 * 32 * 4 ? [16, 16, 1] : [32, 32, 1];
}

/** Threads for which the kernel was compiled; otherwise no more than a shared array of one word each has room for. */
function usualLine({ staticSharedBytes, mostThreads, leastThreads }: EntryOutline): readonly number[] {
  if (mostThreads !== null) return [mostThreads, 1, 1];
  const words = staticSharedBytes / 4;
  const usual = words >= 64 && words < THREADS ? 2 ** Math.floor(Math.log2(words)) : THREADS;
  return [Math.max(usual, roundUp(leastThreads, LANES)), 1, 1];
}

const dim3 = ([x, y, z]: readonly number[]): Dim3 => [x, y, z];
