/** Named permutations, and the other convention in which most of them were published. */
import type { Permutation } from '../permutation.ts';

export interface NamedCase extends Permutation {
  readonly name: string;
}

export interface CaseSet {
  readonly id: string;
  readonly title: string;
  /** What is in it, in a sentence. */
  readonly about: string;
  /** Who made it, and what of it is ours. */
  readonly source: string;
  cases(): NamedCase[];
}

/**
 * As TTC, hptt and cuTT write a permutation: dimension 0 is the fastest, and `perm[i]` names the dimension of the input
 * that becomes dimension i of the output. Read from the other end, the same is numpy's convention.
 */
export function fromFastestFirst({ shape, perm }: Permutation): Permutation {
  const last = shape.length - 1;
  return { shape: shape.toReversed(), perm: perm.toReversed().map(dim => last - dim) };
}
