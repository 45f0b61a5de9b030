/** Sizes that follow from the parameters: the grid, and the tile as it lies in shared memory. */
import { sizeBytes, type TileLayout, type TileSwizzle } from '../../model/layout/tile-layout.ts';
import type { TransposeParams } from './params.ts';
import { takesPitch, usesTile, type Variant } from './variants.ts';

/** Threads of a CTA, in every variant. */
export const THREADS = 1024;

/** Rows of threads: a CTA passes over its tile in steps of so many rows. */
export const threadRows = (p: TransposeParams): number => THREADS / p.tile;

/** CTAs along x (columns of the input) and y. */
export const gridOf = (p: TransposeParams): readonly [x: number, y: number] => [
  Math.ceil(p.columns / p.tile),
  Math.ceil(p.rows / p.tile),
];

/** Rows within one pass over the banks (128 bytes) step together, by as many columns as share a word (4 bytes). */
const xorOf = (p: TransposeParams): TileSwizzle => ({
  kind: 'xor',
  rowsPerStep: Math.max(1, 128 / (p.tile * p.elementBytes)),
  columnsPerStep: Math.max(1, 4 / p.elementBytes),
});

/** The tile as the variant means it: `pad-not-used` means to be padded. */
export const tileLayout = (variant: Variant, p: TransposeParams): TileLayout => ({
  rows: p.tile,
  columns: p.tile,
  elementBytes: p.elementBytes,
  pitchElements: p.tile + (takesPitch(variant) ? p.pad : 0),
  swizzle: variant === 'xor' ? xorOf(p) : { kind: 'none' },
  baseBytes: p.base,
});

/** All of it dynamic. */
export const sharedBytes = (variant: Variant, p: TransposeParams): number =>
  usesTile(variant) ? sizeBytes(tileLayout(variant, p)) : 0;
