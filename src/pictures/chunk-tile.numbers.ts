/** Numbers on the cells of a tile that are large enough. */
import { BANKS, WORD_BYTES } from './address-text.ts';
import { addressesOf } from './chunk-tile.cells.ts';
import { isCopied } from './chunk-tile.copied.ts';
import { boxOfCell, type ChunkTileFrame, cellOf, pieceIn } from './chunk-tile.frame.ts';
import type { SceneBuilder } from './scene-builder.ts';
import type { ChunkTileRecords } from './swizzle-records.ts';
import type { PictureView } from './view.ts';

const NUMBERED_PX = 18;
const NUMBERED_HEIGHT_PX = 14;

/** In memory the column that a piece comes from, among rows and columns the chunk or bank that it lies in. */
export function drawNumbers(
  scene: SceneBuilder,
  frame: ChunkTileFrame,
  records: ChunkTileRecords,
  view: PictureView,
): void {
  if (frame.pitchX < NUMBERED_PX || frame.pitchY < NUMBERED_HEIGHT_PX || frame.pieces.bytes < WORD_BYTES) return;
  const style = { anchor: 'middle', size: Math.min(11, frame.pitchY - 3) } as const;
  for (let at = 0; at < frame.columns * frame.rows; at++) {
    const cell = cellOf(frame, at);
    const { x, y, width, height } = boxOfCell(frame, cell);
    const piece = pieceIn(frame, records, cell);
    if (piece < 0 || !isCopied(frame, records, piece)) continue;
    scene.text(
      x + width / 2,
      y + height / 2 + style.size * 0.36,
      numberOf(frame, records, piece),
      view.theme.label,
      style,
    );
  }
}

const CHUNK_WORDS = 4;

function numberOf(frame: ChunkTileFrame, records: ChunkTileRecords, piece: number): string {
  if (records.arranged === 'memory') return `${piece % frame.pieces.columns}`;
  const bank = Math.floor(addressesOf(records.tile, frame, piece)[1] / WORD_BYTES) % BANKS;
  return `${frame.pieces.bytes > WORD_BYTES ? Math.floor(bank / CHUNK_WORDS) : bank}`;
}
