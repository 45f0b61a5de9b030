/** Places of the pads of a strip: a row for each mode, a column for each pad. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import { SWEPT_PADS } from '../../model/permute/pad-sweep.ts';
import type { PadStripRecords } from '../permute/records.ts';
import type { PicturePen } from '../scene/pen.ts';
import { advancePx } from '../scene/text-metrics.ts';
import type { Box, PictureView } from '../view.ts';

const HEAD_PX = 16;
const ROW_PX = 20;
const TEXT_PX = 10;
const GAP_PX = 8;
const CELL_PX = { least: 5, greatest: 26 };

export interface StripFrame {
  /** Right edges of the names and of the pads that there are. */
  readonly nameX: number;
  readonly padX: number;
  readonly cellsX: number;
  readonly cellPitch: number;
  readonly rowsY: number;
  readonly rowPitch: number;
  readonly right: number;
  readonly bottom: number;
}

export type PadStripPen = PicturePen<StripFrame, PadStripRecords>;

export function stripFrame({ names, sweep }: PadStripRecords, { width, textScale }: PictureView): StripFrame {
  const chars = (texts: readonly string[]): number =>
    Math.max(3, ...texts.map(({ length }) => length)) * advancePx(TEXT_PX, 'digits');
  const nameX = chars(sweep.map(({ mode }) => names[mode])) * textScale;
  const padX = nameX + (chars(sweep.map(({ pad }) => `+${pad}`)) + GAP_PX) * textScale;
  const cellsX = Math.ceil(padX) + GAP_PX;
  const fitting = Math.floor((width - cellsX) / SWEPT_PADS);
  const cellPitch = Math.min(CELL_PX.greatest * textScale, Math.max(CELL_PX.least, fitting));
  const rowsY = HEAD_PX * textScale;
  const rowPitch = ROW_PX * textScale;
  const right = cellsX + SWEPT_PADS * cellPitch;
  return { nameX, padX, cellsX, cellPitch, rowsY, rowPitch, right, bottom: rowsY + sweep.length * rowPitch };
}

/** Row of the sweep, pad as column. */
export const padBox = ({ cellsX, cellPitch, rowsY, rowPitch }: StripFrame, { row, column }: Cell): Box => ({
  x: cellsX + column * cellPitch,
  y: rowsY + row * rowPitch,
  width: cellPitch - 1,
  height: rowPitch - 3,
});

export function padUnder(frame: StripFrame, px: number, py: number): Cell | null {
  const isInside = px >= frame.cellsX && px < frame.right && py >= frame.rowsY && py < frame.bottom;
  if (!isInside) return null;
  const row = Math.floor((py - frame.rowsY) / frame.rowPitch);
  return { row, column: Math.floor((px - frame.cellsX) / frame.cellPitch) };
}
