/** Places of the bars of units and roles: one axis from 0 to 100 % of the time for all. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, PictureView } from '../view.ts';
import { type UnitBarsRecords, type UnitRow, unitRows } from './records.ts';

const HEAD_PX = 16;
const ROW_PX = 22;
const BAR_PX = 14;
const BETWEEN_PX = 12;
const NAME_PX = 92;
/** Two columns of numbers. */
const NUMBER_PX = 50;

export interface UnitBarsFrame {
  readonly units: readonly UnitRow[];
  /** Left edge of the bars, and their length for 100 %. */
  readonly x: number;
  readonly width: number;
  readonly barPx: number;
  /** Right edges of the columns of numbers. */
  readonly numbers: readonly [number, number];
  readonly headY: number;
  /** Top of the bar of each row: units first, then roles. */
  readonly rowY: readonly number[];
  readonly height: number;
}

export type UnitBarsPen = PicturePen<UnitBarsFrame, UnitBarsRecords>;

export function unitBarsFrame(records: UnitBarsRecords, { width, textScale }: PictureView): UnitBarsFrame {
  const units = unitRows(records);
  const x = NAME_PX * textScale;
  const right = width - 2 * NUMBER_PX * textScale;
  const top = HEAD_PX * textScale;
  const rowY = Array.from({ length: units.length + records.roles.length }, (_, i) => {
    const gap = i < units.length ? 0 : BETWEEN_PX;
    return top + (gap + i * ROW_PX + (ROW_PX - BAR_PX) / 2) * textScale;
  });
  return {
    units,
    x,
    width: Math.max(1, right - x),
    barPx: BAR_PX * textScale,
    numbers: [right + NUMBER_PX * textScale, width],
    headY: 10 * textScale,
    rowY,
    height: top + (rowY.length * ROW_PX + BETWEEN_PX) * textScale,
  };
}

/** A stretch of a row, in shares of the time. */
export const shareBox = ({ x, width, barPx, rowY }: UnitBarsFrame, row: number, from: number, to: number): Box => ({
  x: x + from * width,
  y: rowY[row],
  width: (to - from) * width,
  height: barPx,
});

/** All of a row, its name and numbers with it. */
export const rowBox = ({ rowY, barPx, numbers }: UnitBarsFrame, row: number): Box => ({
  x: 0,
  y: rowY[row] - 3,
  width: numbers[1],
  height: barPx + 6,
});

export function rowUnder(frame: UnitBarsFrame, y: number): Cell | null {
  const row = frame.rowY.findIndex((_, i) => {
    const box = rowBox(frame, i);
    return y >= box.y && y < box.y + box.height;
  });
  return row < 0 ? null : { row, column: 0 };
}
