/** Places of the bars of a histogram. */
import type { ValueHistogram } from '../../model/values/value-histogram.ts';
import type { HistogramRecords } from '../records.ts';
import type { PicturePen } from '../scene/pen.ts';
import type { Box, Highlight, PictureView } from '../view.ts';

const TOP_PX = 10;
const LEFT_PX = 52;
const RIGHT_PX = 14;
const GREATEST_HEIGHT_PX = 180;
const GREATEST_BIN_PX = 64;
const APART = { gap: 18, width: 24, between: 10 };
/** A bar of 1 stays visible beside a bar of a million. */
const LEAST_BAR_PX = 1.5;
/** Rows of a highlight's cell: a bin, or a bar of values that are not finite. */
export const BIN_ROW = 0;
export const APART_ROW = 1;

export interface ApartBar {
  readonly name: string;
  readonly count: number;
}

/** Bars of the values that are not finite; only those that occur. */
export const apartBars = ({ negativeInfinity, positiveInfinity, nan }: ValueHistogram): ApartBar[] =>
  [
    { name: '−inf', count: negativeInfinity },
    { name: '+inf', count: positiveInfinity },
    { name: 'nan', count: nan },
  ].filter(({ count }) => count > 0);

export interface HistogramFrame {
  readonly plot: Box;
  readonly binPx: number;
  readonly apartX: readonly number[];
  readonly apartPx: number;
  readonly greatest: number;
}

export type HistogramPen = PicturePen<HistogramFrame, HistogramRecords>;

export function histogramFrame({ histogram, greatestCount }: HistogramRecords, view: PictureView): HistogramFrame {
  const { textScale } = view;
  const apart = apartBars(histogram);
  const apartPx = APART.width * textScale;
  const apartRoom = apart.length === 0 ? 0 : APART.gap + apart.length * (apartPx + APART.between * textScale);
  const x = LEFT_PX * textScale;
  const width = Math.max(1, view.width - x - apartRoom - RIGHT_PX * textScale);
  const plot = { x, y: TOP_PX * textScale, width, height: Math.min(GREATEST_HEIGHT_PX, view.maxHeight) };
  const own = Math.max(1, ...histogram.counts, ...apart.map(({ count }) => count));
  return {
    plot,
    binPx: Math.min(GREATEST_BIN_PX, width / Math.max(1, histogram.counts.length)),
    apartX: apart.map((_, i) => x + width + APART.gap + i * (apartPx + APART.between * textScale)),
    apartPx,
    greatest: Math.max(own, greatestCount ?? 0),
  };
}

const barHeight = ({ plot, greatest }: HistogramFrame, count: number): number =>
  count === 0 ? 0 : Math.max(LEAST_BAR_PX, (plot.height * count) / greatest);

/** Bins touch; from 4 px on a gap keeps them apart. */
export function binBox(frame: HistogramFrame, bin: number, count: number): Box {
  const { plot, binPx } = frame;
  const height = barHeight(frame, count);
  const width = binPx >= 4 ? binPx - 1 : binPx;
  return { x: plot.x + bin * binPx, y: plot.y + plot.height - height, width, height };
}

export function apartBox(frame: HistogramFrame, at: number, count: number): Box {
  const { plot, apartPx, apartX } = frame;
  const height = barHeight(frame, count);
  return { x: apartX[at], y: plot.y + plot.height - height, width: apartPx, height };
}

export function highlightBox(frame: HistogramFrame, histogram: ValueHistogram, highlight: Highlight): Box | null {
  const cell = highlight?.cell;
  if (!cell) return null;
  if (cell.row === BIN_ROW)
    return cell.column < histogram.counts.length ? binBox(frame, cell.column, histogram.counts[cell.column]) : null;
  const bar = cell.row === APART_ROW ? apartBars(histogram)[cell.column] : undefined;
  return bar === undefined ? null : apartBox(frame, cell.column, bar.count);
}
