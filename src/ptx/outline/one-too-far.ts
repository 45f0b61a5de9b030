/** Comparisons that let one thread too many through. */
import type { AddressSlice } from './address-slice.ts';
import type { ReachNumbers } from './reach-numbers.ts';

/**
 * Whether threads that are compared with a parameter, `i <= n`, are let one too far: what a parameter says, as it is, is how many there
 * are. `inputs`: of what is compared; `by`: the node of the other side.
 */
export function isOneTooFar(
  { nodes }: AddressSlice,
  { countsEnds }: ReachNumbers,
  inputs: ReadonlySet<number>,
  by: number,
): boolean {
  const isThread = (one: number): boolean => {
    const node = nodes[one];
    return node.op === 'special' && /^%(tid|ctaid)/.test(node.name);
  };
  return countsEnds !== true && nodes[by].op === 'param' && [...inputs].some(isThread);
}
