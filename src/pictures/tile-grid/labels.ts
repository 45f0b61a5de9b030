/** Numbers in the cells of a tile grid, as far as there is room. */
import { type Cell, storedColumn, type TileLayout } from '../../model/layout/tile-layout.ts';
import { bankOf } from '../address-text.ts';
import type { TileGridRecords } from '../records.ts';
import type { TileCells } from '../requests/tile-cells.ts';
import { cellBox, type GridFrame, visibleColumns, visibleRows } from '../scene/grid-frame.ts';
import type { PicturePen } from '../scene/pen.ts';

export interface TileGridPen extends PicturePen<GridFrame, TileGridRecords> {
  readonly cells: TileCells;
}

/** First byte of a cell, without the bounds check of the model: geometry never leaves the tile. */
export const addressOf = (layout: TileLayout, row: number, column: number): number =>
  layout.baseBytes + (row * layout.pitchElements + storedColumn(layout, row, column)) * layout.elementBytes;

const NUMBER_PX = 20;
const TWO_LINES_PX = 34;
const HIT_NUMBER_PX = 14;

export function drawLabels(pen: TileGridPen): void {
  const { frame, cells } = pen;
  if (frame.pitch < HIT_NUMBER_PX) return;
  const columns = visibleColumns(frame);
  const rows = visibleRows(frame);
  for (let row = rows.first; row < rows.first + rows.count; row++)
    for (let column = columns.first; column < columns.first + columns.count; column++) {
      const lane = cells.laneByCell[row * frame.columns + column];
      if (lane >= 0 || frame.pitch >= NUMBER_PX) drawLabel(pen, { row, column, lane });
    }
}

function drawLabel(
  { scene, frame, theme, records: { layout, colourBy } }: TileGridPen,
  { row, column, lane }: Cell & { readonly lane: number },
): void {
  const address = addressOf(layout, row, column);
  const box = cellBox(frame, row, column);
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  const ink = colourBy === 'bank' || colourBy === 'chunk' ? theme.label : theme.ink;
  const texts = {
    bank: `${bankOf(address)}`,
    chunk: `${bankOf(address) >> 2}`,
    offset: `${(address - layout.baseBytes) / layout.elementBytes}`,
    lane: lane < 0 ? '' : `${lane}`,
  };
  const twoLines = frame.pitch >= TWO_LINES_PX;
  const size = twoLines ? 12 : frame.pitch >= NUMBER_PX ? 11 : 10;
  scene.text(x, middle + (twoLines ? -1 : size * 0.36), texts[colourBy], ink, { size, anchor: 'middle' });
  if (!twoLines) return;
  const second = lane >= 0 && colourBy !== 'lane' ? `lane ${lane}` : `${row},${column}`;
  scene.text(x, middle + 12, second, ink, { size: 10, anchor: 'middle' });
}
