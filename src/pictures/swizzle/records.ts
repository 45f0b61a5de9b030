/** The records of the pictures of swizzles. */

import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { UnitName } from '../../model/swizzle/swizzle-names.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import type { PieceName } from '../../model/swizzle/tile-pieces.ts';

export interface XorBitsRecords {
  /** On bytes, whatever unit is shown. */
  readonly swizzle: Swizzle;
  /** A second one, drawn upwards above the address; the brackets are those of the first. */
  readonly against?: Swizzle | null;
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
  /** Under whose pattern the pieces lay before; they are on their way from there while the playhead is below 1. */
  readonly from?: SwizzledTile | null;
  /** Who else says where bytes lie; pieces that they put elsewhere are flagged. */
  readonly other?: OtherPlaces | null;
  /** What a tensor copy has brought; left out for a tile that is there from the start. */
  readonly copied?: CopiedBytes | null;
}

export interface CopiedBytes {
  /** So many have come, row by row. */
  readonly arrivedBytes: number;
  /** Number of the 16-byte chunk that came last; null before the first, and when all have come. */
  readonly newest: number | null;
  /** Of each chunk those before the end of the tensor. */
  readonly insideBytes: Uint8Array;
  /** What the others are: 'zeros', 'left out'. */
  readonly outside: string;
  /** What the rest of a chunk is that the end cuts: 'zeros', 'stored behind the row'. */
  readonly cut: string;
  /** Who else says what the chunks hold. */
  readonly other?: OtherChunks | null;
}

/** Chunks that somebody else found to hold something else; they are flagged. */
export interface OtherChunks {
  /** 'emulated': what stands before what they hold. */
  readonly name: string;
  /** By the chunk's number. */
  readonly holds: ReadonlyMap<number, string>;
}

export interface OtherPlaces {
  /** 'emulated', 'by offsets': what stands before the address. */
  readonly name: string;
  /** From the linear byte address of a tile's own byte; null where nothing was said. */
  readonly place: (linear: number) => number | null;
}

export interface LaneBytes {
  readonly lane: number;
  /** The first element and how many bytes from there on. */
  readonly cell: Cell;
  readonly bytes: number;
}
