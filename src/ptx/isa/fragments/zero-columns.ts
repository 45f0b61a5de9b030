/**
 * Columns of B that count as zeros in a product of `tcgen05.mma.ws` (PTX ISA, "tcgen05: Zero-column mask descriptor"). Runs of columns
 * that are used and runs of zeros take turns. Which of its two spans is which, the manual's table and its examples say in
 * opposite ways; here it is as all three examples have it.
 */

export interface ZeroColumns {
  /** The product's first column is this one of B. */
  readonly shift: number;
  /** Of the product. */
  readonly isZero: (column: number) => boolean;
}

const MOST_SHIFT = 32;
const MOST_SHIFT_OF_32_ROWS = 16;

/** Reads a descriptor for a product of so many rows and columns; a sentence where it is not one. */
export function readZeroColumns(low: number, high: number, rows: number, columns: number): ZeroColumns | string {
  const reserved = (high & 0x70) !== 0 ? 'bits 36-38' : high >>> 30 !== 0 ? 'bits 62-63' : null;
  if (reserved !== null) return `reserved ${reserved} are not zero`;
  const shift = (high >>> 24) & 0x3f;
  const most = rows === 32 ? MOST_SHIFT_OF_32_ROWS : MOST_SHIFT;
  if (shift > most) return `columns are shifted by at most ${most}, not ${shift}`;
  const isMask = ((high >>> 7) & 1) === 1;
  const [zeros, used] = [((high >>> 8) & 0xff) + 1, ((high >>> 16) & 0xff) + 1];
  const width = (columns * rows) / 128;
  const isZero = (column: number): boolean => {
    const part = Math.floor(column / width);
    const startsWithZeros = ((high >>> part) & 1) === 1;
    const at = ((column % width) + ((low >>> (8 * part)) & 0xff)) % (zeros + used);
    return startsWithZeros ? at < zeros : at >= used;
  };
  return { shift, isZero: isMask ? isZero : () => false };
}
