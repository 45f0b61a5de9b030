/** Pieces of a tile that somebody else puts elsewhere, or in which he found something else. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import { cornerFlag } from '../requests/difference-marks.ts';
import type { ChunkTileRecords, OtherPlaces } from '../swizzle/records.ts';
import { addressesOf } from './cells.ts';
import { hasArrived } from './copied.ts';
import { boxOfCell, type ChunkTileFrame, type ChunkTilePen, cellOfPiece } from './frame.ts';

const kept = new WeakMap<OtherPlaces, Map<unknown, readonly number[]>>();

export const differingPieces = (frame: ChunkTileFrame, records: ChunkTileRecords): readonly number[] =>
  records.copied ? alteredPieces(frame, records) : movedPieces(frame, records);

/** A chunk is flagged as a whole, in its first piece, once it has arrived. */
const alteredPieces = (frame: ChunkTileFrame, records: ChunkTileRecords): number[] =>
  Array.from(records.copied?.other?.holds.keys() ?? [], chunk => (chunk * CHUNK_BYTES) / frame.pieces.bytes).filter(
    piece => hasArrived(frame, records, piece),
  );

/** Kept by who says it and of which pieces: a picture asks again with every move of the pointer. */
function movedPieces(frame: ChunkTileFrame, { tile, other }: ChunkTileRecords): readonly number[] {
  if (!other) return [];
  const known = kept.get(other) ?? new Map<unknown, readonly number[]>();
  kept.set(other, known);
  const pieces = known.get(frame.pieces) ?? differing(frame, tile, other);
  known.set(frame.pieces, pieces);
  return pieces;
}

const differing = (frame: ChunkTileFrame, tile: ChunkTileRecords['tile'], other: OtherPlaces): number[] =>
  Array.from(frame.pieces.placeOf.keys()).filter(piece => {
    const [linear, placed] = addressesOf(tile, frame, piece);
    const said = other.place(linear);
    return said !== null && said !== placed;
  });

/** Smaller cells have no room for a flag; the caption counts them. */
const FLAGGED_PX = 5;

export function drawDifferences(pen: ChunkTilePen): void {
  const { frame, records } = pen;
  if (Math.min(frame.pitchX, frame.pitchY) < FLAGGED_PX) return;
  for (const piece of differingPieces(frame, records)) {
    const cell = cellOfPiece(frame, records, piece);
    if (cell !== null) cornerFlag(pen, boxOfCell(frame, cell));
  }
}
