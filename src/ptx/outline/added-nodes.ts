/** What goes into an address by additions. */
import { greatestOf } from '../../base/extremes.ts';
import type { AddressSlice } from './address-slice.ts';
import type { ReachNumbers } from './reach-numbers.ts';
import type { SliceNode } from './slice-node.ts';

/** Of sums of sums: the stack is limited. */
const MOST_DEPTH = 200;

/** Nodes that reach it through additions only, itself among them, and not by way of `end`. */
export function addends({ nodes }: AddressSlice, index: number, end = -1): ReadonlySet<number> {
  const found = new Set([index]);
  for (const one of found) {
    if (one === end) continue;
    const node = nodes[one];
    if (node.op === 'add' || node.op === 'sub') found.add(node.a);
    if (node.op === 'add') found.add(node.b);
    if (node.op === 'merge') for (const input of node.of) found.add(input);
  }
  return found;
}

/** Pointers that are added up in an address: two for a distance between buffers, one where either of two is taken. */
export function pointersAtOnce(slice: AddressSlice, index: number, isPointer: ReachNumbers['isPointer']): number {
  const counts = new Map<number, number>();
  let depth = 0;
  const countInside = (node: SliceNode): number => {
    if (node.op === 'param') return isPointer(node.place) ? 1 : 0;
    if (node.op === 'add') return countOf(node.a) + countOf(node.b);
    if (node.op === 'sub') return countOf(node.a);
    return node.op === 'merge' ? greatestOf([0, ...node.of.map(countOf)]) : 0;
  };
  const countOf = (one: number): number => {
    const known = counts.get(one);
    if (known !== undefined || depth >= MOST_DEPTH) return known ?? 0;
    // What comes to itself in a loop adds no pointer.
    counts.set(one, 0);
    depth++;
    counts.set(one, countInside(slice.nodes[one]));
    depth--;
    return counts.get(one) ?? 0;
  };
  return countOf(index);
}
