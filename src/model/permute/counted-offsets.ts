/** A block's elements, in the order in which one side counts them. */
import type { BlockMove } from './block.ts';
import { product } from './permutation.ts';

/**
 * The offset of each element under `strides`, counted along the modes of `order`, fastest first. Each further index of a
 * mode repeats the offsets of the faster modes, shifted by its stride.
 */
export function countedOffsets(
  { modes }: Pick<BlockMove, 'modes'>,
  order: readonly number[],
  strides: readonly number[],
): Int32Array {
  const offsets = new Int32Array(product(order.map(mode => modes[mode].extent)));
  let faster = 1;
  for (const mode of order) {
    const end = faster * modes[mode].extent;
    for (let from = 0, to = faster; to < end; from++, to++) offsets[to] = offsets[from] + strides[mode];
    faster = end;
  }
  return offsets;
}
