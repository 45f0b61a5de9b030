/** Case strips: a strip for each way, a dot for each case, on one axis from 0 to a limit; the case that is pointed at is found in every strip. */

import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { isFaint } from '../requests/bank-hits.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type Scene, TRACK } from '../scene/scene.ts';
import { charactersIn, textPx, wrapped } from '../scene/text-metrics.ts';
import { degreeFill } from '../theme.ts';
import type { PictureView } from '../view.ts';
import {
  ABSENT,
  type CaseStripsFrame,
  type CaseStripsPen,
  caseStripsFrame,
  dotBox,
  TEXT_PX,
  xOfPercent,
} from './frame.ts';
import { type CaseDot, type CaseStrip, type CaseStripsRecords, dotsOf } from './records.ts';

const BOX_PX = 30;
/** Keeps dots apart that lie over each other. */
const EDGE_PX = 0.75;

export function caseStripsScene(records: CaseStripsRecords, view: PictureView): Scene {
  const frame = caseStripsFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawStripLines(pen);
  drawTrail(pen);
  scene.layer();
  for (const [row, strip] of records.rows.entries()) drawSummary(pen, strip, row);
  scene.layer();
  for (const row of records.rows.keys()) drawDots(pen, row);
  scene.layer();
  drawHighlight(pen);
  scene.layer();
  for (const [row, strip] of records.rows.entries()) drawWords(pen, strip, row);
  const below = drawStripNumbers(pen);
  return scene.finish(view.width, frame.bottom + below);
}

/** Line from strip to strip through the dots of the pinned or highlighted case. */
function drawTrail({ scene, frame: { dots }, theme, view: { highlight, selection } }: CaseStripsPen): void {
  for (const column of new Set([selection?.column, highlight?.cell?.column])) {
    if (column === undefined) continue;
    const path = dots.flatMap(strip => strip[column] ?? []);
    path.slice(1).forEach(({ x, y }, i) => {
      scene.line([path[i].x, path[i].y], [x, y], theme.ink3);
    });
  }
}

function drawDots({ scene, frame: { dots }, theme, records: { rows }, view }: CaseStripsPen, row: number): void {
  dots[row].forEach((dot, at) => {
    if (dot === null) return;
    const { fill, outline } = toneOf(rows[row].dots[at]!, view);
    const { x, y, radius } = dot;
    scene.dot(x, y, radius + EDGE_PX, theme.page);
    scene.dot(x, y, radius, fill);
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    if (outline !== null) scene.ring(box, radius, { stroke: outline, width: 1 });
  });
}

/** A dot without a prediction has the colour of its source. */
function toneOf({ ways }: CaseDot, { theme, source }: PictureView): { fill: string; outline: string | null } {
  if (ways === null) return { fill: theme.sources[source].ink, outline: null };
  // Any conflict is one: the ramp would call a way and a half none.
  const degree = ways > 1 ? Math.max(2, ways) : 1;
  return { fill: degreeFill(theme, degree), outline: isFaint(degree) ? theme.ink3 : null };
}

/** Outline from quartile to quartile, a bar at the median. */
function drawSummary({ scene, frame, theme, view: { source } }: CaseStripsPen, strip: CaseStrip, row: number): void {
  const statistics = statisticsOf(strip);
  if (statistics === null) return;
  const [left, x, right] = [statistics.q1, statistics.median, statistics.q3].map(n => xOfPercent(frame, n));
  const top = row * frame.rowPx + frame.headPx;
  const { ink } = theme.sources[source];
  const box = { x: left, y: top + (frame.stripPx - BOX_PX) / 2, width: Math.max(1, right - left), height: BOX_PX };
  scene.ring(box, 0, { stroke: ink, width: 1 });
  scene.line([x, top], [x, top + frame.stripPx], ink, { width: 2.5 });
}

export function statisticsOf(strip: CaseStrip) {
  const percents = dotsOf(strip).map(({ percent }) => percent);
  return percents.length === 0 ? null : sampleStatistics(percents);
}

