/** Histogram of a buffer's values: bars of the finite ones on one axis; NaN and infinities behind a gap, as they have no place on it. */

import { roundStep } from '../../base/round-step.ts';
import type { ValueHistogram } from '../../model/values/value-histogram.ts';
import type { HistogramRecords } from '../records.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { roundTicks } from '../scene/round-ticks.ts';
import type { Scene } from '../scene/scene.ts';
import { longestPx } from '../scene/text-metrics.ts';
import { type Box, isPinned, type PictureView } from '../view.ts';
import { apartBars, apartBox, binBox, type HistogramPen, highlightBox, histogramFrame } from './frame.ts';

const FOOT_PX = 18;

export function histogramScene(records: HistogramRecords, view: PictureView): Scene {
  const frame = histogramFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawScale(pen);
  scene.layer();
  drawBars(pen);
  scene.layer();
  drawHighlight(pen);
  scene.layer();
  drawAxes(pen);
  const { plot } = frame;
  return scene.finish(view.width, plot.y + plot.height + FOOT_PX * view.textScale);
}

/** Source by look, as everywhere: emulated bars are filled to 45 % and outlined. */
const FILL_OPACITY = 0.45;
const LEAST_OUTLINED_PX = 3;

function drawBars({ scene, frame, theme, records: { histogram }, view }: HistogramPen): void {
  const { source } = view;
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

function drawHighlight(pen: HistogramPen) {
  const { frame, view } = pen;
  const { histogram } = pen.records;
  const { selection, highlight } = view;
  const pinned = highlightBox(frame, histogram, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, pinned, undefined);
  const at = isPinned(highlight, selection) ? null : highlightBox(frame, histogram, highlight);
  if (at !== null) hoverRing(pen, at, undefined);
}

// Round a histogram: counts on the left, edges of bins below, names of the bars of NaN and infinities.

const countTicks = (greatest: number): number[] => roundTicks(0, greatest, Math.max(1, roundStep(greatest / 4)));

function drawScale({ scene, frame, theme, view: { width } }: HistogramPen): void {
  const { plot, greatest } = frame;
  for (const count of countTicks(greatest)) {
    const y = plot.y + plot.height - (plot.height * count) / greatest;
    scene.line([plot.x, y], [width, y], count === 0 ? theme.lineStrong : theme.line);
  }
}

/** Least room between two labels. */
const BETWEEN_PX = 16;

/** Edges of bins (or bins of one integer) to write: round ones, as many as there is room for. */
function labelledBins(histogram: ValueHistogram, binPx: number, textScale: number): number[] {
  const { counts, from, width, isDiscrete } = histogram;
  const marks = counts.length + (isDiscrete ? 0 : 1);
  const ends = [edgeText(histogram, 0), edgeText(histogram, marks - 1)];
  const roomPx = longestPx(ends, 10 * textScale, 'digits') + BETWEEN_PX * textScale;
  const every = roundStep(Math.max(1, Math.ceil(roomPx / binPx)));
  const first = Math.round(from / width);
  return Array.from({ length: marks }, (_, at) => at).filter(at => (first + at) % every === 0);
}

function drawAxes({ scene, frame, theme, textScale, records: { histogram } }: HistogramPen): void {
  const { plot, binPx, greatest, apartX, apartPx } = frame;
  const baseline = plot.y + plot.height + 13 * textScale;
  const ink = theme.ink3;
  for (const count of countTicks(greatest)) {
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
