/** Places of the points, names and axes of a history. */

import type { PicturePen } from '../scene/pen.ts';
import { longestPx } from '../scene/text-metrics.ts';
import { type TimeAxis, timeAxis } from '../scene/time-axis.ts';
import type { PictureView } from '../view.ts';
import type { RunHistoryRecords } from './records.ts';

export const TEXT_PX = 11;
const PLOT_PX = 200;
const TOP_PX = 10;
const LEAST_NAME_PX = 14;
const MARGIN_PX = 14;

export interface RunHistoryFrame {
  readonly axis: TimeAxis;
  /** Ends of the runs. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Middle of each series' name, at the right; apart from each other. */
  readonly nameY: readonly number[];
}

export type RunHistoryPen = PicturePen<RunHistoryFrame, RunHistoryRecords>;

export function runHistoryFrame(
  { series, runs }: RunHistoryRecords,
  { width, textScale }: PictureView,
): RunHistoryFrame {
  const all = series.flatMap(({ points }) => points.flatMap(point => (point === null ? [] : [point.q1Ns, point.q3Ns])));
  const axis = timeAxis(all, 5);
  const widest = (texts: readonly string[]) => longestPx(texts, TEXT_PX * textScale);
  const left = widest(axis.ticks.map(({ text }) => `${text} ${axis.unit}`)) + MARGIN_PX;
  const names = Math.min(width * 0.35, widest(series.map(({ name }) => name)) + 16 * textScale);
  const plot = {
    axis,
    left,
    right: Math.max(left + runs.length, width - names - MARGIN_PX),
    top: TOP_PX,
    bottom: TOP_PX + PLOT_PX,
  };
  return { ...plot, nameY: namePlaces(series, plot, LEAST_NAME_PX * textScale) };
}

type Plot = Omit<RunHistoryFrame, 'nameY'>;

export const yOfTime = ({ axis: { fromNs, toNs }, top, bottom }: Plot, ns: number): number =>
  bottom - ((ns - fromNs) / (toNs - fromNs)) * (bottom - top);

/** One run stands in the middle. */
export const xOfRun = ({ left, right }: Plot, run: number, runs: number): number =>
  runs < 2 ? (left + right) / 2 : left + (run / (runs - 1)) * (right - left);

/** Heights of names: that of the last point, pushed down if two names would touch. */
function namePlaces(series: RunHistoryRecords['series'], plot: Plot, leastPx: number): number[] {
  const wanted = series.map(({ points }) => {
    const last = points.findLast(point => point !== null);
    return last ? yOfTime(plot, last.medianNs) : plot.bottom;
  });
  const order = [...wanted.keys()].sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  order.forEach((at, i) => {
    if (i > 0) places[at] = Math.max(wanted[at], places[order[i - 1]] + leastPx);
  });
  const over = Math.max(0, Math.max(0, ...places) - plot.bottom);
  return places.map(y => y - over);
}
