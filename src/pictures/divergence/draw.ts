/** Divergence picture: for each line, how many of a warp's 32 lanes were at work, how often, and where warps waited. */

import { LANES } from '../../base/hardware.ts';
import { type LineCounts, meanLanes } from '../../model/profile/execution-lines.ts';
import type { DivergenceRecords } from '../records.ts';
import { isFaint } from '../requests/bank-hits.ts';
import { picturePen } from '../scene/pen.ts';
import { hoverRing, pinnedRing } from '../scene/rings.ts';
import { type Scene, TRACK } from '../scene/scene.ts';
import { charactersIn } from '../scene/text-metrics.ts';
import { degreeFill } from '../theme.ts';
import { type Box, type Highlight, isPinned, type PictureView } from '../view.ts';
import { classBar, type DivergenceFrame, type DivergencePen, divergenceFrame, lineBar } from './frame.ts';

const BOTTOM_PX = 6;
/** Advance of an 11 px monospace character, generously. */
const TEXT_PX = 11;
/** Columns of a highlight's cell: a row of a line, or of a class. */
export const LINE_COLUMN = 0;
export const CLASS_COLUMN = 1;

export function divergenceScene(records: DivergenceRecords, view: PictureView): Scene {
  const frame = divergenceFrame(records, view);
  const pen = picturePen(records, frame, view);
  const { scene } = pen;
  drawLines(pen);
  drawClasses(pen);
  scene.layer();
  drawHighlight(pen);
  scene.layer();
  drawHead(pen);
  return scene.finish(Math.max(view.width, frame.waitsX), frame.bottom + BOTTOM_PX);
}

const LONG_HEAD = 'active lanes of 32, mean';
const LONG_HEAD_PX = 150;
const END = { anchor: 'end' } as const;

function drawHead({ scene, frame, theme, textScale, records: { by } }: DivergencePen): void {
  const y = frame.rowsY - 18 * textScale;
  const ink = theme.ink3;
  scene.text(frame.labelX, y, by === 'ptx' ? 'PTX' : 'line', ink, END);
  scene.text(frame.barsX, y, frame.barsPx < LONG_HEAD_PX * textScale ? 'active lanes' : LONG_HEAD, ink);
  if (frame.shown.has('diverged')) scene.text(frame.divergedX, y, 'diverged', ink, END);
  if (frame.shown.has('issues')) scene.text(frame.issuesX, y, 'executions', ink, END);
  if (frame.shown.has('waits')) scene.text(frame.waitsX, y, 'waits', ink, END);
  for (const lanes of [0, 8, 16, 24, 32]) {
    const x = frame.barsX + (frame.barsPx * lanes) / LANES;
    scene.text(x, frame.rowsY - 5 * textScale, `${lanes}`, ink, { anchor: 'middle' });
    if (lanes % LANES === 0) continue;
    scene.line([x, frame.rowsY], [x, frame.rowsY + frame.rows.length * frame.pitch], theme.page);
  }
}

function drawLines(pen: DivergencePen): void {
  const { scene, frame, theme, textScale } = pen;
  frame.rows.forEach((row, at) => {
    const baseline = frame.rowsY + (at + 0.5) * frame.pitch + 3.5 * textScale;
    if (row.kind === 'fold') {
      const text = `⋯ ${row.count.toLocaleString('en-US')} more, with fewer idle lanes`;
      scene.text(frame.textX, baseline, text, theme.ink3);
      return;
    }
    const { line } = row;
    scene.text(frame.labelX, baseline, `${line.line}`, theme.ink3, END);
    const text = cut(line.text.trim(), charactersIn(frame.textPx, TEXT_PX * textScale, 'mono'));
    if (text !== '') scene.text(frame.textX, baseline, text, theme.ink2, { mono: true, size: TEXT_PX * textScale });
    drawMean(pen, line, lineBar(frame, at), baseline);
    drawNumbers(pen, line, baseline);
  });
}

const cut = (text: string, chars: number): string =>
  text.length <= chars ? text : chars < 2 ? '' : `${text.slice(0, chars - 1)}…`;

