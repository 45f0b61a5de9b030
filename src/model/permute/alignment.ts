/** Whether 16 bytes that are adjacent and aligned in global memory are still so in shared memory. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import type { BlockMove } from './block.ts';
import type { Placement } from './placement.ts';

/** How many elements the widest access of a lane moves. */
export const widestElements = (elementBytes: number): number => WIDEST_ACCESS_BYTES / elementBytes;

/**
 * True if every stride except that of the fastest mode (which is 1), and everything that the XOR moves, is a multiple of
 * 16 bytes. A lane could then store a vector of the input with one instruction; here, shared memory is accessed element
 * by element.
 */
export function keepsAlignment({ modes, storeOrder, elementBytes }: BlockMove, placement: Placement): boolean {
  const { strides, xor, table } = placement;
  const vector = widestElements(elementBytes);
  if (table !== null && !keepsVectors(table, vector)) return false;
  const [fastest, ...others] = storeOrder.filter(mode => modes[mode].extent > 1);
  if (fastest !== undefined && strides[fastest] !== 1 && vector > 1) return false;
  const bits = xor.flatMap(({ bit, from }) => [bit, from]);
  return others.every(mode => strides[mode] % vector === 0) && bits.every(bit => 2 ** bit >= vector);
}

const keepsVectors = (table: Uint32Array, vector: number): boolean =>
  table.every(
    (place, offset) =>
      place - table[offset - (offset % vector)] === offset % vector && (offset % vector > 0 || place % vector === 0),
  );
