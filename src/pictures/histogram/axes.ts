/** Round a histogram: counts on the left, edges of bins below, names of what is no number. */

import { roundStep, type ValueHistogram } from '../../model/values/value-histogram.ts';
import { roundTicks } from '../scene/axis.ts';
import { longestPx } from '../scene/text-metrics.ts';
import { apartBars, type HistogramPen } from './frame.ts';

const countTicks = (greatest: number): number[] => roundTicks(0, greatest, Math.max(1, roundStep(greatest / 4)));

export function drawScale({ scene, frame, theme, view: { width } }: HistogramPen): void {
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

export function drawAxes({ scene, frame, theme, textScale, records: { histogram } }: HistogramPen): void {
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
