/** Numbers that cut an index to the length of a table: that length, less 1. */
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SliceNode } from './slice-node.ts';

export function isIndexMask(nodes: readonly SliceNode[], place: ScalarPlace): boolean {
  const isOwn = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'param' && isSame(node.place, place);
  };
  // What is left of a length that is not unrolled is masked, too, by a constant.
  const isIndex = (index: number): boolean => nodes[index].op !== 'number';
  return nodes.some(
    node => node.op === 'and' && ((isOwn(node.a) && isIndex(node.b)) || (isOwn(node.b) && isIndex(node.a))),
  );
}
