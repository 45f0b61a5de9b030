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

/** Factors of about the same size. */
export function factorsOf(product: number, count: number): number[] {
  if (count === 1) return [product];
  const side = product ** (1 / count);
  let factor = Math.max(1, Math.round(side));
  while (product % factor !== 0) factor--;
  return [factor, ...factorsOf(product / factor, count - 1)];
}
