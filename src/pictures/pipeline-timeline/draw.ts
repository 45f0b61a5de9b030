/** The scene of a timeline, from the grounds of its rows up to the playhead. */
import { highlightAt } from '../pipeline/highlight.ts';
import { linkedTo } from '../pipeline/links.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import type { PipelineView } from '../pipeline/view.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { drawAxis, drawGhost, drawPlayhead } from './axis.ts';
import { drawLabels, type TimelinePen } from './bars.ts';
import { boxOf, type PlacedRow, type TimelineFrame } from './frame.ts';
import { drawLegend } from './legend.ts';
import { drawRings } from './marks.ts';
import { drawNames } from './names.ts';
import { drawCriticalPath, drawDeadlock, drawFaults, drawUnder } from './overlays.ts';
import { drawIdle, drawRole } from './roles.ts';
import { drawSlot, drawTrace } from './slots.ts';
import { drawNamed, drawUnit } from './units.ts';

export function timelineScene(records: PipelineRecords, frame: TimelineFrame, view: PipelineView): Scene {
  const highlight = highlightAt(records, frame.rows, view.highlight?.cell ?? null);
  const selection = highlightAt(records, frame.rows, view.selection);
  const lit = [highlight, selection].flatMap(each => linkedTo(records, each).barriers);
  const pen: TimelinePen = { ...picturePen(records, frame, view), lit, labels: [] };
  const { scene } = pen;
  drawAxis(pen);
  drawNames(pen);
  const bottom = drawLegend(pen, frame.plot.y + frame.plot.height);
  scene.layer(frame.plot);
  for (const row of frame.rows) drawGround(pen, row);
  scene.layer(frame.plot);
  for (const row of frame.rows) drawRow(pen, row);
  scene.layer(frame.plot);
  drawUnder(pen);
  if (view.criticalPath) drawCriticalPath(pen);
  drawLabels(pen);
  drawFaults(pen);
  drawDeadlock(pen);
  drawRings(pen, selection, true);
  drawRings(pen, highlight, false);
  scene.layer();
  drawTimes(pen);
  return scene.finish(view.width, bottom);
}

function drawTimes(pen: TimelinePen): void {
  const { view } = pen;
  const { ghostClk } = pen.records;
  if (ghostClk !== null) drawGhost(pen, ghostClk);
  if (Number.isFinite(view.playhead)) drawPlayhead(pen);
}

/** Rows that are something even while nothing happens: slots and units, for as long as the run goes. */
function drawGround(pen: TimelinePen, row: PlacedRow): void {
  const { scene, frame, theme, records } = pen;
  if (row.kind === 'role') drawIdle(pen, row);
  if (row.kind === 'role' || row.kind === 'trace') return;
  const box = boxOf(frame, 0, records.run.totalClk, row);
  scene.rect(box, theme.surface);
  scene.ring(box, 0, { stroke: theme.line, width: 1 });
}

function drawRow(pen: TimelinePen, row: PlacedRow): void {
  if (row.kind === 'role') drawRole(pen, row);
  else if (row.kind === 'unit') drawUnit(pen, row);
  else if (row.kind === 'named') drawNamed(pen, row);
  else if (row.kind === 'slot') drawSlot(pen, row);
  else drawTrace(pen, row);
}
