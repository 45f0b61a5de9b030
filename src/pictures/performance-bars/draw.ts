/** Performance bars: from 0 to what the GPU can do at most, whatever the numbers are, so that pictures can be compared. */

import { picturePen } from '../scene/pen.ts';
import { hoverRing } from '../scene/rings.ts';
import { type Scene, TRACK } from '../scene/scene.ts';
import { charactersIn, cutTo, textPx, wrapped } from '../scene/text-metrics.ts';
import { drawVariantBadge } from '../variant-mark.ts';
import type { PictureView } from '../view.ts';
import {
  barBox,
  barRoom,
  type PerformanceBarsPen,
  performanceBarsFrame,
  TEXT_PX,
  wordsOf,
  xOfPercent,
} from './frame.ts';
import { hasValue, type PerformanceBarsRecords, type PerformanceRow, rowsOf } from './records.ts';

const BADGE_PX = 16;

export function performanceBarsScene(records: PerformanceBarsRecords, view: PictureView): Scene {
  const frame = performanceBarsFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  if (records.full !== '') drawAxis(pen);
  scene.layer();
  const rows = rowsOf(records);
  for (const [at, row] of rows.entries()) drawBar(pen, row, { at, isPublished: records.isPublished, view });
  scene.layer();
  drawLimits(pen);
  drawHighlight(pen);
  scene.layer();
  for (const [at, row] of rows.entries()) drawTexts(pen, row, at);
  drawGroupNames(pen);
  const lines = drawBarsLegend(pen);
  return scene.finish(view.width, frame.bottom + (AXIS_PX + lines * LINE_PX) * view.textScale);
}

function drawAxis({ scene, frame, theme, textScale }: PerformanceBarsPen): void {
  for (const percent of [0, 25, 50, 75, 100]) {
    const x = Math.round(xOfPercent(frame, percent)) + 0.5;
    for (const [top, bottom] of frame.spans)
      scene.line([x, top], [x, bottom], percent === 100 ? theme.ink2 : theme.line);
    const text = percent === 100 ? '100 %' : `${percent}`;
    scene.text(x, frame.bottom + 12 * textScale, text, theme.ink3, { anchor: 'middle' });
  }
  scene.line([frame.left, frame.bottom + 0.5], [frame.right, frame.bottom + 0.5], theme.lineStrong);
}

interface BarPlace {
  readonly at: number;
  readonly isPublished: boolean;
  readonly view: PictureView;
}

function drawBar(
  { scene, frame }: PerformanceBarsPen,
  { value }: PerformanceRow,
  { at, isPublished, view: { theme, source } }: BarPlace,
): void {
  if (!hasValue(value) || value.percent === null) return;
  const box = barBox(frame, at, value.percent);
  // Published numbers are not filled, since they are not Lanescape's own evidence.
  if (isPublished) scene.ring(box, 1, { stroke: theme.ink3, width: 1 });
  else scene.rect(box, theme.sources[source].ink, { radius: 1 });
}

/** Ticks of the baselines, each in its group's rows; other limits through all of them. */
function drawLimits({ scene, frame, theme, records: { groups, limits } }: PerformanceBarsPen): void {
  let row = 0;
  for (const { rows, baseline } of groups) {
    for (const end = row + rows.length; row < end; row++) {
      if (baseline === null) continue;
      const x = xOfPercent(frame, baseline.percent);
      const [top, bottom] = barRoom(frame, row);
      scene.line([x, top + 2], [x, bottom - 2], theme.page, { width: 4.5 });
      scene.line([x, top + 2], [x, bottom - 2], theme.accent.ink, { width: 2 });
    }
  }
  for (const { percent } of limits) {
    const x = xOfPercent(frame, percent);
    for (const [top, bottom] of frame.spans) scene.line([x, top], [x, bottom], theme.ink2, { width: 1.5, dash: TRACK });
  }
}

function drawHighlight(pen: PerformanceBarsPen): void {
  const { frame } = pen;
  const { highlight } = pen.view;
  const row = highlight?.cell?.row;
  if (row !== undefined && row < frame.tops.length) hoverRing(pen, barBox(frame, row, 100), undefined);
}

function drawTexts(pen: PerformanceBarsPen, row: PerformanceRow, at: number): void {
  const { scene, frame, theme, textScale } = pen;
  const { width } = pen.view;
  const size = TEXT_PX * textScale;
  const [top, side] = [frame.tops[at], BADGE_PX * textScale];
  const isAbove = frame.abovePx > 0;
  const linePx = isAbove ? frame.abovePx : frame.rowPx;
  const baseline = top + linePx / 2 + size * 0.36;
  const x = row.letter === null ? 0 : side + 6 * textScale;
  if (row.letter !== null)
    drawVariantBadge(pen, row.letter, { x: 0, y: top + (linePx - side) / 2, width: side, height: side });
  const { value } = row;
  const end = isAbove ? width - textPx(wordsOf(row), size, 'bold') : frame.left;
  scene.text(x, baseline, cutTo(row.name, charactersIn(end - x - 8, size)), theme.ink2, { size });
  if (hasValue(value)) scene.text(width, baseline, value.text, theme.ink, { size, anchor: 'end', weight: 600 });
  // Text in place of a missing bar.
  else {
    // The text stays within the picture, however wide the font is.
    const left = Math.min(isAbove ? width : frame.left + 6, width - textPx(value.why, size, 'bold'));
    scene.text(left, baseline, value.why, value.isWrong ? theme.conflict.ink : theme.ink3, { size });
  }
}

function drawGroupNames({ scene, frame: { heads }, theme, textScale, records: { groups } }: PerformanceBarsPen): void {
  const size = TEXT_PX * textScale;
  groups.forEach(({ name }, i) => {
    if (name !== '') scene.text(0, heads[i] + size + 4, name, theme.ink, { size, weight: 700 });
  });
}

// Below performance bars: what their ends and marks stand for.

/** Numbers of the axis, then a line each. */
const AXIS_PX = 20;
const LINE_PX = 15;

/** Draws the legend of ends and marks; returns its number of lines. */
function drawBarsLegend({
  scene,
  frame: { bottom },
  theme,
  textScale,
  records: { full, limits, groups },
  view: { width },
}: PerformanceBarsPen): number {
  const baselines = new Set(groups.flatMap(({ baseline }) => baseline?.name ?? []));
  const room = charactersIn(width, 10 * textScale);
  const lines = [
    ...(full === '' ? [] : [{ text: full, fill: theme.ink3 }]),
    ...limits.map(({ name }) => ({ text: `┆ ${name}`, fill: theme.ink3 })),
    ...[...baselines].map(name => ({ text: `▎${name}`, fill: theme.accent.ink })),
  ].flatMap(({ text, fill }) => wrapped(text, room).map(line => ({ text: line, fill })));
  lines.forEach(({ text, fill }, i) => {
    scene.text(0, bottom + (AXIS_PX + 8 + i * LINE_PX) * textScale, text, fill);
  });
  return lines.length;
}
