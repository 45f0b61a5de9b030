/**
 * A 2-D tile in shared memory under an address pattern: where each of its bytes lies. An XOR pattern uses the absolute
 * address, as the copy engine does. A table of columns uses rows and columns, as code with its own formula does.
 */

import { type Swizzle, swizzler } from '../layout/swizzle.ts';
import type { Cell } from '../layout/tile-layout.ts';

type Pattern =
  /** A swizzle on byte addresses. */
  | { readonly kind: 'xor'; readonly swizzle: Swizzle }
  /** The column in which each element is stored, row by row. */
  | { readonly kind: 'table'; readonly stored: Uint16Array };

export interface SwizzledTile {
  readonly rows: number;
  readonly columns: number;
  /** A power of two up to 16. */
  readonly elementBytes: number;
  /** Bytes between a row's end and the next row's start; whole elements. */
  readonly padBytes: number;
  /** Byte address of the first element. */
  readonly base: number;
  readonly pattern: Pattern;
}

const PLAIN: Pattern = { kind: 'xor', swizzle: { bits: 0, base: 4, shift: 3 } };

/** The same tile without a pattern. */
export const plainTile = (tile: SwizzledTile): SwizzledTile => ({ ...tile, pattern: PLAIN });

export const rowBytes = ({ columns, elementBytes }: SwizzledTile): number => columns * elementBytes;
export const pitchBytes = (tile: SwizzledTile): number => rowBytes(tile) + tile.padBytes;
/** Bytes from the first row's start to the last row's end, padding included. */
export const extentBytes = (tile: SwizzledTile): number => tile.rows * pitchBytes(tile);

/** The byte address of an element before the pattern. */
export const linearAddress = (tile: SwizzledTile, { row, column }: Cell): number =>
  tile.base + row * pitchBytes(tile) + column * tile.elementBytes;

/**
 * Gives the place of a byte by its linear address. Under a table, padding and bytes outside the tile stay where they are.
 */
export function placer(tile: SwizzledTile): (linear: number) => number {
  const { pattern } = tile;
  return pattern.kind === 'xor' ? swizzler(pattern.swizzle) : tablePlacer(tile, pattern.stored);
}

function tablePlacer(tile: SwizzledTile, stored: Uint16Array): (linear: number) => number {
  const { base, columns, elementBytes, rows } = tile;
  const pitch = pitchBytes(tile);
  return linear => {
    const row = Math.floor((linear - base) / pitch);
    const inRow = linear - base - row * pitch;
    const column = Math.floor(inRow / elementBytes);
    if (row < 0 || row >= rows || column >= columns) return linear;
    return linear + (stored[row * columns + column] - column) * elementBytes;
  };
}

/** Whether aligned pieces of this many bytes stay contiguous. */
export function keepsWhole(tile: SwizzledTile, bytes: number): boolean {
  const { pattern, columns, elementBytes } = tile;
  if (pattern.kind === 'xor') return pattern.swizzle.bits === 0 || 2 ** pattern.swizzle.base >= bytes;
  const each = bytes / elementBytes;
  if (each <= 1) return true;
  if (columns % each !== 0) return false;
  return pattern.stored.every((at, cell) => {
    const inPiece = (cell % columns) % each;
    return at === pattern.stored[cell - inPiece] + inPiece && pattern.stored[cell - inPiece] % each === 0;
  });
}

export interface Collision {
  readonly first: Cell;
  readonly second: Cell;
  /** The column in which both elements would be stored. */
  readonly stored: number;
}

/**
 * The first two elements that would be stored in the same place; null if there are none. An XOR never causes a collision.
 */
export function collisionOf({ rows, columns, pattern }: SwizzledTile): Collision | null {
  if (pattern.kind === 'xor') return null;
  const keeper = new Int32Array(columns);
  for (let row = 0; row < rows; row++) {
    keeper.fill(-1);
    for (let column = 0; column < columns; column++) {
      const stored = pattern.stored[row * columns + column];
      if (keeper[stored] >= 0) return { first: { row, column: keeper[stored] }, second: { row, column }, stored };
      keeper[stored] = column;
    }
  }
  return null;
}
