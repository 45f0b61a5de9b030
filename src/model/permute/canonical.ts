/** The shortest permutation that moves the same bytes; kernels are made for this one. */
import { type Permutation, product } from './permutation.ts';

/**
 * Drops dimensions of size 1, then fuses every longest run of dimensions that are adjacent and in order in both the input
 * and the output. If one dimension or none remains, the permutation is a copy.
 */
export function canonicalForm(permutation: Permutation): Permutation {
  const inInputOrder = fusedDims(permutation);
  return {
    shape: inInputOrder.map(run => product(run.map(dim => permutation.shape[dim]))),
    perm: outputRuns(permutation).map(([first]) => inInputOrder.findIndex(run => run[0] === first)),
  };
}

/** For each canonical dimension, the dimensions of the input that were fused into it. */
export const fusedDims = (permutation: Permutation): number[][] =>
  outputRuns(permutation).toSorted((a, b) => a[0] - b[0]);

/**
 * The order of the whole tensor, from an order of its canonical dimensions: fused dimensions stay together, and
 * dimensions of size 1 come first.
 */
export function expandedPerm({ shape, perm }: Permutation, canonicalPerm: readonly number[]): number[] {
  const fused = fusedDims({ shape, perm });
  const single = shape.flatMap((extent, dim) => (extent === 1 ? [dim] : []));
  return [...single, ...canonicalPerm.flatMap(dim => fused[dim])];
}

const outputRuns = ({ shape, perm }: Permutation): number[][] =>
  runsOf(
    perm.filter(dim => shape[dim] > 1),
    shape,
  );

export const isCopy = (canonical: Permutation): boolean => canonical.shape.length <= 1;

/** Whether the fastest dimension stays the fastest, so that whole rows move. */
export const keepsRows = ({ perm }: Permutation): boolean => perm.at(-1) === perm.length - 1;

/** Runs in output order; each lists its input dimensions. */
function runsOf(dims: readonly number[], shape: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const dim of dims) {
    const run = runs.at(-1);
    // Only dimensions of size 1 may have been dropped between neighbours.
    if (run !== undefined && dim === nextDim(run.at(-1)!, shape)) run.push(dim);
    else runs.push([dim]);
  }
  return runs;
}

function nextDim(dim: number, shape: readonly number[]): number {
  let next = dim + 1;
  while (next < shape.length && shape[next] === 1) next++;
  return next;
}
