/** Numbers on the cells of a tile that are large enough. */
import { BANKS, CHUNK_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { ChunkTileRecords } from '../swizzle/records.ts';
import type { Box } from '../view.ts';
import { addressesOf } from './cells.ts';
import { isCopied } from './copied.ts';
import { boxOfCell, type ChunkTileFrame, type ChunkTilePen, cellOf, pieceIn } from './frame.ts';

const NUMBERED_PX = 18;
const NUMBERED_HEIGHT_PX = 14;

export function drawNumbers(pen: ChunkTilePen): void {
  const { frame, records } = pen;
  if (!isNumbered(frame)) return;
  for (let at = 0; at < frame.columns * frame.rows; at++) {
    const cell = cellOf(frame, at);
    const piece = pieceIn(frame, records, cell);
    if (piece < 0 || !isCopied(frame, records, piece)) continue;
    drawNumber(pen, boxOfCell(frame, cell), numberOf(frame, records, piece));
  }
}

export const isNumbered = ({ pitchX, pitchY, pieces }: ChunkTileFrame): boolean =>
  pitchX >= NUMBERED_PX && pitchY >= NUMBERED_HEIGHT_PX && pieces.bytes >= WORD_BYTES;

const LARGEST_PX = 11;
/** Of a cell's height, what is no number. */
const AROUND_PX = 2;

export function drawNumber({ scene, theme }: ChunkTilePen, box: Box, text: string): void {
  const size = Math.min(LARGEST_PX, box.height - AROUND_PX);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + size * 0.36];
  scene.text(x, y, text, theme.label, { anchor: 'middle', size });
}

const CHUNK_WORDS = CHUNK_BYTES / WORD_BYTES;

/** In memory the column that a piece comes from, among rows and columns the chunk or bank that it lies in. */
export function numberOf(frame: ChunkTileFrame, records: ChunkTileRecords, piece: number): string {
  if (records.arranged === 'memory') return `${piece % frame.pieces.columns}`;
  const bank = Math.floor(addressesOf(records.tile, frame, piece)[1] / WORD_BYTES) % BANKS;
  return `${frame.pieces.bytes > WORD_BYTES ? Math.floor(bank / CHUNK_WORDS) : bank}`;
}
