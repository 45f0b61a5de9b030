/** The grid of `rows-v.cu`: blocks along three sides, and every other dimension; and where a CTA's block starts. */
import type { RowLengths, RowSides } from '../../model/permute/time/row-blocks.ts';
import { dimWords, divisorWords } from './divisor-words.ts';
import type { TensorDim } from './tensor-dims.ts';

// Same value as in wide.hpp.
const NO_SIDE = 3;

/** A dimension of which a CTA takes a piece. Steps and lengths count vectors along a row. */
interface Piece {
  readonly count: number;
  readonly inStep: number;
  readonly outStep: number;
  readonly side: number;
  readonly length: number;
}

export interface RowGrid {
  /** The output's fastest first. Dimensions that one piece covers are left out. */
  readonly pieces: readonly Piece[];
  /** Extents of the dimensions along the three sides; 1 where there is none. */
  readonly extents: RowLengths;
}

/** Where a CTA's block starts, in vectors, and how many are left from there to the end of each side. */
export interface RowStart {
  readonly input: number;
  readonly output: number;
  readonly left: RowLengths;
}

/** The order that was fastest on average: runs of the output are neighbours of runs that have just been written. */
export function rowGrid(dims: readonly TensorDim[], sides: RowSides, lengths: RowLengths): RowGrid {
  const pieces = dims.map((dim, i): Piece => {
    const side = sides.indexOf(i);
    const length = side < 0 ? 1 : lengths[side];
    return {
      count: Math.ceil(dim.extent / length),
      inStep: dim.inStride * length,
      outStep: dim.outStride * length,
      side: side < 0 ? NO_SIDE : side,
      length,
    };
  });
  const [across, acrossNext, downNext] = sides.map(side => (side === null ? 1 : dims[side].extent));
  return {
    pieces: pieces.filter(({ count }) => count > 1).toSorted((a, b) => a.outStep - b.outStep),
    extents: [across, acrossNext, downNext],
  };
}

export const ctasOf = ({ pieces }: RowGrid): number => pieces.reduce((ctas, { count }) => ctas * count, 1);

export function rowStart({ pieces, extents }: RowGrid, cta: number): RowStart {
  const left: [number, number, number] = [...extents];
  let [input, output, number] = [0, 0, cta];
  for (const { count, inStep, outStep, side, length } of pieces) {
    const digit = number % count;
    number = Math.floor(number / count);
    input += digit * inStep;
    output += digit * outStep;
    if (side !== NO_SIDE) left[side] -= digit * length;
  }
  return { input, output, left };
}

/** `RowGrid` of wide.hpp. */
export function rowGridWords({ pieces, extents }: RowGrid): number[] {
  const dims = pieces.map(({ count, inStep, outStep, side, length }) => [
    ...divisorWords(count),
    ...[inStep, outStep, side, length],
  ]);
  return [...extents, pieces.length, ...dimWords(dims)];
}
