/** Sizes that follow from the parameters: the grid, a CTA's threads, and the tile as it lies in shared memory. */
import { WIDEST_ACCESS_BYTES } from '../../base/hardware.ts';
import { sizeBytes, type TileLayout, type TileSwizzle } from '../../model/layout/tile-layout.ts';
import type { TransposeParams } from './params.ts';
import { type TransposeVariant, takesPitch, takesVectors, usesTile } from './variants.ts';

/** Threads of a CTA; and of one whose threads have several accesses under way, at most. */
const THREADS = 1024;
const HOLDING_THREADS = 256;
/** The same for elements of 16 bytes, which need no registers to be turned in. */
const LARGE_HOLDING_THREADS = 512;

/** Bytes of a square's rows that vectors double. */
const SHORT_ROW_BYTES = 128;

/**
 * Rows and columns of a CTA's tile in the input. Vectors read at least 256 bytes of a row: where a square's rows are half of that, the tile has half
 * the rows and twice the columns, which takes an H200 0.9 to 0.99 of the time.
 */
export function tileSizeOf(variant: TransposeVariant, { tile, elementBytes }: TransposeParams) {
  const isWide = takesVectors(variant) && tile * elementBytes === SHORT_ROW_BYTES;
  return isWide ? { rows: tile / 2, columns: tile * 2 } : { rows: tile, columns: tile };
}

/** How a CTA's threads pass over the tile: x along a row, y down its rows; and over its columns once it is stored. */
export interface Threads {
  readonly x: number;
  readonly y: number;
  /** Elements of one access to global memory: the tile is taken in squares with so many on a side. */
  readonly vector: number;
  /** Squares below each other. */
  readonly down: number;
  /** Parts of a square's columns; a thread turns one at a time. */
  readonly parts: number;
  /** Whether a thread makes all its reads before its first store. */
  readonly holds: boolean;
}

export function threadsOf(variant: TransposeVariant, p: TransposeParams): Threads {
  const { tile, elementBytes } = p;
  const single = { x: tile, vector: 1, down: tile, parts: 1 };
  if (variant === 'coarsened') return { ...single, y: HOLDING_THREADS / tile, holds: true };
  if (!takesVectors(variant)) return { ...single, y: THREADS / tile, holds: false };
  const vector = WIDEST_ACCESS_BYTES / elementBytes;
  const { rows, columns } = tileSizeOf(variant, p);
  const [down, across] = [rows / vector, columns / vector];
  const most = elementBytes === WIDEST_ACCESS_BYTES ? LARGE_HOLDING_THREADS : HOLDING_THREADS;
  const parts = elementBytes === 1 || (elementBytes === 2 && rows < tile) ? 2 : 1;
  return { x: across, y: Math.min(down * parts, most / across), vector, down, parts, holds: true };
}

/** Columns of tiles of a far row are read in groups of so many: on an H200 16 took longer, 64 or more 1 % longer. */
const GROUP = 32;
const FAR_BYTES = 2 ** 17;

/** An H200 takes 2 to 5 % longer for a column of tiles whose rows are multiples of this apart. Rows of narrower elements end before. */
const isFar = ({ columns, elementBytes }: TransposeParams): boolean =>
  elementBytes >= 8 && (columns * elementBytes) % FAR_BYTES === 0;

/**
 * CTAs along x, y and z. Of single elements x and y are the input's columns and rows; of vectors they are the other way, so that CTAs side by
 * side write side by side; where rows are far apart, x are the columns of a group, y rows, z groups.
 */
export function gridOf(variant: TransposeVariant, p: TransposeParams): readonly [x: number, y: number, z: number] {
  const { rows, columns } = tileSizeOf(variant, p);
  const across = Math.ceil(p.columns / columns);
  const down = Math.ceil(p.rows / rows);
  if (!takesVectors(variant)) return [across, down, 1];
  return isFar(p) ? [GROUP, down, across / GROUP] : [down, across, 1];
}

/** First column and row of a CTA's tile in the input. */
export function cornerOf(variant: TransposeVariant, p: TransposeParams, cta: number) {
  const [gridX, gridY] = gridOf(variant, p);
  const [x, y, z] = [cta % gridX, Math.floor(cta / gridX) % gridY, Math.floor(cta / (gridX * gridY))];
  const [across, down] = takesVectors(variant) && !isFar(p) ? [y, x] : [z * GROUP + x, y];
  const { rows, columns } = tileSizeOf(variant, p);
  return { left: across * columns, top: down * rows };
}

/** Rows within one pass over the banks (128 bytes) step together, by as many columns as share a word (4 bytes). */
const xorOf = (p: TransposeParams): TileSwizzle => ({
  kind: 'xor',
  rowsPerStep: Math.max(1, 128 / (p.tile * p.elementBytes)),
  columnsPerStep: Math.max(1, 4 / p.elementBytes),
});

const VECTORS_OF_A_WAVEFRONT = 8;

function swizzleOf(variant: TransposeVariant, p: TransposeParams): TileSwizzle {
  if (variant === 'xor') return xorOf(p);
  if (!takesVectors(variant)) return { kind: 'none' };
  // A square moves as a whole. Where fewer lie below each other than a wavefront serves, lanes go on in the next column of squares.
  const { vector, down } = threadsOf(variant, p);
  return { kind: 'xor', rowsPerStep: vector, columnsPerStep: vector * Math.max(1, VECTORS_OF_A_WAVEFRONT / down) };
}

/** The tile as the variant means it: `pad-not-used` means to be padded. */
export const tileLayout = (variant: TransposeVariant, p: TransposeParams): TileLayout => ({
  ...tileSizeOf(variant, p),
  elementBytes: p.elementBytes,
  pitchElements: tileSizeOf(variant, p).columns + (takesPitch(variant) ? p.pad : 0),
  swizzle: swizzleOf(variant, p),
  baseBytes: p.base,
});

/** All of it dynamic. */
export const sharedBytes = (variant: TransposeVariant, p: TransposeParams): number =>
  usesTile(variant) ? sizeBytes(tileLayout(variant, p)) : 0;
