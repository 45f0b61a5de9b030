/** The grid of a mover that cuts blocks along four sides, as `blocks.cuh` counts through it; and divisions by constants. */
import type { SideLengths, Sides } from '../../model/permute/time/sides.ts';
import { arrayOf, type TensorDim } from './tensor-dims.ts';

// Same values as in blocks.cuh.
const MAX_DIMS = 12;
const NO_SIDE = 4;

/** A dimension of which a CTA takes a piece. Steps and lengths count units: elements, or vectors of a row. */
interface Piece {
  readonly count: number;
  readonly inStep: number;
  readonly outStep: number;
  readonly side: number;
  readonly length: number;
}

export interface Pieces {
  /** The output's fastest first. Dimensions that one piece covers are left out. */
  readonly list: readonly Piece[];
  /** Extents of the dimensions along the four sides. */
  readonly extents: SideLengths;
}

/** Where a CTA's block starts, in units, and how many are left from there to the end of each side. */
export interface PieceStart {
  readonly input: number;
  readonly output: number;
  readonly left: SideLengths;
}

/** The order that was fastest on average: runs of the output are neighbours of runs that have just been written. */
export function piecesOf(dims: readonly TensorDim[], sides: Sides, lengths: SideLengths): Pieces {
  const list = dims.map((dim, i): Piece => {
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
  const [across, acrossNext, down, downNext] = sides.map(side => (side === null ? 1 : dims[side].extent));
  return {
    list: list.filter(({ count }) => count > 1).toSorted((a, b) => a.outStep - b.outStep),
    extents: [across, acrossNext, down, downNext],
  };
}

export const ctasOf = ({ list }: Pieces): number => list.reduce((ctas, { count }) => ctas * count, 1);

export function blockStart({ list, extents }: Pieces, cta: number): PieceStart {
  const left: [number, number, number, number] = [...extents];
  let [input, output, number] = [0, 0, cta];
  for (const { count, inStep, outStep, side, length } of list) {
    const digit = number % count;
    number = Math.floor(number / count);
    input += digit * inStep;
    output += digit * outStep;
    if (side !== NO_SIDE) left[side] -= digit * length;
  }
  return { input, output, left };
}

/** The words of `Divisor`: for numbers below 2^31, and divisors up to 2^30. */
export function divisorWords(divisor: number): number[] {
  const shift = Math.ceil(Math.log2(divisor));
  const multiplier = ceilOf(2n ** BigInt(31 + shift), BigInt(divisor));
  return [divisor, Number(multiplier), shift];
}

const ceilOf = (n: bigint, by: bigint): bigint => (n + by - 1n) / by;

export function piecesWords({ list, extents }: Pieces): number[] {
  const unused = Array.from({ length: MAX_DIMS - list.length }, () => [1, 0, 0]);
  const counts = [...list.map(({ count }) => divisorWords(count)), ...unused].flat();
  const [inSteps, outSteps] = [list.map(piece => piece.inStep), list.map(piece => piece.outStep)];
  const [sides, lengths] = [list.map(piece => piece.side), list.map(piece => piece.length)];
  const arrays = [inSteps, outSteps, sides, lengths].flatMap(words => arrayOf(words, MAX_DIMS));
  return [list.length, ...counts, ...arrays, ...extents];
}
