/** The records of the pictures of swizzles. */

import type { Swizzle } from '../../model/layout/swizzle.ts';
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { UnitName } from '../../model/swizzle/swizzle-names.ts';
import type { SwizzledTile } from '../../model/swizzle/tile.ts';
import type { PieceName } from '../../model/swizzle/tile-pieces.ts';

export interface XorBitsRecords {
  /** Swizzle on bytes, whatever unit is shown. */
  readonly swizzle: Swizzle;
  /** A second one, drawn upwards above the address; the brackets are those of the first. */
  readonly against?: Swizzle | null;
  readonly unit: UnitName;
  /** Tile whose elements have the addresses in the boxes. */
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
  /** Tile with the pattern before; the pieces move from there while the playhead is below 1. */
  readonly from?: SwizzledTile | null;
  /** Another source for the places of bytes; pieces with another place there are flagged. */
  readonly other?: OtherPlaces | null;
  /** Bytes that a tensor copy has brought; absent for a tile that is there from the start. */
  readonly copied?: CopiedBytes | null;
}

export interface CopiedBytes {
  /** Number of bytes that have arrived, row by row. */
  readonly arrivedBytes: number;
  /** Number of the 16-byte chunk that came last; null before the first, and when all have come. */
  readonly newest: number | null;
  /** Bytes of each chunk that lie before the end of the tensor. */
  readonly insideBytes: Uint8Array;
  /** What the other bytes are: 'zeros', 'left out'. */
  readonly outside: string;
  /** What the rest of a chunk is that the tensor's end cuts: 'zeros', 'stored behind the row'. */
  readonly cut: string;
  /** Another source for the contents of the chunks. */
  readonly other?: OtherChunks | null;
}

/** Chunks that hold something else in another source; they are flagged. */
export interface OtherChunks {
  /** 'emulated': what stands before what they hold. */
  readonly name: string;
  /** Contents by the chunk's number. */
  readonly holds: ReadonlyMap<number, string>;
}

export interface OtherPlaces {
  /** 'emulated', 'by offsets': what stands before the address. */
  readonly name: string;
  /** Place of a tile's own byte, by its linear address; null if the source does not say. */
  readonly place: (linear: number) => number | null;
}

export interface LaneBytes {
  readonly lane: number;
  /** The first element and how many bytes from there on. */
  readonly cell: Cell;
  readonly bytes: number;
}
