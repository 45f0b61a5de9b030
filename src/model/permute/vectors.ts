/**
 * Where lanes can move 16 bytes in one access to global memory.
 *
 * A side's order counts the elements of a block along runs that are contiguous in global memory: over dimensions of
 * which the block has everything, and over its piece of the first dimension that it has not. Vectors are counted within
 * a block, and every element of one must be there or none. So, with `run` elements in a run, and `whole` elements in
 * global memory from where one run starts to where the same run of the next slower index starts, the exact rule is:
 *
 *   run % vector = 0      no vector crosses a run's end, and every piece starts aligned
 *   whole % vector = 0    neither do slower indices shift runs out of alignment, nor does a ragged end cut a vector
 */
import { widestElements } from './alignment.ts';
import { type Block, SCALARS, type Vectors } from './block.ts';
import type { Permutation, PermutationRequest } from './permutation.ts';

export function vectorsFor(
  access: PermutationRequest['access'],
  canonical: Permutation,
  block: Block,
  elementBytes: number,
): Vectors {
  if (access !== 'widest') return SCALARS;
  const { shape, perm } = canonical;
  const vectorAlong = (fastestFirst: readonly number[]): number => {
    const vector = widestElements(elementBytes);
    const { run, whole } = runOf(shape, block, fastestFirst);
    return run % vector === 0 && whole % vector === 0 ? vector : 1;
  };
  return { store: vectorAlong([...shape.keys()].toReversed()), load: vectorAlong(perm.toReversed()) };
}

function runOf(extents: readonly number[], { shape }: Block, fastestFirst: readonly number[]) {
  let [run, whole] = [1, 1];
  for (const dim of fastestFirst) {
    run *= shape[dim];
    whole *= extents[dim];
    if (shape[dim] < extents[dim]) break;
  }
  return { run, whole };
}
