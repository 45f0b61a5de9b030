/** The grids of `tile-v.cu` and `tile-odd.cu`, of blocks along two pairs and every other dimension, and of `rows-odd.cu`; and where a CTA's block starts. */
import { bothGoOn, type TileLengths, type TileSides } from '../../model/permute/time/tile-sides.ts';
import { dimWords, divisorWords } from './divisor-words.ts';
import type { TensorDim } from './tensor-dims.ts';

/** From 0 on. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** What the grid counts. Steps count elements; those along a pair are counted there. */
interface GridDim {
  readonly count: number;
  readonly inStep: number;
  readonly outStep: number;
  readonly acrossStep: number;
  readonly downStep: number;
  /** How far apart neighbours lie in the output: what the order follows. */
  readonly apart: number;
}

/** Where a CTA's block starts. */
export interface TileStart {
  readonly input: number;
  readonly output: number;
  readonly across: number;
  readonly down: number;
}

/** Two dimensions that follow each other in memory on one side, with their strides on the other. */
export interface TilePair {
  readonly length: number;
  readonly total: number;
  readonly first: number;
  readonly strides: readonly [number, number];
}

export interface TilePairs {
  readonly across: TilePair;
  readonly down: TilePair;
}

interface Block {
  readonly sides: TileSides;
  readonly lengths: TileLengths;
  /** How many there are along both pairs, where more than cover them are needed. */
  readonly blocks?: readonly [across: number, down: number];
  /** Blocks come in the order of the input's rows where so few make one; 0 if it is left out. */
  readonly fewAcross?: number;
}

export function pairsOf({ sides, lengths }: Block, dims: readonly TensorDim[]): TilePairs {
  const pairOf = (
    length: number,
    [first, next]: readonly [number, number | null],
    stride: 'inStride' | 'outStride',
  ): TilePair => ({
    length,
    total: dims[first].extent * (next === null ? 1 : dims[next].extent),
    first: dims[first].extent,
    strides: [dims[first][stride], next === null ? 0 : dims[next][stride]],
  });
  return {
    across: pairOf(lengths[0], sides.across, 'outStride'),
    down: pairOf(lengths[1], sides.down, 'inStride'),
  };
}

/** Where element `at` of a pair lies on the other side. */
export const besides = ({ first, strides }: TilePair, at: number): number =>
  (at % first) * strides[0] + Math.floor(at / first) * strides[1];

/**
 * The order that was fastest on average. Runs of the output are neighbours of runs that have just been written; where other blocks
 * would come between those along the input's side, and both sides go on, blocks along the sides come first: so both halves of a pair of
 * lines are read at about the same time. It took longer where the input's side goes on in a dimension that is farther in the output than its
 * first. Blocks of odd lengths, which have `fewAcross`, were not measured in that order.
 */
export function gridOf(
  { sides, blocks, fewAcross = 0 }: Block,
  dims: readonly TensorDim[],
  { across, down }: TilePairs,
): GridDim[] {
  const counts = blocks ?? [blocksAlong(across), blocksAlong(down)];
  const inPairs = new Set<number | null>([...sides.across, ...sides.down]);
  const others = dims.filter((_, dim) => !inPairs.has(dim)).map(wholeDim);
  const isRowFirst = sides.across[1] === null && counts[0] <= fewAcross;
  const along = { inStep: 0, outStep: 0, acrossStep: 0, downStep: 0 };
  const all: GridDim[] = [
    { ...along, count: counts[1], downStep: down.length, apart: down.length },
    { ...along, count: counts[0], acrossStep: across.length, apart: isRowFirst ? 0 : apartAcross(across) },
    ...others,
  ];
  const sorted = all.filter(({ count }) => count > 1).toSorted((a, b) => a.apart - b.apart);
  const isBetween = sorted.findIndex(({ acrossStep }) => acrossStep > 0) > Number(counts[1] > 1);
  const goesOnFarther = across.strides[1] > across.strides[0];
  if (fewAcross > 0 || !bothGoOn(sides) || !isBetween || goesOnFarther) return sorted;
  const rank = ({ acrossStep, downStep }: GridDim) => (acrossStep > 0 ? 0 : downStep > 0 ? 1 : 2);
  return sorted.toSorted((a, b) => rank(a) - rank(b));
}

interface Boxes {
  readonly lengths: ReadonlyMap<number, number>;
  readonly cuts: readonly [across: number | null, down: number | null];
}

/** Boxes in the order of the output, along the dimensions that they cut and through all others. */
export const boxGrid = ({ lengths, cuts }: Boxes, dims: readonly TensorDim[]): GridDim[] =>
  dims
    .map(({ extent, inStride, outStride }, dim): GridDim => {
      const length = lengths.get(dim) ?? 1;
      return {
        ...{ count: Math.ceil(extent / length), inStep: inStride * length, outStep: outStride * length },
        ...{ acrossStep: dim === cuts[0] ? length : 0, downStep: dim === cuts[1] ? length : 0 },
        apart: outStride * length,
      };
    })
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => a.apart - b.apart);

/** Rows in the order of the output: every dimension but the fastest one, which is the last. */
export const rowsGrid = (dims: readonly TensorDim[]): GridDim[] =>
  dims
    .slice(0, -1)
    .map(wholeDim)
    .toSorted((a, b) => a.apart - b.apart);

/** A dimension that is no side of a block. */
const wholeDim = ({ extent, inStride, outStride }: TensorDim): GridDim => ({
  ...{ count: extent, inStep: inStride, outStep: outStride, acrossStep: 0, downStep: 0, apart: outStride },
});

/** Elements of the output from one block along the input's side to the next. One that goes on in a second dimension steps along that. */
const apartAcross = ({ length, first, strides }: TilePair): number =>
  strides[1] > 0 ? strides[1] : strides[0] * Math.min(length, first);

const blocksAlong = ({ total, length }: TilePair): number => Math.ceil(total / length);

export const ctasIn = (grid: readonly GridDim[]): number => grid.reduce((ctas, { count }) => ctas * count, 1);

export function tileStart(grid: readonly GridDim[], cta: number): TileStart {
  const start = { input: 0, output: 0, across: 0, down: 0 };
  let number = cta;
  for (const { count, inStep, outStep, acrossStep, downStep } of grid) {
    const digit = number % count;
    number = Math.floor(number / count);
    start.input += digit * inStep;
    start.output += digit * outStep;
    start.across += digit * acrossStep;
    start.down += digit * downStep;
  }
  return start;
}

/** `Pair` of wide.hpp. */
export const pairWords = ({ length, total, first, strides }: TilePair): number[] => [
  ...[length, total],
  ...divisorWords(first),
  ...strides,
];

/** `TileGrid` of wide.hpp. */
export function gridWords(grid: readonly GridDim[]): number[] {
  const dims = grid.map(({ count, inStep, outStep, acrossStep, downStep }) => [
    ...divisorWords(count),
    ...[inStep, outStep, acrossStep, downStep],
  ]);
  return [grid.length, ...dimWords(dims)];
}
