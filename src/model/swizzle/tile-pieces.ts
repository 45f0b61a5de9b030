/** A tile piece by piece, for pictures: the place of each piece, and the piece of each place. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { extentBytes, keepsWhole, linearAddress, pitchBytes, placer, rowBytes, type SwizzledTile } from './tile.ts';

export type PieceName = 'byte' | 'element' | 'chunk';

export interface TilePieces {
  readonly bytes: number;
  /** Pieces in a row: `columns` without padding, `pitch` with padding. */
  readonly columns: number;
  readonly pitch: number;
  /**
   * For each piece (row by row, without padding), its place (row by row, with padding); -1 = outside the tile's own
   * bytes.
   */
  readonly placeOf: Int32Array;
  /** For each place, its piece; -1 = no piece. */
  readonly pieceAt: Int32Array;
  /** How many pieces lie outside. */
  readonly outside: number;
}

/**
 * Bytes of a piece: the wanted size, or else the largest smaller one that divides a row and that the pattern keeps whole.
 */
export function pieceBytes(tile: SwizzledTile, wanted: PieceName): number {
  const sizes = { chunk: CHUNK_BYTES, element: tile.elementBytes, byte: 1 };
  const fits = (bytes: number): boolean =>
    [rowBytes(tile), tile.padBytes, tile.base].every(length => length % bytes === 0) && keepsWhole(tile, bytes);
  const order = wanted === 'chunk' ? [CHUNK_BYTES, tile.elementBytes] : [sizes[wanted]];
  return order.find(fits) ?? 1;
}

/** The pieces of a tile. @param bytes the size of a piece, from `pieceBytes`. */
export function piecesOf(tile: SwizzledTile, bytes: number): TilePieces {
  const columns = rowBytes(tile) / bytes;
  const pitch = pitchBytes(tile) / bytes;
  const place = placer(tile);
  const placeOf = new Int32Array(tile.rows * columns);
  const pieceAt = new Int32Array(extentBytes(tile) / bytes).fill(-1);
  let outside = 0;
  for (let piece = 0; piece < placeOf.length; piece++) {
    const row = Math.floor(piece / columns);
    const linear = linearAddress(tile, { row, column: 0 }) + (piece - row * columns) * bytes;
    const at = Math.floor((place(linear) - tile.base) / bytes);
    const isInside = at >= 0 && at < pieceAt.length;
    placeOf[piece] = isInside ? at : -1;
    if (isInside) pieceAt[at] = piece;
    else outside++;
  }
  return { bytes, columns, pitch, placeOf, pieceAt, outside };
}
