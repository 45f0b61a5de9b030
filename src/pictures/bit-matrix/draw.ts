/** Bit matrix: a row for each bit of the result, a column for each of the offset, high bits first; a 1 where it takes part. */

import type { BitMatrixRecords } from '../records.ts';
import {
  cellBox,
  frameSize,
  type GridFrame,
  gridFrame,
  placedGrid,
  visibleColumns,
  visibleRows,
} from '../scene/grid-frame.ts';
import { type PicturePen, picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { CellGrid, Scene } from '../scene/scene.ts';
import { isPinned, type PictureView } from '../view.ts';

export type BitMatrixPen = PicturePen<GridFrame, BitMatrixRecords>;

export const bitMatrixFrame = ({ matrix }: BitMatrixRecords, view: PictureView): GridFrame =>
  gridFrame(matrix.length, 0, matrix.length, view);

/** The bit of a row or column: the highest is the first. */
export const bitAt = ({ matrix }: BitMatrixRecords, index: number): number => matrix.length - 1 - index;

export const isSet = (records: BitMatrixRecords, row: number, column: number): boolean =>
  records.matrix[bitAt(records, row)].includes(bitAt(records, column));

export function bitMatrixScene(records: BitMatrixRecords, view: PictureView): Scene {
  const frame = bitMatrixFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  scene.layer(frame.plot).grid(placedGrid(frame, cellsOf(records, frame, view)));
  drawOnes(pen);
  scene.layer(view.zoom.k === 1 ? null : frame.plot);
  drawHighlight(pen);
  scene.layer();
  drawBits(pen);
  const { width, height } = frameSize(frame, view);
  return scene.finish(width, height);
}

/** A bit that stays is grey, one that flips another has the accent. */
function cellsOf(records: BitMatrixRecords, frame: GridFrame, { theme }: PictureView): CellGrid {
  const [x, y] = [visibleColumns(frame), visibleRows(frame)];
  const columns = Math.ceil(x.count / frame.block);
  const rows = Math.ceil(y.count / frame.block);
  const fill = Uint8Array.from({ length: columns * rows }, (_, i) => {
    const row = y.first + Math.floor(i / columns) * frame.block;
    const column = x.first + (i % columns) * frame.block;
    if (!isSet(records, row, column)) return 0;
    return row === column ? 1 : 2;
  });
  const palette = [theme.cellIdle, theme.lineStrong, theme.accent.ink];
  return { columns, rows, palette, fill, opacity: null, lane: null, bank: null, address: null };
}

const TEXT_PX = 12;

function drawOnes({ scene, frame, theme, records }: BitMatrixPen): void {
  if (frame.pitch < TEXT_PX) return;
  const [x, y] = [visibleColumns(frame), visibleRows(frame)];
  for (let row = y.first; row < y.first + y.count; row++)
    for (let column = x.first; column < x.first + x.count; column++) {
      if (!isSet(records, row, column)) continue;
      const box = cellBox(frame, row, column);
      const ink = row === column ? theme.ink : theme.page;
      const style = { size: Math.min(12, frame.pitch - 4), weight: 600, anchor: 'middle' } as const;
      scene.text(box.x + box.width / 2, box.y + box.height / 2 + style.size * 0.36, '1', ink, style);
    }
}

function drawHighlight(pen: BitMatrixPen): void {
  const { frame } = pen;
  const { highlight, selection } = pen.view;
  const at = highlight?.cell ?? selection;
  if (at === null || at.row >= frame.rows || at.column >= frame.columns) return;
  const ring = isPinned(highlight, selection) || highlight === null ? pinnedRing : hoverRing;
  ring(pen, cellBox(frame, at.row, at.column), undefined);
}

/** Bits by their numbers, as many as there is room for. */
function drawBits({ scene, frame, theme, textScale, records }: BitMatrixPen): void {
  const { plot, pitch, gap } = frame;
  const step = Math.ceil((18 * textScale) / pitch);
  const half = (pitch - gap) / 2;
  for (let i = 0; i < frame.rows; i++) {
    const bit = bitAt(records, i);
    if (bit % step !== 0) continue;
    const [x, y] = [frame.x + i * pitch + half, frame.y + i * pitch + half];
    if (x >= plot.x && x <= plot.x + plot.width) scene.text(x, plot.y - 5, `${bit}`, theme.ink3, { anchor: 'middle' });
    if (y >= plot.y && y <= plot.y + plot.height)
      scene.text(plot.x - 5, y + 3.5 * textScale, `${bit}`, theme.ink3, { anchor: 'end' });
  }
}
