/** A tile that a tensor copy fills: what has arrived, what of it is outside of the tensor, and the chunk that came last. */
import { CHUNK_BYTES } from '../../base/hardware.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { Box } from '../view.ts';
import { boxOfCell, type ChunkTileFrame, type ChunkTilePen, cellOf, cellOfPiece, pieceIn } from './frame.ts';

const HATCH_PX = 4;

export const hasArrived = ({ pieces }: ChunkTileFrame, { copied }: ChunkTileRecords, piece: number): boolean =>
  !copied || piece * pieces.bytes < copied.arrivedBytes;

/** Whether a piece has arrived with at least a part of it from the tensor. */
export const isCopied = (frame: ChunkTileFrame, records: ChunkTileRecords, piece: number): boolean =>
  hasArrived(frame, records, piece) && insideBytesOf(frame, records, piece) > 0;

/** Number of the piece's bytes that lie before the end of the tensor. */
export function insideBytesOf({ pieces }: ChunkTileFrame, { copied }: ChunkTileRecords, piece: number): number {
  if (!copied) return pieces.bytes;
  const first = piece * pieces.bytes;
  const inside = copied.insideBytes[Math.floor(first / CHUNK_BYTES)] - (first % CHUNK_BYTES);
  return Math.min(pieces.bytes, Math.max(0, inside));
}

/** Hatched: what has arrived and is outside. Runs of a row are one mark. */
export function drawCopied({ scene, frame, theme, records }: ChunkTilePen): void {
  if (!records.copied) return;
  const runs: Box[] = [];
  for (let at = 0; at < frame.columns * frame.rows; at++) {
    const part = outsidePart(frame, records, at);
    if (part === null) continue;
    const last = runs.at(-1);
    const goesOn = last !== undefined && last.y === part.y && part.x <= last.x + last.width + 1;
    if (goesOn) runs[runs.length - 1] = { ...last, width: part.x + part.width - last.x };
    else runs.push(part);
  }
  for (const run of runs) scene.hatch(run, theme.page, theme.ink3, HATCH_PX);
}

function outsidePart(frame: ChunkTileFrame, records: ChunkTileRecords, at: number): Box | null {
  const cell = cellOf(frame, at);
  const piece = pieceIn(frame, records, cell);
  if (piece < 0 || !hasArrived(frame, records, piece)) return null;
  const share = insideBytesOf(frame, records, piece) / frame.pieces.bytes;
  if (share === 1) return null;
  const box = boxOfCell(frame, cell);
  return { ...box, x: box.x + box.width * share, width: box.width * (1 - share) };
}

/** Box of a chunk of the copy, by its number; null if it is not drawn. */
export function boxOfChunk(frame: ChunkTileFrame, records: ChunkTileRecords, chunk: number): Box | null {
  const perChunk = CHUNK_BYTES / frame.pieces.bytes;
  const cells = [chunk * perChunk, (chunk + 1) * perChunk - 1].map(piece => cellOfPiece(frame, records, piece));
  const [first, last] = cells.map(cell => cell && boxOfCell(frame, cell));
  if (!first || !last) return null;
  return { x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height };
}

/** Ringed until all have come. */
export function drawNewest({ scene, frame, theme, records }: ChunkTilePen): void {
  const chunk = records.copied?.newest ?? null;
  const box = chunk === null ? null : boxOfChunk(frame, records, chunk);
  if (box !== null) scene.ring(box, 1, { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4 });
}

/** Lines of the lens about the copy; none if no copy is shown, or if the whole piece is in the tensor and the sources agree. */
export function copiedLines(frame: ChunkTileFrame, records: ChunkTileRecords, piece: number): string[] {
  const { copied } = records;
  if (!copied) return [];
  if (!hasArrived(frame, records, piece)) return ['not copied yet'];
  const chunk = Math.floor((piece * frame.pieces.bytes) / CHUNK_BYTES);
  const found = copied.other?.holds.get(chunk);
  const said = found === undefined ? [] : [`${copied.other!.name}: ${found}`];
  const inside = insideBytesOf(frame, records, piece);
  if (inside === frame.pieces.bytes) return said;
  const isCut = copied.insideBytes[chunk] > 0;
  const outside = `outside: ${isCut ? copied.cut : copied.outside}`;
  return [inside === 0 ? outside : `${frame.pieces.bytes - inside} B ${outside}`, ...said];
}
