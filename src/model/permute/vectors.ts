/**
 * Where lanes can move 16 bytes in one access to global memory.
 *
 * Each side counts the elements of a block along runs that are contiguous in global memory: over the dimensions that the
 * block has whole, and over its piece of the first dimension that it does not. Vectors are counted within a block, and
 * either all elements of a vector exist or none does. A run has `run` elements. In global memory, the same run of the
 * next slower index starts `whole` elements later. The exact rule is:
 *
 *   run % vector = 0      no vector crosses a run's end, and every piece starts aligned
 *   whole % vector = 0    slower indices keep runs aligned, and a ragged end cuts no vector
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
