/** Sample strip: a dot for every sample, the median, the quartiles and the interval of the median, a row per variant. */

import { throttledSamples } from '../../trace/clock-events.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneBuilder } from '../scene/scene-builder.ts';
import { isPinned, type PictureView } from '../view.ts';
import { drawStripAxis, stripAxisPx } from './axis.ts';
import { clockFill, highestMhzOf } from './clock-shade.ts';
import { DOT_PX, jitterOf, placeOfSample, type SampleStripPen, sampleStripFrame, xOfTime } from './frame.ts';
import { drawRowHead } from './head.ts';
import { isTimed, type SampleSet, type SampleStripRecords } from './records.ts';
import { orderedSamples } from './sample-order.ts';

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
