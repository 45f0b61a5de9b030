/** Sample strip: a dot for every sample, the median, the quartiles and the interval of the median, a row per variant. */

import { timeText } from '../../base/numerals.ts';
import { throttledSamples } from '../../trace/clock-events.ts';
import type { SampleStatistics } from '../../trace/sample-statistics.ts';
import type { TimedSamples } from '../../trace/timing-verdict.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { textPx } from '../scene/text-metrics.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import { isPinned, type PictureView } from '../view.ts';
import { clockFill, drawStripAxis, highestMhzOf, stripAxisPx } from './axis.ts';
import { DOT_PX, jitterOf, placeOfSample, type SampleStripPen, sampleStripFrame, xOfTime } from './frame.ts';
import { isTimed, type SampleRow, type SampleSet, type SampleStripRecords } from './records.ts';
import { orderedSamples, statisticsWithin } from './sample-order.ts';

const DOT_OPACITY = 0.35;
const BOX_PX = 26;
const CAP_PX = 3;

export function sampleStripScene(records: SampleStripRecords, view: PictureView): Scene {
  const frame = sampleStripFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawRange(pen);
  drawStripAxis(pen);
  scene.layer();
  records.rows.forEach(({ outcome }, row) => {
    if (isTimed(outcome)) drawSamples(pen, outcome, row, { view, highestMhz: highestMhzOf(records.rows) });
  });
  scene.layer();
  records.rows.forEach(({ outcome }, row) => {
    if (isTimed(outcome)) drawSummary(pen, outcome, row);
  });
  drawHighlight(pen);
  scene.layer();
  for (const row of records.rows.keys()) drawRowHead(pen, row);
  return scene.finish(view.width, frame.bottom + stripAxisPx(records, view));
}

function drawRange({ scene, frame, theme, records: { range } }: SampleStripPen): void {
  if (range === null) return;
  const [from, to] = [range.fromNs, range.toNs].map(ns => xOfTime(frame, ns));
  scene.rect({ x: from, y: 0, width: Math.max(1, to - from), height: frame.bottom }, theme.accent.soft);
}

interface Shading {
  readonly view: PictureView;
  readonly highestMhz: number;
}

function drawSamples(
  { scene, frame }: SampleStripPen,
  { samplesNs, samplesMhz, clockEvents }: SampleSet,
  row: number,
  { view: { theme }, highestMhz }: Shading,
): void {
  const middle = row * frame.rowPx + frame.middlePx;
  const held = throttledSamples(clockEvents === undefined ? {} : { clockEvents });
  samplesNs.forEach((ns, run) => {
    const [x, y] = [xOfTime(frame, ns), middle + jitterOf(run)];
    scene.dot(x, y, DOT_PX, clockFill(theme, samplesMhz[run], highestMhz), { opacity: DOT_OPACITY });
    if (held?.[run]) drawFlag(scene, x, y, theme.warn.ink);
  });
}

/** Above a sample of a GPU that was held back: its clock alone would not say why. */
const drawFlag = (scene: SceneBuilder, x: number, y: number, stroke: string): void =>
  scene.line([x - DOT_PX, y - DOT_PX - 1], [x + DOT_PX, y - DOT_PX - 1], stroke, { width: 1.5 });

/** Outline from quartile to quartile, a bar at the median; below, the interval that holds the median. */
function drawSummary(
  { scene, frame, theme, view: { source } }: SampleStripPen,
  { samplesNs }: SampleSet,
  row: number,
): void {
  const { q1, median, q3, medianInterval } = orderedSamples(samplesNs).statistics;
  const middle = row * frame.rowPx + frame.middlePx;
  const { ink } = theme.sources[source];
  const [left, x, right] = [q1, median, q3].map(ns => xOfTime(frame, ns));
  const box = { x: left, y: middle - BOX_PX / 2, width: Math.max(1, right - left), height: BOX_PX };
  scene.ring(box, 0, { stroke: ink, width: 1 });
  const foot = middle + frame.stripPx / 2;
  scene.line([x, middle - frame.stripPx / 2], [x, foot - CAP_PX - 1], ink, { width: 2.5 });
  if (medianInterval === null) return;
  const [low, high] = [medianInterval.low, medianInterval.high].map(ns => xOfTime(frame, ns));
  scene.line([low, foot], [high, foot], ink, { width: 1.5 });
  for (const end of [low, high]) scene.line([end, foot - CAP_PX], [end, foot + CAP_PX], ink);
}

