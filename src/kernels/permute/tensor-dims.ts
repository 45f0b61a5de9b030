/** The dimensions of the canonical tensor as kernels count them, and the arguments that say so. */
import { assert } from '../../base/assert.ts';
import type { Permutation } from '../../model/permute/permutation.ts';
import { product } from '../../model/permute/permutation.ts';
import type { StructParam } from '../../trace/launch.ts';

/** Strides count elements. */
export interface TensorDim {
  readonly extent: number;
  readonly inStride: number;
  readonly outStride: number;
}

/** Dimensions of the input, slowest first. */
export const tensorDims = ({ shape, perm }: Permutation): TensorDim[] =>
  shape.map((extent, dim) => ({
    extent,
    inStride: product(shape.slice(dim + 1)),
    outStride: product(perm.slice(perm.indexOf(dim) + 1).map(faster => shape[faster])),
  }));

/**
 * Start of matrix number `number` on both sides, if the dimensions count matrices; the first dimension counts fastest.
 */
export function startOf(
  dims: readonly TensorDim[],
  number: number,
): { readonly input: number; readonly output: number } {
  let [input, output, rest] = [0, 0, number];
  for (const { extent, inStride, outStride } of dims) {
    const index = rest % extent;
    rest = Math.floor(rest / extent);
    input += index * inStride;
    output += index * outStride;
  }
  return { input, output };
}

/** `unsigned list[length]`, the rest 0. */
export function arrayOf(list: readonly number[], length: number): number[] {
  assert(list.length <= length, `the kernel's array of ${length} has room for ${list.length}`);
  return Array.from({ length }, (_, i) => list[i] ?? 0);
}

/** A struct of nothing but `unsigned`. */
export const unsignedStruct = (words: readonly number[]): StructParam => ({
  kind: 'struct',
  sizeBytes: 4 * words.length,
  fields: words.map((value, i) => ({ offset: 4 * i, kind: 'scalar', type: 'u32', value })),
});
