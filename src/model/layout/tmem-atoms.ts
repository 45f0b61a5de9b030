/**
 * Which cell of tensor memory each thread of a warp moves by `tcgen05.ld` and `tcgen05.st`, as thread-value layouts. Mode
 * 0 counts lanes of the warp, mode 1 the 32-bit registers of a lane. The offset is row + rows * column; rows are lanes of
 * tensor memory and columns its 32-bit cells, both counted from the instruction's address. The layouts hold without
 * `.pack::16b` and `.unpack::16b`. Compute capability 10.0 has tensor memory; 9.0 has none.
 *
 * Sources: PTX ISA, "tcgen05 data movement shapes", with its figures; CUTLASS, cute/atom/copy_traits_sm100.hpp, which has
 * each shape as a layout of bits.
 */
import { assert } from '../../base/assert.ts';
import type { Layout } from './layout.ts';

export interface TmemShape {
  /** The shape's name in PTX. */
  readonly name: string;
  readonly rows: 16 | 32;
  /** Columns and registers of `.x1`; `.xN` has N of these side by side. */
  readonly columns: number;
  readonly registers: number;
  /** The greatest N of `.xN`, which takes 128 registers of a lane. */
  readonly most: 32 | 64 | 128;
  readonly layout: (n: number) => Layout;
}

export const TMEM_SHAPES: readonly TmemShape[] = [
  // Each lane holds one row.
  shape('32x32b', 32, 1, 1, n => ({ shape: [32, n], stride: [1, 32] })),
  // Lane bit 0 selects a cell 8 rows below, bit 1 the next column; the higher bits are the row.
  shape('16x64b', 16, 2, 1, n => ({ shape: [[2, 2, 8], n], stride: [[8, 16, 1], 32] })),
  // Four lanes share a row; every second register lies 8 rows below.
  shape('16x128b', 16, 4, 2, n => ({
    shape: [
      [4, 8],
      [2, n],
    ],
    stride: [
      [16, 1],
      [8, 64],
    ],
  })),
  // Four lanes share a row, two columns each, as in an accumulator of mma.m16n8.
  shape('16x256b', 16, 8, 4, n => ({
    shape: [
      [4, 8],
      [2, 2, n],
    ],
    stride: [
      [32, 1],
      [16, 8, 128],
    ],
  })),
  // The upper half of the warp has columns of its own. Here these follow directly: `immHalfSplitoff` = N.
  shape('16x32bx2', 16, 2, 1, n => ({ shape: [[16, 2], n], stride: [[1, 16 * n], 16] })),
];

function shape(
  name: string,
  rows: 16 | 32,
  columns: number,
  registers: 1 | 2 | 4,
  layout: (n: number) => Layout,
): TmemShape {
  const most = ({ 1: 128, 2: 64, 4: 32 } as const)[registers];
  return {
    ...{ name, rows, columns, registers, most },
    layout: n => {
      assert(Number.isInteger(Math.log2(n)) && n >= 1 && n <= most, `.x${n} of .${name} is a power of two to ${most}`);
      return layout(n);
    },
  };
}
