/**
 * A 2-D tile of equal elements in memory, row by row: where element (row, column) lies, and which element lies at a byte.
 * This file knows nothing of banks or kernels.
 */
import { assert } from '../../base/assert.ts';
import { type Swizzle, swizzler } from './swizzle.ts';

/** How a row's columns are permuted: a bijection within the row and its padding. */
export type TileSwizzle =
  | { readonly kind: 'none' }
  /**
   * Column c of row r is stored in column c XOR ((floor(r / rowsPerStep) * columnsPerStep) mod columns). The number of
   * columns must be a power of two.
   */
  | { readonly kind: 'xor'; readonly rowsPerStep: number; readonly columnsPerStep: number }
  /**
   * The swizzles act on byte addresses, as those of the copy engine do. They move whole elements, and none out of its
   * row. They may be applied in any order.
   */
  | { readonly kind: 'address'; readonly swizzles: readonly Swizzle[] };

export interface TileLayout {
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
  /** The distance from one row's start to the next one's. The last pitch - columns elements of each row are padding. */
  readonly pitchElements: number;
  readonly swizzle: TileSwizzle;
  /** Byte address of the tile's first element. */
  readonly baseBytes: number;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The column in which (row, column) is stored. */
export function storedColumn(layout: TileLayout, row: number, column: number): number {
  const s = layout.swizzle;
  if (s.kind === 'none') return column;
  if (s.kind === 'address') return placedColumn(layout, row, column, s.swizzles);
  return column ^ ((Math.floor(row / s.rowsPerStep) * s.columnsPerStep) % layout.columns);
}

/**
 * Swizzles the address of a column and turns the result back into a column. The function is its own inverse, since each
 * swizzle is.
 */
function placedColumn(layout: TileLayout, row: number, column: number, swizzles: readonly Swizzle[]): number {
  const { baseBytes, pitchElements, elementBytes } = layout;
  const start = baseBytes + row * pitchElements * elementBytes;
  const placed = swizzles.reduce((address, swizzle) => swizzler(swizzle)(address), start + column * elementBytes);
  return (placed - start) / elementBytes;
}

/** The address of the first byte of element (row, column), base included. */
export function byteAddressOf(layout: TileLayout, row: number, column: number): number {
  assert(
    row >= 0 && row < layout.rows && column >= 0 && column < layout.columns,
    `cell (${row}, ${column}) in the tile`,
  );
  return layout.baseBytes + (row * layout.pitchElements + storedColumn(layout, row, column)) * layout.elementBytes;
}

/** The element that covers a byte address; 'pad' for a padding byte, null for a byte outside the tile. */
export function cellAt(layout: TileLayout, byteAddress: number): Cell | 'pad' | null {
  const element = Math.floor((byteAddress - layout.baseBytes) / layout.elementBytes);
  const row = Math.floor(element / layout.pitchElements);
  if (element < 0 || row >= layout.rows) return null;
  const stored = element - row * layout.pitchElements;
  if (stored >= layout.columns && layout.swizzle.kind !== 'address') return 'pad';
  // XOR is its own inverse, so the same formula leads back from the stored column.
  const column = storedColumn(layout, row, stored);
  return column < layout.columns ? { row, column } : 'pad';
}

/**
 * The distance from the first byte to the last element's end, the last row's padding included (as in `T
 * tile[rows][pitch]`).
 */
export const sizeBytes = (layout: TileLayout): number => layout.rows * layout.pitchElements * layout.elementBytes;