function drawHighlight(pen: SampleStripPen): void {
  const { frame, records } = pen;
  const { highlight, selection } = pen.view;
  const pinned = selection && placeOfSample(frame, records, selection);
  if (pinned) pinnedRing(pen, pinned, undefined);
  const at = highlight?.cell && !isPinned(highlight, selection) ? placeOfSample(frame, records, highlight.cell) : null;
  if (at !== null) hoverRing(pen, at, undefined);
}

// The line above a row of samples: whose they are, their median and its noise, and the median of the chosen range.

const TEXT_PX = 11;
const BADGE_PX = 16;
/** Least spread at which a sample says little about the next one. */
const NOISY_IQR = 0.05;
const CHIP_PX = 13;

const isNoisy = ({ relativeIqr }: SampleStatistics): boolean => relativeIqr > NOISY_IQR;

function drawRowHead(pen: SampleStripPen, row: number): void {
  const { scene, frame, theme, textScale, view } = pen;
  const { rows, range } = pen.records;
  const { width } = view;
  const { outcome } = rows[row];
  const top = row * frame.rowPx;
  const said = isTimed(outcome) ? medianWords(outcome, range) : outcome.why;
  const tone = isTimed(outcome) ? theme.ink : outcome.isWrong ? theme.conflict.ink : theme.ink3;
  const size = TEXT_PX * textScale;
  scene.text(width, top + size + 1, said, tone, { size, weight: 600, anchor: 'end' });
  const room = width - textPx(said, size, 'bold') - 12;
  const x = drawName(pen, rows[row], { top, room });
  if (isTimed(outcome)) drawNoise(pen, orderedSamples(outcome.samplesNs).statistics, { x, top, room });
}

interface HeadRoom {
  readonly top: number;
  /** Left edge of the words on the right. */
  readonly room: number;
}

/** The badge, and the name where it fits; where they end. */
function drawName(pen: SampleStripPen, { letter, name }: SampleRow, { top, room }: HeadRoom): number {
  const { scene, theme, textScale } = pen;
  const side = BADGE_PX * textScale;
  if (letter !== null) drawVariantBadge(pen, letter, { x: 0, y: top, width: side, height: side });
  const left = letter === null ? 0 : side + 6;
  const size = TEXT_PX * textScale;
  const end = left + textPx(name, size);
  if (end > room) return left;
  scene.text(left, top + size + 1, name, theme.ink2, { size });
  return end + 8;
}

function medianWords({ samplesNs }: TimedSamples, range: SampleStripRecords['range']): string {
  const within = range === null ? null : statisticsWithin(samplesNs, range);
  if (range !== null && within === null) return 'no sample in the range';
  const { median, relativeIqr, count } = within ?? orderedSamples(samplesNs).statistics;
  const of = within === null ? '' : ` of ${samplesNs.length.toLocaleString('en-US')}`;
  return `${timeText(median, 4)} ± ${(50 * relativeIqr).toFixed(1)} %, n ${count.toLocaleString('en-US')}${of}`;
}

/** A chip with the interquartile range, where it is wide and there is room for it. */
function drawNoise(
  { scene, theme, textScale }: SampleStripPen,
  statistics: SampleStatistics,
  { x, top, room }: HeadRoom & { readonly x: number },
): void {
  if (!isNoisy(statistics)) return;
  const words = `noisy, IQR ${(100 * statistics.relativeIqr).toFixed(0)} %`;
  const size = 10 * textScale;
  const width = textPx(words, size) + 20 * textScale;
  const box = x + width <= room ? { x, width } : { x: 0, width: 16 * textScale };
  const [height, y] = [CHIP_PX * textScale, top + 1];
  scene.rect({ ...box, y, height }, theme.warn.soft, { radius: 3 });
  drawTriangle(scene, box.x + 8 * textScale, y + height / 2, 4 * textScale, theme.warn.ink);
  if (box.x === x && box.width === width)
    scene.text(x + 15 * textScale, y + height - 3 * textScale, words, theme.warn.ink, { size, weight: 600 });
}

const drawTriangle = (scene: SceneBuilder, x: number, y: number, r: number, stroke: string): void =>
  scene.path(`M${x} ${y - r}L${x + r} ${y + r * 0.8}L${x - r} ${y + r * 0.8}Z`, { stroke, width: 1.3 });
