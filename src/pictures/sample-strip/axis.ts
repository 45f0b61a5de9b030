/** Below the rows of a sample strip: its axis of time, what bounds it, and what the shades of the samples mean. */

import { timeText } from '../../base/numerals.ts';
import { TRACK } from '../scene/scene.ts';
import type { LineStyle } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { blend, type Theme } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { DOT_PX, type SampleStripPen, xOfTime } from './frame.ts';
import { isTimed, type SampleRow, type SampleStripRecords } from './records.ts';

/** Ticks, then a line of legend. */
const AXIS_PX = 38;
const LEGEND_PX = 14;

/** One more line where what bounds the times has no room beside the clocks. */
export const stripAxisPx = (records: SampleStripRecords, view: PictureView): number =>
  (AXIS_PX + (isBoundBelow(records, view) ? LEGEND_PX : 0)) * view.textScale;
const TICK_PX = 4;
const SLASH = { gap: 4, lean: 3, height: 8 };

export function drawStripAxis(pen: SampleStripPen): void {
  const { scene, frame, theme, view } = pen;
  scene.line(
    [frame.axis.isBroken ? 0 : frame.left, frame.bottom + 0.5],
    [view.width, frame.bottom + 0.5],
    theme.lineStrong,
  );
  drawTicks(pen);
  if (frame.axis.isBroken) drawBreak(pen);
  drawBound(pen);
  drawLegend(pen);
}

function drawTicks(pen: SampleStripPen): void {
  const { scene, frame, theme, textScale } = pen;
  const { width } = pen.view;
  const { ticks, unit } = frame.axis;
  ticks.forEach(({ ns, text }, i) => {
    const x = Math.round(xOfTime(frame, ns)) + 0.5;
    drawThroughSamples(pen, x, theme.line);
    scene.line([x, frame.bottom], [x, frame.bottom + TICK_PX], theme.lineStrong);
    const words = i === ticks.length - 1 ? `${text} ${unit}` : text;
    const half = textPx(words, 10 * textScale, 'digits') / 2;
    const at = Math.min(width - half, Math.max(half + (frame.axis.isBroken ? 12 * textScale : 0), x));
    scene.text(at, frame.bottom + 14 * textScale, words, theme.ink3, { anchor: 'middle' });
  });
}

/** The 0 that the axis does not start at, and two slashes across it. */
function drawBreak({ scene, frame: { bottom, left }, theme, textScale }: SampleStripPen): void {
  scene.text(0, bottom + 14 * textScale, '0', theme.ink3);
  const middle = left / 2;
  for (const x of [middle - SLASH.gap / 2, middle + SLASH.gap / 2]) {
    const [dx, dy] = [SLASH.lean / 2, SLASH.height / 2];
    scene.line([x - dx, bottom + dy], [x + dx, bottom - dy], theme.ink2, { width: 1.5 });
  }
}

function drawBound(pen: SampleStripPen): void {
  const { frame, theme } = pen;
  const { bound, rows } = pen.records;
  if (bound === null || !rows.some(({ outcome }) => isTimed(outcome))) return;
  const x = xOfTime(frame, bound.ns);
  drawThroughSamples(pen, x, theme.sources.predicted.ink, { width: 1.5, dash: TRACK });
}

/** Draws only beside each row's samples: through the words above, the line would look like a part of them. */
function drawThroughSamples(
  { scene, frame: { rowPx, middlePx, stripPx, bottom } }: SampleStripPen,
  x: number,
  stroke: string,
  style: LineStyle = {},
): void {
  for (let top = 0; top < bottom; top += rowPx) {
    const middle = top + middlePx;
    scene.line([x, middle - stripPx / 2], [x, middle + stripPx / 2], stroke, style);
  }
}

/** The highest clock, and one that is a warning. */
function clockWords(highestMhz: number): (readonly [mhz: number, text: string])[] {
  const low = highestMhz * (1 - LOW_CLOCK_SHARE);
  return [
    [highestMhz, `${highestMhz.toFixed(0)} MHz`],
    [low, `${low.toFixed(0)} MHz or less`],
  ];
}

const boundWords = ({ bound }: SampleStripRecords): string =>
  bound === null ? '' : `┆ ${bound.name} ${timeText(bound.ns)}`;

const DOT_ROOM_PX = 18;
const advanceOf = (text: string): number => textPx(text, 10);

function isBoundBelow(records: SampleStripRecords, { width, textScale }: PictureView): boolean {
  const highest = highestMhzOf(records.rows);
  if (records.bound === null || highest === 0) return false;
  const clocks = clockWords(highest).reduce((sum, [, text]) => sum + DOT_ROOM_PX + advanceOf(text), 0);
  return (clocks + advanceOf(boundWords(records))) * textScale > width;
}

function drawLegend({ scene, frame: { bottom }, theme, textScale, records, view }: SampleStripPen): void {
  const { width } = view;
  const highest = highestMhzOf(records.rows);
  if (highest === 0) return;
  const y = bottom + 31 * textScale;
  let x = 0;
  for (const [mhz, text] of clockWords(highest)) {
    scene.dot(x + DOT_PX * textScale, y - 3.5 * textScale, DOT_PX * textScale, clockFill(theme, mhz, highest));
    scene.text(x + 10 * textScale, y, text, theme.ink3);
    x += (DOT_ROOM_PX + advanceOf(text)) * textScale;
  }
  if (records.bound === null) return;
  const { ink } = theme.sources.predicted;
  if (isBoundBelow(records, view)) scene.text(0, y + LEGEND_PX * textScale, boundWords(records), ink);
  else scene.text(width, y, boundWords(records), ink, { anchor: 'end' });
}

// The shade of a sample by its SM clock: the source's own at the highest of all, turning to a warning as the clock falls.

/** A clock so much lower is shown as a warning outright: a kernel loses that time by its clock alone. */
const LOW_CLOCK_SHARE = 0.1;
/** A palette has room for a few. */
const STEPS = 6;

export function clockFill(theme: Theme, mhz: number, highestMhz: number): string {
  const lost = Math.min(1, (1 - mhz / highestMhz) / LOW_CLOCK_SHARE);
  return blend(theme.sources.measured.ink, theme.warn.ink, Math.round(Math.max(0, lost) * STEPS) / STEPS);
}

/** 0 where nothing was timed. */
export const highestMhzOf = (rows: readonly SampleRow[]): number =>
  rows.reduce(
    (highest, { outcome }) =>
      isTimed(outcome) ? outcome.samplesMhz.reduce((a, b) => Math.max(a, b), highest) : highest,
    0,
  );
