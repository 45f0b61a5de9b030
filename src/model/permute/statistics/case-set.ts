/** Named permutations, and the other convention, in which most of them were published. */
import type { Permutation } from '../permutation.ts';

export interface NamedCase extends Permutation {
  readonly name: string;
}

export interface CaseSet {
  readonly id: string;
  readonly title: string;
  /** One sentence about what the set contains. */
  readonly about: string;
  /** Who made the set, and which part of it is Lanescape's own. */
  readonly source: string;
  cases(): NamedCase[];
}

/**
 * Reads a permutation in the form of TTC, hptt and cuTT: dimension 0 is the fastest, and `perm[i]` names the dimension of
 * the input that becomes dimension i of the output. In reverse order it has numpy's convention.
 */
export function fromFastestFirst({ shape, perm }: Permutation): Permutation {
  const last = shape.length - 1;
  return { shape: shape.toReversed(), perm: perm.toReversed().map(dim => last - dim) };
}
