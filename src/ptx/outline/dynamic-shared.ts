/** How much dynamic shared memory the addresses of a kernel ask for. */
import { greatestOf } from '../../base/extremes.ts';
import { addends } from './added-nodes.ts';
import type { AddressSlice } from './address-slice.ts';
import type { NodeInputs } from './node-inputs.ts';
import type { Range } from './ranges.ts';
import { isDynamicShared, isOfSizes, isOfThreads } from './slice-node.ts';

/** Bytes; 0 where nothing tells. `rangeOf`: of a node. */
export function dynamicSharedBytes(
  slice: AddressSlice,
  inputs: NodeInputs,
  rangeOf: (index: number) => Range | null,
): number {
  const { nodes, sharedAccesses } = slice;
  const isNamed = nodes.some(({ op }) => op === 'shared');
  const ends = sharedAccesses.map(({ address, byteOffset, bytes }) => {
    const isDynamic = [...addends(slice, address)].some(one => isDynamicShared(nodes[one]));
    const from = [...inputs.of(address)].map(one => nodes[one]);
    const isAsked = isOfSizes(from) || isOfThreads(from);
    const range = !isNamed || (isDynamic && isAsked) ? rangeOf(address) : null;
    return range === null ? 0 : range.high + Math.max(0, byteOffset) + bytes;
  });
  return Math.max(0, greatestOf(ends));
}
