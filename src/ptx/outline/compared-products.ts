/** Lengths that are products of parameters. */
import type { AddressSlice } from './address-slice.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** Parameters whose product something is compared with: `i < rows * columns`. */
export function comparedProducts({ nodes, comparisons }: AddressSlice): ScalarPlace[][] {
  const factors = (index: number): ScalarPlace[] | null => {
    const node = nodes[index];
    if (node.op === 'param') return [node.place];
    if (node.op !== 'mul') return null;
    const [a, b] = [factors(node.a), factors(node.b)];
    return a && b && [...a, ...b];
  };
  return comparisons.flatMap(({ a, b }) =>
    [a, b].flatMap(side => (nodes[side].op === 'mul' ? [factors(side) ?? []] : [])),
  );
}
