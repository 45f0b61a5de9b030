/** Registers that a loop turns round, `which = 1 - which` or `which ^= 1`: the halves of what is stored twice. */
import type { AddressSlice } from './address-slice.ts';
import type { NodeInputs } from './node-inputs.ts';
import { at, computed, joined, type Range } from './ranges.ts';

interface Turns {
  /** Nodes that it starts from. */
  readonly starts: readonly number[];
  readonly by: readonly { readonly op: 'sub' | 'xor'; readonly number: number }[];
}

/** Null where a definition makes anything else of the register. */
function turnsOf({ nodes }: AddressSlice, inputs: NodeInputs, index: number): Turns | null {
  const same = new Set<number>();
  const leaves = new Set<number>();
  const open = [index];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const node = nodes[one];
    if (node.op !== 'merge') leaves.add(one);
    else if (!same.has(one)) open.push(...node.of);
    if (node.op === 'merge') same.add(one);
  }
  const by: Turns['by'][number][] = [];
  const starts: number[] = [];
  for (const leaf of leaves) {
    const node = nodes[leaf];
    if (![...same].some(one => inputs.of(leaf).has(one))) starts.push(leaf);
    else if (node.op === 'sub' && nodes[node.a].op === 'number' && same.has(node.b))
      by.push({ op: 'sub', number: numberAt(nodes[node.a]) });
    else if (node.op === 'xor' && nodes[node.b].op === 'number' && same.has(node.a))
      by.push({ op: 'xor', number: numberAt(nodes[node.b]) });
    else return null;
  }
  return by.length === 0 ? null : { starts, by };
}

const numberAt = (node: AddressSlice['nodes'][number]): number => (node.op === 'number' ? node.value : 0);

/** The range of a register that is turned round; null for another one, or where one of its starts is not known. */
export function alternating(
  slice: AddressSlice,
  inputs: NodeInputs,
  index: number,
  rangeOf: (index: number) => Range | null,
): Range | null {
  const turns = turnsOf(slice, inputs, index);
  if (turns === null) return null;
  const starts = turns.starts.map(rangeOf);
  const start = starts.reduce((a, b) => (a && b ? joined(a, b) : null), starts[0] ?? null);
  return turns.by.reduce<Range | null>((range, { op, number }) => {
    const turned = op === 'sub' ? computed('sub', at(number), start) : computed('xor', start, at(number));
    return range && turned ? joined(range, turned) : null;
  }, start);
}
