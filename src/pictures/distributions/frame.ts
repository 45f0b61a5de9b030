/** Places of the rows and bars of distributions. */
import type { DistributionsRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, Highlight, PictureView } from '../view.ts';

const ROW = { name: 16, count: 15, bars: 30, gap: 8 };
const GREATEST_BIN_PX = 64;
const BIN_GAP_PX = 3;
/** One case among thousands is still there. */
const LEAST_BAR_PX = 1.5;

export interface DistributionsFrame {
  readonly binPx: number;
  readonly rowPx: number;
  readonly barsPx: number;
  /** Distance from the top of a row to the foot of its bars. */
  readonly footPx: number;
  readonly total: number;
  readonly bottom: number;
}

export type DistributionsPen = PicturePen<DistributionsFrame, DistributionsRecords>;

export function distributionsFrame({ bins, rows, total }: DistributionsRecords, view: PictureView): DistributionsFrame {
  const { textScale, width } = view;
  const text = (ROW.name + ROW.count) * textScale;
  const rowPx = text + ROW.bars + ROW.gap;
  return {
    binPx: Math.min(GREATEST_BIN_PX * textScale, width / Math.max(1, bins.length)),
    rowPx,
    barsPx: ROW.bars,
    footPx: text + ROW.bars,
    total: Math.max(1, total),
    bottom: rows.length * rowPx,
  };
}

export function barBox({ binPx, rowPx, barsPx, footPx, total }: DistributionsFrame, place: Place): Box {
  const { row, bin, count } = place;
  const height = count === 0 ? 0 : Math.max(LEAST_BAR_PX, (barsPx * count) / total);
  return { x: bin * binPx, y: row * rowPx + footPx - height, width: binPx - BIN_GAP_PX, height };
}

interface Place {
  readonly row: number;
  readonly bin: number;
  readonly count: number;
}

/** The bar that a highlight means: its row, and its bin as the column. */
export function placeOf({ rows }: DistributionsRecords, highlight: Highlight): Place | null {
  if (!highlight?.cell) return null;
  const { row, column } = highlight.cell;
  const count = rows[row]?.counts[column];
  return count === undefined ? null : { row, bin: column, count };
}

/** The whole column of a bin counts, bars being low. */
export function distributionsHit(
  frame: DistributionsFrame,
  records: DistributionsRecords,
  x: number,
  y: number,
): Place | null {
  const cell = { row: Math.floor(y / frame.rowPx), column: Math.floor(x / frame.binPx) };
  return placeOf(records, { cell, bank: null });
}
