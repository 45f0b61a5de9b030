/** Numbers that say how far neighbours are looked at to both sides: `for (int i = -r; i <= r; i++)`. */
import type { AddressSlice } from './address-slice.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

export function isRadius({ nodes, comparisons }: AddressSlice, place: ScalarPlace): boolean {
  const isOwn = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'param' && isSame(node.place, place);
  };
  const isNegated = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'sub' && isZero(node.a) && isOwn(node.b);
  };
  const isZero = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'number' && node.value === 0;
  };
  const startsThere = nodes.some(node => node.op === 'merge' && node.of.some(isNegated));
  return startsThere && comparisons.some(({ a, b }) => isOwn(a) || isOwn(b));
}
