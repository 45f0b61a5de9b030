/** Remainders, as compilers write them where a quotient is at hand. */

import type { ScalarPlace } from './scalar-place.ts';
import type { SliceNode } from './slice-node.ts';

/** What is divided by: a node, or a power of two. */
export type Divisor = { readonly node: number } | { readonly constant: number };

/**
 * Whether `a - b` is a remainder of `a`: `a - a / n * n`; `a - (a + …) & -n` for a signed one by a power of two; and where the host
 * has made factor and shift of a divisor, `a - ((high(a * factor) + a) >> shift) * n`. Null for other differences.
 */
export function remainder(nodes: readonly SliceNode[], a: number, b: number): Divisor | null {
  const taken = nodes[b];
  if (taken.op === 'and') {
    const [whole, mask] = [nodes[taken.a], nodes[taken.b]];
    const isOf = whole.op === 'add' && (whole.a === a || whole.b === a);
    return isOf && mask.op === 'number' && mask.value < 0 ? { constant: -mask.value } : null;
  }
  if (taken.op !== 'mul') return null;
  for (const [x, n] of [
    [taken.a, taken.b],
    [taken.b, taken.a],
  ]) {
    const quotient = nodes[x];
    const isQuotient = quotient.op === 'div' && quotient.a === a && quotient.b === n;
    if (isQuotient || (quotient.op === 'shr' && isWithHigh(nodes, quotient.a, a))) return { node: n };
  }
  return null;
}

/** Parameters that the host has made of a divisor, which is a parameter, too. */
export interface PreparedDivisor {
  readonly divisor: ScalarPlace;
  readonly factor: ScalarPlace;
  readonly shift: ScalarPlace;
}

export function preparedDivisors(nodes: readonly SliceNode[]): readonly PreparedDivisor[] {
  const placeOf = (index: number): ScalarPlace[] => {
    const node = nodes[index];
    return node.op === 'param' ? [node.place] : [];
  };
  return nodes.flatMap(rest => {
    if (rest.op !== 'rem') return [];
    const quotients = nodes.flatMap(node => (node.op === 'shr' && isWithHigh(nodes, node.a, rest.a) ? [node] : []));
    return quotients.flatMap(quotient => {
      const factors = nodes.flatMap(node => (node.op === 'high' && isFactorOf(node, rest.a) ? [node.a, node.b] : []));
      const [divisor, factor, shift] = [[rest.b], factors, [quotient.b]].map(places => places.flatMap(placeOf));
      return divisor[0] && factor[0] && shift[0] ? [{ divisor: divisor[0], factor: factor[0], shift: shift[0] }] : [];
    });
  });
}

const isFactorOf = ({ a, b }: { readonly a: number; readonly b: number }, index: number): boolean =>
  a === index || b === index;

/** Factor and shift with which `(high(a * factor) + a) >> shift` is `a / divisor`, rounded down, for 32 bits. */
export function preparedFor(divisor: number): { readonly factor: number; readonly shift: number } {
  const shift = Math.ceil(Math.log2(Math.max(1, divisor)));
  return { factor: Math.floor((2 ** 32 * (2 ** shift - divisor)) / divisor) + 1, shift };
}

/** Whether a node is the sum of another one and the upper half of a product of it. */
function isWithHigh(nodes: readonly SliceNode[], index: number, a: number): boolean {
  const sum = nodes[index];
  if (sum.op !== 'add') return false;
  const high = nodes[sum.a === a ? sum.b : sum.a];
  return isFactorOf(sum, a) && high.op === 'high' && isFactorOf(high, a);
}
