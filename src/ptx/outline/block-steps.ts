/** Threads of a CTA by the steps in which they go through more elements than they are: `for (int i = threadIdx.x; i < 1024; i += 256)`. */
import { LANES, MAX_CTA_THREADS } from '../../base/hardware.ts';
import type { AddressSlice } from './address-slice.ts';
import type { SliceNode } from './slice-node.ts';

/**
 * Null where the code asks for the size of the block, or no step tells. Of a loop that is unrolled each round is a sum of the thread's
 * number and a constant, of which the code makes a row and a column.
 */
export function threadsBySteps({ nodes }: AddressSlice): number | null {
  if (nodes.some(node => node.op === 'special' && node.name === '%ntid.x')) return null;
  const isThread = (index: number): boolean => {
    const node = nodes[index];
    return node.op === 'special' && node.name === '%tid.x';
  };
  const starts = nodes.flatMap((node, index) => (node.op === 'merge' && node.of.some(isThread) ? [index] : []));
  const loops = aheadOf(nodes, new Set(starts));
  const split = new Set(nodes.flatMap(node => (SPLITS.has(node.op) && 'a' in node ? [node.a] : [])));
  const rounds = aheadOf(nodes, new Set([...nodes.keys()].filter(isThread)));
  const sums = [...loops.values(), ...[...rounds].flatMap(([index, ahead]) => (split.has(index) ? [ahead] : []))];
  // Less than there is at first is no next element, but a part of a comparison.
  const steps = sums.filter(ahead => ahead > 0);
  const step = Math.min(...steps);
  const isBlock = step >= LANES && step <= MAX_CTA_THREADS && step % LANES === 0;
  return isBlock && steps.every(one => one % step === 0) ? step : null;
}

/** What makes rows and columns of a number. */
const SPLITS: ReadonlySet<string> = new Set(['div', 'rem', 'shr', 'and']);

/** By how much nodes are ahead of some, to which constants were added. */
function aheadOf(nodes: readonly SliceNode[], some: ReadonlySet<number>): ReadonlyMap<number, number> {
  const ahead = new Map([...some].map(index => [index, 0]));
  for (let known = -1; known !== ahead.size; ) {
    known = ahead.size;
    for (const [index, node] of nodes.entries()) {
      if (node.op !== 'add' || ahead.has(index)) continue;
      for (const [from, by] of [
        [node.a, nodes[node.b]],
        [node.b, nodes[node.a]],
      ] as const) {
        const before = ahead.get(from);
        if (before !== undefined && by.op === 'number') ahead.set(index, before + by.value);
      }
    }
  }
  return ahead;
}
