/** A CTA of a launch: its tiles of queries, the tiles of keys that each sees, and where shared memory has them. */
import type { TileLayout } from '../../model/layout/tile-layout.ts';
import { tmaSwizzle } from '../../model/tma/swizzle-modes.ts';
import type { Launch } from '../../trace/launch.ts';
import { ELEMENT_BYTES, operandBytes, SLAB, sharedPlaces, slabColumns, tileKeys, tileQueries } from './build.ts';
import { type AttentionParams, keysOf } from './params.ts';
import { type AttentionVariant, isPersistent } from './variants.ts';

export interface QueryTile {
  /** Number of the head of Q. */
  readonly head: number;
  readonly firstQuery: number;
}

export interface AttentionCta {
  readonly variant: AttentionVariant;
  readonly p: AttentionParams;
  readonly launch: Launch;
  readonly tiles: readonly QueryTile[];
  /** In its cluster. */
  readonly rank: number;
  readonly addressOf: (buffer: string) => number;
}

/**
 * Tiles of keys that the tile's last query sees. In the persistent version, a query tile without keys still reads one
 * tile.
 */
export function keyTiles({ variant, p }: Pick<AttentionCta, 'variant' | 'p'>, { firstQuery }: QueryTile): number {
  const last = Math.min(firstQuery + tileQueries(variant, p), p.queries) - 1;
  const tiles = Math.ceil(keysOf(p, last) / tileKeys(variant, p));
  return isPersistent(variant) ? Math.max(1, tiles) : tiles;
}

/** Tiles of keys from the last one to the first. */
export const keyTilesDown = (cta: Pick<AttentionCta, 'variant' | 'p'>, tile: QueryTile): number[] =>
  Array.from({ length: keyTiles(cta, tile) }, (_, step) => keyTiles(cta, tile) - 1 - step);

export const count = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** A tile as wide as a row of the swizzle, or as the head. */
export const slabTile = (
  variant: AttentionVariant,
  p: Pick<AttentionParams, 'headDim'>,
  rows: number,
  baseBytes: number,
): TileLayout => swizzledTile(variant, [rows, slabColumns(variant, p)], baseBytes);

/** Values that a producer has turned round: a row for each column of the head. */
export const turnedTile = (variant: AttentionVariant, p: AttentionParams, stage: number): TileLayout =>
  swizzledTile(variant, [p.headDim, tileKeys(variant, p)], sharedPlaces(variant, p).turned(stage));

const swizzledTile = (
  variant: AttentionVariant,
  [rows, columns]: readonly [number, number],
  baseBytes: number,
): TileLayout => ({
  ...{ rows, columns, pitchElements: columns, elementBytes: operandBytes(variant), baseBytes },
  swizzle:
    variant === 'a1-unswizzled'
      ? { kind: 'none' }
      : { kind: 'address', swizzles: tmaSwizzle(swizzleOf(columns * operandBytes(variant))).swizzles },
});

/** Of rows of 64 or of 128 bytes. */
export const swizzleOf = (rowBytes: number): '64B' | '128B' => (rowBytes === 64 ? '64B' : '128B');

export const SLAB_ROW_BYTES = SLAB * ELEMENT_BYTES;

/** The first slab of the queries. */
export const queryTile = (variant: AttentionVariant, p: AttentionParams): TileLayout =>
  slabTile(variant, p, tileQueries(variant, p), sharedPlaces(variant, p).q(0));
