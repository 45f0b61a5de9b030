/** The records of the page's pictures. */

import { pitchBytes } from '../../model/swizzle/tile.ts';
import { type PieceName, pieceBytes } from '../../model/swizzle/tile-pieces.ts';
import type { ChunkTileRecords, XorBitsRecords } from '../../pictures/swizzle/records.ts';
import type { Highlight, SharedScale } from '../../pictures/view.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import { type SwizzleSide, sideNames } from './pattern-names.ts';
import type { Tiles } from './tile-of-state.ts';
import type { Derived } from './use-swizzle.ts';

/** Null where the pattern is none of bits. */
export const bitsRecords = ({ unit, against }: SwizzleState, { after, swizzle }: Tiles): XorBitsRecords | null =>
  swizzle && { swizzle, against: against.bits === 0 ? null : against, unit, tile: after };

const PIECES = ['chunk', 'element', 'byte'] as const;

/** The largest pieces, of the wanted ones and smaller, that are the same in both tiles: their cells are to be compared. */
function commonPiece(wanted: PieceName, { before, after }: Tiles): PieceName {
  const smaller = PIECES.slice(PIECES.indexOf(wanted));
  return smaller.find(piece => pieceBytes(before, piece) === pieceBytes(after, piece)) ?? 'byte';
}

export const tileRecords = (
  state: SwizzleState,
  { tiles, lanes, other }: Derived,
  when: SwizzleSide,
): ChunkTileRecords => ({
  title: `${sideNames(state)[when]}${when === 'after' && tiles.error !== null ? ' (no pattern)' : ''}`,
  tile: tiles[when],
  piece: commonPiece(state.piece, tiles),
  arranged: state.arranged,
  lanes: lanes[when],
  other: when === 'after' ? other : null,
});

/** Room for the padding in both pictures. */
export const scaleOf = ({ tile, piece }: ChunkTileRecords): SharedScale => ({
  columns: Math.ceil(pitchBytes(tile) / pieceBytes(tile, piece)),
  rows: tile.rows,
});

const FEW = 16;
const SOME = 40;

/** How much room the tiles need: a row of cells is readable beside the bits, or wants the page's width. */
export function cellsOf({ piece }: SwizzleState, { tiles }: Derived): 'few' | 'some' | 'many' {
  const columns = pitchBytes(tiles.after) / pieceBytes(tiles.after, commonPiece(piece, tiles));
  return columns <= FEW ? 'few' : columns <= SOME ? 'some' : 'many';
}

/** The address to begin with: where the access starts, or one whose bits are not all 0. */
export const exampleOf = ({ rows, columns, origin }: SwizzleState): Highlight => ({
  cell: origin.row + origin.column > 0 ? origin : { row: Math.min(5, rows - 1), column: Math.min(24, columns - 1) },
  bank: null,
});
