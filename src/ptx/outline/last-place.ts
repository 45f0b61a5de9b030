/** Lengths that are asked for by their last element alone: `i == n - 1` for a thread of an edge. */
import type { AddressSlice } from './address-slice.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** Whether a comparison for equality has one less than the parameter on one side. */
export function isAskedForLast({ nodes, comparisons }: AddressSlice, place: ScalarPlace): boolean {
  const isLast = (index: number): boolean => {
    const node = nodes[index];
    if (node.op !== 'add') return false;
    const [of, by] = [nodes[node.a], nodes[node.b]];
    return of.op === 'param' && isSame(of.place, place) && by.op === 'number' && by.value === -1;
  };
  return comparisons.some(({ a, b, kind }) => kind === 'equal' && (isLast(a) || isLast(b)));
}