/** Filled as far as lanes were at work; the fewer, the warmer. */
function drawMean({ scene, frame, theme }: DivergencePen, line: LineCounts, room: Box, baseline: number): void {
  const mean = meanLanes(line);
  const middle = room.y + room.height / 2;
  if (mean === null) {
    scene.line([room.x, middle], [room.x + room.width, middle], theme.lineStrong, { dash: TRACK });
    scene.text(frame.meanX, baseline, '—', theme.ink3, END);
    return;
  }
  const degree = LANES / mean;
  const bar = { ...room, width: (room.width * mean) / LANES };
  scene.rect(room, theme.cellIdle, { radius: 1.5 });
  scene.rect(bar, degreeFill(theme, degree), { radius: 1.5 });
  if (isFaint(Math.floor(degree))) scene.ring(bar, 1.5, { stroke: theme.ink3, width: 0.8 });
  scene.text(frame.meanX, baseline, meanText(line), theme.ink, END);
}

/** Numbers of a line: those above zero are strong, zeros are pale. */
function drawNumbers(
  { scene, frame, theme }: DivergencePen,
  { issues, diverged, waits }: LineCounts,
  baseline: number,
): void {
  const ink = (n: number): string => (n > 0 ? theme.ink : theme.ink3);
  const share = issues === 0 ? '—' : percentText(diverged, issues);
  const grouped = (n: number): string => n.toLocaleString('en-US');
  if (frame.shown.has('diverged')) scene.text(frame.divergedX, baseline, share, ink(diverged), END);
  if (frame.shown.has('issues')) scene.text(frame.issuesX, baseline, grouped(issues), ink(issues), END);
  if (frame.shown.has('waits')) scene.text(frame.waitsX, baseline, grouped(waits), ink(waits), END);
}

function drawClasses(pen: DivergencePen) {
  const { scene, frame, theme, textScale } = pen;
  const { classes } = pen.records;
  if (classes.length === 0) return;
  const most = Math.max(...classes.map(entry => entry.issues));
  const head = frame.classesY - 7 * textScale;
  const hasText = frame.textPx > 0;
  scene.text(hasText ? frame.textX : 0, head, "executions by class, PTX's, not SASS's", theme.ink3);
  classes.forEach((entry, at) => {
    const baseline = frame.classesY + (at + 0.5) * frame.pitch + 3.5 * textScale;
    if (hasText) scene.text(frame.textX, baseline, entry.class, theme.ink2);
    else scene.text(frame.labelX, baseline, entry.class, theme.ink2, END);
    scene.rect(classBar(frame, at, entry.issues / most), theme.degree.mark, { radius: 1.5 });
    scene.text(frame.meanX, baseline, meanText(entry), theme.ink, END);
    drawNumbers(pen, entry, baseline);
  });
}

/** The bar that a highlight means; null where the picture does not list it. */
export function barOf(frame: DivergenceFrame, classes: number, highlight: Highlight): Box | null {
  const cell = highlight?.cell;
  if (!cell) return null;
  if (cell.column === CLASS_COLUMN) return cell.row < classes ? classBar(frame, cell.row) : null;
  const at = frame.rows.findIndex(row => row.kind === 'line' && row.index === cell.row);
  return at < 0 ? null : lineBar(frame, at);
}

function drawHighlight(pen: DivergencePen) {
  const { frame } = pen;
  const { highlight, selection } = pen.view;
  const pinned = barOf(frame, Number.POSITIVE_INFINITY, selection === null ? null : { cell: selection, bank: null });
  if (pinned !== null) pinnedRing(pen, pinned, undefined);
  const at = isPinned(highlight, selection) ? null : barOf(frame, Number.POSITIVE_INFINITY, highlight);
  if (at !== null) hoverRing(pen, at, undefined);
}

// Numbers of a profile as the divergence picture writes them.

export const percentText = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
};

export const meanText = (counts: LineCounts): string => meanLanes(counts)?.toFixed(1) ?? '—';
