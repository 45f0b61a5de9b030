/**
 * Cells of tensor memory that each lane of a warp moves by `tcgen05.ld` and `tcgen05.st` (PTX ISA, "tcgen05 Data
 * Movement Shape", with its figures). Rows and columns count from the instruction's address.
 */

interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface TensorFragment {
  readonly rows: 16 | 32;
  /** Columns and registers of `.x1`; `.xN` has N of these side by side. */
  readonly columns: number;
  readonly registers: 1 | 2 | 4;
  /** `split`: columns from the lower half of the lanes to the upper one, of `16x32bx2`. */
  readonly cellOf: (lane: number, register: number, split: number) => Cell;
}

export const TENSOR_FRAGMENTS: Readonly<Record<string, TensorFragment>> = {
  '32x32b': { rows: 32, columns: 1, registers: 1, cellOf: (lane, i) => ({ row: lane, column: i }) },
  '16x64b': {
    rows: 16,
    columns: 2,
    registers: 1,
    cellOf: (lane, i) => ({ row: (lane >> 2) + 8 * (lane & 1), column: 2 * i + ((lane >> 1) & 1) }),
  },
  '16x128b': {
    rows: 16,
    columns: 4,
    registers: 2,
    cellOf: (lane, i) => ({ row: (lane >> 2) + 8 * (i & 1), column: 4 * (i >> 1) + (lane & 3) }),
  },
  '16x256b': {
    rows: 16,
    columns: 8,
    registers: 4,
    cellOf: (lane, i) => ({
      row: (lane >> 2) + 8 * ((i >> 1) & 1),
      column: 8 * (i >> 2) + 2 * (lane & 3) + (i & 1),
    }),
  },
  '16x32bx2': {
    rows: 16,
    columns: 1,
    registers: 1,
    cellOf: (lane, i, split) => ({ row: lane & 15, column: i + (lane >> 4) * split }),
  },
};

/** Registers of the widest. */
export const MOST_REGISTERS = 128;
