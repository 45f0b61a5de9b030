/** The number from which indices in memory count: 0 in C, 1 in Fortran, more in a part of a list. */
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SliceNode } from './slice-node.ts';

const SUMS: ReadonlySet<string> = new Set(['add', 'sub', 'min', 'max']);

/**
 * Whether nothing is done with a parameter but that numbers from memory are taken less it. Of the end of a loop the compiler makes a
 * number of rounds, to which it adds the parameter again.
 */
export function isFirstIndex(nodes: readonly SliceNode[], place: ScalarPlace): boolean {
  const isOwn = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'param' && isSame(node.place, place);
  };
  const known = new Map<number, boolean>();
  const isFromData = (index: number): boolean => {
    const node = nodes[index];
    const isKnown = known.get(index);
    if (isKnown !== undefined) return isKnown;
    const isFrom =
      node.op === 'data' || (SUMS.has(node.op) && 'a' in node && (isFromData(node.a) || isFromData(node.b)));
    known.set(index, isFrom);
    return isFrom;
  };
  const uses = nodes.flatMap(node => ('a' in node && (isOwn(node.a) || isOwn(node.b)) ? [node] : []));
  const isMoved = ({ op, a, b }: (typeof uses)[number]): boolean =>
    (op === 'add' || op === 'sub') && isFromData(isOwn(a) ? b : a);
  return uses.some(({ op, a, b }) => op === 'sub' && isOwn(b) && nodes[a].op === 'data') && uses.every(isMoved);
}
