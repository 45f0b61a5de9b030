/** Histogram of a buffer's values: bars of the finite ones on one axis; NaN and infinities behind a gap, as they have no place on it. */
import { roundStep, type ValueHistogram } from '../model/values/value-histogram.ts';
import type { HistogramRecords } from './records.ts';
import { hoverRing, pinnedRing } from './rings.ts';
import type { Scene } from './scene.ts';
import { SceneBuilder } from './scene-builder.ts';
import { type Box, type Highlight, isPinned, type PictureView } from './view.ts';

const TOP_PX = 10;
const FOOT_PX = 18;
const LEFT_PX = 52;
const RIGHT_PX = 14;
const GREATEST_HEIGHT_PX = 180;
const GREATEST_BIN_PX = 64;
const APART = { gap: 18, width: 24, between: 10 };
/** A count of 1 beside one of a million is still there. */
const LEAST_BAR_PX = 1.5;
/** Rows of a highlight's cell: a bin, or a bar of what is no number. */
export const BIN_ROW = 0;
export const APART_ROW = 1;

export interface ApartBar {
  readonly name: string;
  readonly count: number;
}

/** What is no finite number, as far as there is any. */
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

export function histogramScene(records: HistogramRecords, view: PictureView): Scene {
  const frame = histogramFrame(records, view);
  const scene = new SceneBuilder(view);
  drawScale(scene, frame, view);
  scene.layer();
  drawBars(scene, frame, records, view);
  scene.layer();
  drawHighlight(scene, frame, records, view);
  scene.layer();
  drawAxes(scene, frame, records, view);
  const { plot } = frame;
  return scene.finish(view.width, plot.y + plot.height + FOOT_PX * view.textScale);
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

const countSteps = (greatest: number): number[] => {
  const step = Math.max(1, roundStep(greatest / 4));
  return Array.from({ length: Math.floor(greatest / step) + 1 }, (_, i) => i * step);
};

function drawScale(scene: SceneBuilder, frame: HistogramFrame, { theme, width }: PictureView): void {
  const { plot, greatest } = frame;
  for (const count of countSteps(greatest)) {
    const y = plot.y + plot.height - (plot.height * count) / greatest;
    scene.line([plot.x, y], [width, y], count === 0 ? theme.lineStrong : theme.line);
  }
}

/** Source by look, as everywhere: emulated bars are filled to 45 % and outlined. */
const FILL_OPACITY = 0.45;
const LEAST_OUTLINED_PX = 3;

function drawBars(
  scene: SceneBuilder,
  frame: HistogramFrame,
  { histogram }: HistogramRecords,
  view: PictureView,
): void {
  const { theme, source } = view;
  const { ink } = theme.sources[source];
  histogram.counts.forEach((count, bin) => {
    if (count === 0) return;
    const box = binBox(frame, bin, count);
    scene.rect(box, ink, { opacity: FILL_OPACITY });
    if (box.width >= LEAST_OUTLINED_PX) scene.ring(inside(box), 0, { stroke: ink, width: 1 });
  });
  apartBars(histogram).forEach(({ count }, at) => {
    const box = apartBox(frame, at, count);
    scene.hatch(box, theme.warn.soft, theme.warn.ink, 4);
    scene.ring(inside(box), 0, { stroke: theme.warn.ink, width: 1 });
  });
}

const inside = ({ x, y, width, height }: Box): Box => ({
  x: x + 0.5,
  y: y + 0.5,
  width: width - 1,
  height: Math.max(0.5, height - 1),
});

function drawHighlight(scene: SceneBuilder, frame: HistogramFrame, { histogram }: HistogramRecords, view: PictureView) {
  const { theme, selection, highlight } = view;
  const pinned = highlightBox(frame, histogram, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(scene, theme, pinned, undefined);
  const at = isPinned(highlight, selection) ? null : highlightBox(frame, histogram, highlight);
  if (at !== null) hoverRing(scene, theme, at, undefined);
}

export function highlightBox(frame: HistogramFrame, histogram: ValueHistogram, highlight: Highlight): Box | null {
  const cell = highlight?.cell;
  if (!cell) return null;
  if (cell.row === BIN_ROW)
    return cell.column < histogram.counts.length ? binBox(frame, cell.column, histogram.counts[cell.column]) : null;
  const bar = cell.row === APART_ROW ? apartBars(histogram)[cell.column] : undefined;
  return bar === undefined ? null : apartBox(frame, cell.column, bar.count);
}

/** Advance of an axis digit, and the least between two labels. */
const DIGIT_PX = 6.2;
const BETWEEN_PX = 16;

/** Edges of bins (or bins of one integer) to write: round ones, as many as there is room for. */
function labelledBins(histogram: ValueHistogram, binPx: number, textScale: number): number[] {
  const { counts, from, width, isDiscrete } = histogram;
  const marks = counts.length + (isDiscrete ? 0 : 1);
  const longest = Math.max(edgeText(histogram, 0).length, edgeText(histogram, marks - 1).length);
  const roomPx = (longest * DIGIT_PX + BETWEEN_PX) * textScale;
  const every = roundStep(Math.max(1, Math.ceil(roomPx / binPx)));
  const first = Math.round(from / width);
  return Array.from({ length: marks }, (_, at) => at).filter(at => (first + at) % every === 0);
}

function drawAxes(
  scene: SceneBuilder,
  frame: HistogramFrame,
  { histogram }: HistogramRecords,
  view: PictureView,
): void {
  const { theme, textScale } = view;
  const { plot, binPx, greatest, apartX, apartPx } = frame;
  const baseline = plot.y + plot.height + 13 * textScale;
  const ink = theme.ink3;
  for (const count of countSteps(greatest)) {
    const y = plot.y + plot.height - (plot.height * count) / greatest + 3.5 * textScale;
    scene.text(plot.x - 6, y, count.toLocaleString('en-US'), ink, { anchor: 'end' });
  }
  const { counts, isDiscrete } = histogram;
  const shift = isDiscrete ? binPx / 2 : 0;
  for (const at of counts.length === 0 ? [] : labelledBins(histogram, binPx, textScale))
    scene.text(plot.x + at * binPx + shift, baseline, edgeText(histogram, at), ink, { anchor: 'middle' });
  if (counts.length === 0) scene.text(plot.x, baseline, 'no finite value', ink);
  apartBars(histogram).forEach(({ name }, i) => {
    scene.text(apartX[i] + apartPx / 2, baseline, name, theme.ink, { anchor: 'middle' });
  });
}

/** Characters from which on an exponent is easier to read. */
const LONG_EDGE = 7;

/** Lower edge of a bin, in as many digits as its width needs. */
export function edgeText({ from, width }: ValueHistogram, bin: number): string {
  const value = Math.round(from / width + bin) * width;
  if (value === 0) return '0';
  const digits = Math.min(15, Math.max(1, Math.ceil(Math.log10(Math.abs(value) / width) + 1e-9) + 1));
  const rounded = Number(value.toPrecision(digits));
  const text = String(rounded);
  const short = text.length > LONG_EDGE ? rounded.toExponential().replace('e+', 'e') : text;
  return (short.length < text.length ? short : text).replace('-', '−');
}
