/** The scene of a timeline, from the grounds of its rows up to the playhead. */
import { highlightAt } from '../pipeline/highlight.ts';
import { linkedTo } from '../pipeline/links.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import type { PipelineView } from '../pipeline/view.ts';
import type { Scene } from '../scene/scene.ts';
import { SceneBuilder } from '../scene/scene-builder.ts';
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
  const scene = new SceneBuilder(view);
  const pen: TimelinePen = { scene, frame, view, labels: [] };
  const highlight = highlightAt(records, frame.rows, view.highlight?.cell ?? null);
  const selection = highlightAt(records, frame.rows, view.selection);
  const lit = [highlight, selection].flatMap(each => linkedTo(records, each).barriers);
  drawAxis(scene, frame, view);
  drawNames({ scene, records, frame, view, lit });
  const bottom = drawLegend(scene, records, view, frame.plot.y + frame.plot.height);
  scene.layer(frame.plot);
  for (const row of frame.rows) drawGround(pen, records, row);
  scene.layer(frame.plot);
  for (const row of frame.rows) drawRow(pen, records, row, lit);
  scene.layer(frame.plot);
  drawUnder(pen, records);
  if (view.criticalPath) drawCriticalPath(pen, records);
  drawLabels(pen);
  drawFaults(pen, records);
  drawDeadlock(pen, records);
  drawRings(pen, records, selection, true);
  drawRings(pen, records, highlight, false);
  drawTimes(scene.layer(), records, frame, view);
  return scene.finish(view.width, bottom);
}

function drawTimes(scene: SceneBuilder, { ghostClk }: PipelineRecords, frame: TimelineFrame, view: PipelineView): void {
  if (ghostClk !== null) drawGhost(scene, frame, view, ghostClk);
  if (Number.isFinite(view.playhead)) drawPlayhead(scene, frame, view);
}

/** Rows that are something even while nothing happens: slots and units, for as long as the run goes. */
function drawGround(pen: TimelinePen, records: PipelineRecords, row: PlacedRow): void {
  const { scene, frame, view } = pen;
  const { theme } = view;
  if (row.kind === 'role') drawIdle(pen, records, row);
  if (row.kind === 'role' || row.kind === 'trace') return;
  const box = boxOf(frame, 0, records.run.totalClk, row);
  scene.rect(box, theme.surface);
  scene.ring(box, 0, { stroke: theme.line, width: 1 });
}

function drawRow(pen: TimelinePen, records: PipelineRecords, row: PlacedRow, lit: readonly string[]): void {
  if (row.kind === 'role') drawRole(pen, records, row);
  else if (row.kind === 'unit') drawUnit(pen, records, row);
  else if (row.kind === 'named') drawNamed(pen, records, row);
  else if (row.kind === 'slot') drawSlot(pen, records, row);
  else drawTrace(pen, records, row, lit.includes(row.barrier));
}
