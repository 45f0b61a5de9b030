/**
 * The two long sides of a block: the fastest dimension of the input and that of the output, each with the one after it; lengths
 * worth a look; and what memory such a side asks for.
 */
import { roundUp } from '../../../base/bits.ts';
import type { Permutation } from '../permutation.ts';
import { type MemoryRun, PAIR_BYTES } from './bounds.ts';
import { lowestPower, type PlannedTensor } from './wide-accesses.ts';

/** Elements along both pairs. */
export type TileLengths = readonly [across: number, down: number];

/** A pair: a dimension, and the one after it, or null. */
export type PairDims = readonly [first: number, next: number | null];

/** The input's fastest two dimensions, and the output's; a dimension is in one pair only. */
export interface TileSides {
  readonly across: PairDims;
  readonly down: PairDims;
}

/** Whether both sides go on in a second dimension: then blocks along the sides come before others, so that neighbours run at about the same time. */
export const bothGoOn = ({ across, down }: TileSides): boolean => across[1] !== null && down[1] !== null;

/** Rows of so many elements were slower where they went on, by 1 to 3 %: few of their blocks are ragged. */
const LONG_ROW = 512;

/**
 * Both pairs, with or without the dimension in which a side goes on: no long rows of the input do. The same dimension may be the
 * next one of either.
 */
export function sidesOf({ shape, perm }: Permutation): TileSides[] {
  const [across, down] = [perm.length - 1, perm.at(-1)!];
  const inNext = across - 1 === down || shape[across] >= LONG_ROW ? null : across - 1;
  const outNext = perm.at(-2)! === across ? null : perm.at(-2)!;
  const acrossNext = inNext === null ? [null] : [null, inNext];
  const downNext = outNext === null ? [null] : [null, outNext];
  return acrossNext.flatMap(next =>
    downNext
      .filter(other => other === null || other !== next)
      .map((other): TileSides => ({ across: [across, next], down: [down, other] })),
  );
}

/** Of both dimensions of a pair. */
export const extentsOf = (
  { canonical: { shape } }: PlannedTensor,
  [first, next]: PairDims,
): readonly [number, number] => [shape[first], next === null ? 1 : shape[next]];

export const LENGTHS = [16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512];
const MOST_ROWS = 16;

/** Round lengths, equal parts of the first dimension, and several of its rows; in multiples of a vector. */
export function lengthsOf([first, next]: readonly [number, number], vector: number): number[] {
  const round = LENGTHS.filter(length => length <= first * next);
  const parts = LENGTHS.map(length => roundUp(Math.ceil(first / Math.ceil(first / length)), vector));
  const rows = Array.from({ length: Math.min(next, MOST_ROWS) }, (_, i) => first * (i + 1));
  return [...new Set([...round, ...parts, ...rows])];
}

export const runOf = (elementBytes: number, length: number, total: number, pages: number): MemoryRun => ({
  bytes: length * elementBytes,
  aligned: Math.min(PAIR_BYTES, Math.min(lowestPower(length), lowestPower(total)) * elementBytes),
  pages,
});

const PAGE_BYTES = 2 * 1024 * 1024;

/** Pages of 2 MiB in which `count` runs lie, one every `apart` bytes. */
export const pagesAlong = (count: number, apart: number): number =>
  Math.min(count, 1 + Math.floor(((count - 1) * apart) / PAGE_BYTES));

/** Pages of 2 MiB in which the runs of a block of `length` along a pair lie, whose strides are those of the other side. */
export function pagesOf(tensor: PlannedTensor, length: number, pair: PairDims, strides: readonly number[]): number {
  const [first, next] = pair;
  const [extent] = extentsOf(tensor, pair);
  const pages = pagesAlong(Math.min(length, extent), strides[first] * tensor.elementBytes);
  return next === null ? pages : pages * pagesAlong(Math.ceil(length / extent), strides[next] * tensor.elementBytes);
}
