/** Blocks with two long sides: the dimensions that they are cut along, and how they may be cut. */
import { roundUp } from '../../../base/bits.ts';
import type { Permutation } from '../permutation.ts';

/** A dimension of the input, or null where a block is not cut along that side. */
export type Sides = readonly [across: number, acrossNext: number | null, down: number | null, downNext: number | null];

/** Elements along each side. */
export type SideLengths = readonly [across: number, acrossNext: number, down: number, downNext: number];

/**
 * The fastest dimension of the input and the one after it; the fastest of the output and the one after it. A dimension is one
 * side only. Rows that stay whole have no side down. `canonical` has two dimensions at least.
 */
export function sidesOf({ perm }: Permutation): Sides {
  const across = perm.length - 1;
  const down = perm.at(-1)!;
  const [inNext, outNext] = [across - 1, perm.at(-2)!];
  if (down === across) return [across, inNext, null, outNext === inNext ? null : outNext];
  const acrossNext = inNext === down ? null : inNext;
  const downNext = outNext === across || outNext === acrossNext ? null : outNext;
  return [across, acrossNext, down, downNext];
}

export const extentsOf = ({ shape }: Permutation, sides: Sides): SideLengths => {
  const [across, acrossNext, down, downNext] = sides.map(dim => (dim === null ? 1 : shape[dim]));
  return [across, acrossNext, down, downNext];
};

const LONG = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 8192];
const FEW = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64];

/** Whole dimensions, and pieces of about equal length, in multiples of a vector. */
function cutsOf(extent: number, vector: number, lengths: readonly number[]): number[] {
  const cuts = lengths.map(length => {
    const pieces = Math.ceil(extent / roundUp(length, vector));
    return roundUp(Math.ceil(extent / pieces), vector);
  });
  return [...new Set(cuts)];
}

/** The extents that a search may cut. */
export interface Cuttable {
  readonly extents: SideLengths;
  /** Elements of an access: the two long sides are multiples of it. */
  readonly vector: number;
  /** Rows stay whole: nothing is turned, and no side is down. */
  readonly keepsRows: boolean;
  readonly mostAccesses: number;
}

/** Accesses that move a block. */
export const accessesOf = ([across, acrossNext, down, downNext]: SideLengths, vector: number): number =>
  (across / vector) * acrossNext * down * downNext;

/** All shapes that are worth a look. A side goes on in its next dimension where it has all of its own. */
export function shapesOf({ extents, vector, keepsRows, mostAccesses }: Cuttable): SideLengths[] {
  const [all, allNext, allDown, allDownNext] = extents;
  const shapes: SideLengths[] = [];
  for (const across of cutsOf(all, vector, LONG))
    for (const acrossNext of across === all ? cutsOf(allNext, 1, FEW) : [1])
      for (const down of keepsRows ? [1] : cutsOf(allDown, vector, LONG)) {
        const isWholeDown = keepsRows ? across === all : down === allDown;
        for (const downNext of isWholeDown ? cutsOf(allDownNext, 1, FEW) : [1]) {
          const shape: SideLengths = [across, acrossNext, down, downNext];
          if (accessesOf(shape, vector) <= mostAccesses) shapes.push(shape);
        }
      }
  return shapes;
}