function drawHighlight(pen: CaseStripsPen): void {
  const { frame } = pen;
  const { rows } = pen.records;
  const { highlight, selection } = pen.view;
  for (const row of rows.keys()) {
    const pinned = selection && dotBox(frame, { row, column: selection.column });
    if (pinned) pinnedRing(pen, pinned, undefined);
    const at = highlight?.cell && highlight.cell.column !== selection?.column ? highlight.cell.column : null;
    const box = at === null ? null : dotBox(frame, { row, column: at });
    if (box !== null) hoverRing(pen, box, undefined);
  }
}

function drawWords(
  { scene, frame: { isNarrow, rowPx, headPx, stripPx }, theme, textScale, view: { width } }: CaseStripsPen,
  strip: CaseStrip,
  row: number,
): void {
  const size = TEXT_PX * textScale;
  const baseline = row * rowPx + (isNarrow ? size + 1 : headPx + stripPx / 2 + size * 0.36);
  const statistics = statisticsOf(strip);
  scene.text(0, baseline, strip.name, theme.ink2, { size, weight: 600 });
  const said = statistics === null ? ABSENT : `${statistics.median.toFixed(1)} %`;
  const style = { size, anchor: 'end', weight: statistics === null ? 400 : 600 } as const;
  scene.text(width, baseline, said, statistics === null ? theme.ink3 : theme.ink, style);
}

// The axis of case strips: lines behind the dots, numbers below them, and what the axis ends at.

const AXIS_PX = 20;
const LINE_PX = 15;
/** Width of a 10 px character in the widest of the usual fonts. */

/** Lines of the strips, dashed for strips that were not measured. */
function drawStripLines({ scene, frame, theme }: CaseStripsPen): void {
  const { dots, headPx, rowPx, stripPx, bottom } = frame;
  for (const [row, strip] of dots.entries()) {
    const top = row * rowPx + headPx;
    const y = Math.round(top + stripPx / 2) + 0.5;
    const isEmpty = strip.every(dot => dot === null);
    scene.line([frame.left, y], [frame.right, y], theme.line, isEmpty ? { dash: TRACK } : {});
    for (const percent of ticksOf(frame)) {
      const x = Math.round(xOfPercent(frame, percent)) + 0.5;
      scene.line([x, top], [x, top + stripPx], percent === 100 ? theme.ink2 : theme.line);
    }
  }
  scene.line([frame.left, bottom + 0.5], [frame.right, bottom + 0.5], theme.lineStrong);
}

const ticksOf = ({ endPercent }: CaseStripsFrame): number[] =>
  [0, 25, 50, 75, 100, 125, 150].filter(n => n <= endPercent);

/** Below the axis; the pixels that it takes. */
function drawStripNumbers({
  scene,
  frame,
  theme,
  textScale,
  records: { full },
  view: { width },
}: CaseStripsPen): number {
  const { bottom, isNarrow, right, left } = frame;
  for (const percent of ticksOf(frame)) {
    const text = percent === 100 ? '100 %' : String(percent);
    const half = textPx(text, 10 * textScale, 'digits') / 2;
    const x = Math.min(width - half, Math.max(half, xOfPercent(frame, percent)));
    scene.text(x, bottom + 12 * textScale, text, theme.ink3, { anchor: 'middle' });
  }
  if (!isNarrow) scene.text(width, bottom + 12 * textScale, 'median', theme.ink3, { anchor: 'end' });
  const room = charactersIn(isNarrow ? width : right - left, 10 * textScale);
  const lines = full === '' ? [] : wrapped(full, room);
  lines.forEach((line, i) => {
    scene.text(isNarrow ? 0 : left, bottom + (AXIS_PX + 8 + i * LINE_PX) * textScale, line, theme.ink3);
  });
  return (AXIS_PX + lines.length * LINE_PX) * textScale;
}
