/** Numbers that say among how many the CTAs of an axis are shared out, as heads of queries are among those of keys. */
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SliceNode } from './slice-node.ts';

const COUNTS = ['%nctaid.x', '%nctaid.y', '%nctaid.z'];

/** The axis of `gridDim.x / n` for the parameter `n`, where something is divided by that quotient, which must not be 0; null for none. */
export function sharedAxis(nodes: readonly SliceNode[], place: ScalarPlace): 0 | 1 | 2 | null {
  const divisors = new Set(nodes.flatMap(node => (node.op === 'div' || node.op === 'rem' ? [node.b] : [])));
  for (const [i, node] of nodes.entries()) {
    if (node.op !== 'div' || !divisors.has(i)) continue;
    const [count, by] = [nodes[node.a], nodes[node.b]];
    const axis = count.op === 'special' ? COUNTS.indexOf(count.name) : -1;
    if (axis >= 0 && by.op === 'param' && isSame(by.place, place)) return axis as 0 | 1 | 2;
  }
  return null;
}
