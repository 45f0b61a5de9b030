/** The records of the pictures of swizzles. */

import type { Swizzle } from '../model/layout/swizzle.ts';
import type { Cell } from '../model/layout/tile-layout.ts';
import type { UnitName } from '../model/swizzle/names.ts';
import type { PieceName } from '../model/swizzle/places.ts';
import type { SwizzledTile } from '../model/swizzle/tile.ts';

export interface XorBitsRecords {
  /** On bytes, whatever unit is shown. */
  readonly swizzle: Swizzle;
  readonly unit: UnitName;
  /** Whose elements the addresses in the boxes are. */
  readonly tile: SwizzledTile;
}

export interface ChunkTileRecords {
  /** 'Before', 'After'. */
  readonly title: string;
  readonly tile: SwizzledTile;
  readonly piece: PieceName;
  /** Shared memory with what lies where, or the rows and columns with where each of them lies. */
  readonly arranged: 'memory' | 'tile';
  /** The access: its lanes, from the tile's start before the pattern. */
  readonly lanes: readonly LaneBytes[];
}

export interface LaneBytes {
  readonly lane: number;
  /** The first element and how many bytes from there on. */
  readonly cell: Cell;
  readonly bytes: number;
}
