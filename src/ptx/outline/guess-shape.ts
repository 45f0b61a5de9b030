/** A small problem for a kernel: block, grid, and how many elements lie along each axis. */

import { roundUp } from '../../base/bits.ts';
import type { Dim3 } from '../../trace/launch.ts';
import { dim3, guessBlock } from './guess-block.ts';
import { AXES, type EntryOutline, type GridAxis } from './module-outline.ts';
import { roomOf } from './thread-room.ts';

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
  /** Axes, those along which there are fewer elements behind others. */
  readonly longestFirst: readonly number[];
}

/** Elements along an axis of a problem that has 0, 1, 2, 3 of them. */
const SIDES = [1, 1024, 64, 16] as const;
const INNER_SIDES = [32, 32, 64, 16] as const;
/** Along an axis that only CTAs are counted in: a batch. */
const BATCH = 4;
/** Smallest cluster in which a CTA has another one to reach. */
const SMALLEST_CLUSTER: Dim3 = [2, 1, 1];
const NO_LIMIT: Dim3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
const ONE: Dim3 = [1, 1, 1];
const LARGEST_GRID: Dim3 = [2 ** 31 - 1, 65_535, 65_535];

export function problemShape(entry: EntryOutline, settled: SettledShape): ProblemShape {
  const { thread, cta } = entry.uses;
  const rank = AXES.filter(axis => thread.includes(axis) || cta.includes(axis)).length;
  const room = roomOf(entry);
  const block = settled.block ?? guessBlock(entry, room);
  const inRoom = room?.ctas() ?? NO_LIMIT;
  const mostCtas = AXES.map((axis, i) => Math.min(inRoom[i], mostElements(entry, axis)));
  const waits = entry.params.some(({ use }) => use.kind === 'pointer' && use.polled);
  const leastCtas = room?.leastCtas(waits) ?? ONE;
  const spans = AXES.map((_, i) => entry.tile[i] ?? block[i]);
  const extent = [0, 0, 0];
  for (const i of settled.longestFirst) {
    const axis = AXES[i];
    const isUneven = settled.isBounded[i] && !entry.movesWholeMatrices;
    const uneven = (length: number) => (isUneven ? unevenLength(length, spans[i], extent) : length);
    const guess = (): number => {
      if (!cta.includes(axis)) return thread.includes(axis) ? uneven(block[i]) : 1;
      const tile = entry.tile[i] ?? 1;
      // Rows of tiles, which threads along another axis share out among themselves.
      if (!thread.includes(axis) && tile > 1 && isUneven) return uneven(Math.min(2, mostCtas[i]) * tile);
      if (!thread.includes(axis)) return Math.min(BATCH, mostCtas[i]) * tile;
      const wanted = Math.ceil(Math.max(SIDES[rank], 2 * spans[i]) / spans[i]);
      return uneven(Math.min(wanted, mostCtas[i]) * spans[i]);
    };
    const [known, ctas] = [settled.extent[i], settled.ctas[i]];
    const ofGrid = ctas ?? settled.grid?.[i];
    extent[i] = known ?? (ofGrid === undefined ? guess() : ofGrid * spans[i]);
  }
  const ctas = extent.map((length, i) => Math.max(leastCtas[i], ctasAlong(entry, i, length, spans[i])));
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

/** Elements of the shortest array among the parameters that CTAs along an axis have one each of. */
const mostElements = ({ params }: EntryOutline, axis: GridAxis): number =>
  Math.min(
    ...params
      .flatMap(({ use }) => (use.kind === 'struct' ? use.fields : []))
      .flatMap(({ array }) => (array?.ctas.includes(axis) ? [array.count] : [])),
  );

/** Elements that are missing at the end, so that 1024 become 1000, and 64 become 60. */
const MISSING = [24, 4, 3, 1] as const;
/** Sixteenths that are missing further along other axes, so that 64 rows become 52, and 16 planes 11. */
const MISSING_BESIDE = [3, 5] as const;

/**
 * A little less, and no multiple of what the threads of a CTA cover: only so does a check of the length show that it is missing.
 * Less than along the axes before: only then do rows that were taken for columns.
 */
function unevenLength(length: number, span: number, before: readonly number[]): number {
  const isFree = (short: number): boolean => short > 0 && short % span !== 0;
  const less = MISSING.filter(missing => missing <= length / 16).map(missing => length - missing);
  const uneven = less.find(isFree) ?? length;
  if (!before.includes(uneven)) return uneven;
  const other = MISSING_BESIDE.map(part => length - Math.ceil((part * length) / 16));
  return other.find(short => isFree(short) && !before.includes(short)) ?? uneven;
}

/** `span`: elements that the threads of a CTA cover. */
function ctasAlong({ uses, tile }: EntryOutline, axis: number, length: number, span: number): number {
  if (!uses.cta.includes(AXES[axis])) return 1;
  const covered = uses.thread.includes(AXES[axis]) ? span : (tile[axis] ?? 1);
  return Math.min(LARGEST_GRID[axis], Math.max(1, Math.ceil(length / covered)));
}
