/** The scene of a timeline, from the grounds of its rows up to the playhead. */

import { highlightAt } from '../pipeline/highlight.ts';
import { linkedTo } from '../pipeline/links.ts';
import type { PipelineRecords, PipelineView } from '../pipeline/records.ts';
import { roleTone } from '../pipeline/roles.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { picturePen } from '../scene/pen.ts';
import type { Scene } from '../scene/scene.ts';
import { drawAxis, drawGhost, drawPlayhead } from './axis.ts';
import { drawLabels, drawTrack, type TimelinePen } from './bars.ts';
import { drawBrackets } from './brackets.ts';
import { boxOf, type PlacedRow, type RowExtent, type TimelineFrame } from './frame.ts';
import { drawLegend } from './legend.ts';
import { drawRings } from './marks.ts';
import { drawNames } from './names.ts';
import { drawCriticalPath, drawDeadlock, drawFaults, drawUnder } from './overlays.ts';
import { apart, drawIdle, drawRole } from './roles.ts';
import { drawSlot, drawTrace } from './slots.ts';

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
  if (view.brackets) drawBrackets(pen);
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

/** Grounds of slots and units, as long as the run. Roles have a line where they are idle. */
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

function drawUnit(pen: TimelinePen, row: PlacedRow & { readonly kind: 'unit' }): void {
  const { records } = pen;
  const tracks = tracksOf(records);
  for (const { name } of records.scenario.roles) {
    const { fill } = roleTone(records.scenario, name, pen.theme);
    const track =
      row.unit === 'copy' ? tracks.engine(name) : tracks.spans(name, row.unit === 'tensor' ? 'mma' : 'softmax');
    drawTrack(pen, track, { extent: row, fill }, (_, box) => pen.scene.rect(apart(box), fill));
  }
}

/** Roles that wait at a named barrier: a line for each role that ever does. */
function drawNamed(pen: TimelinePen, row: PlacedRow & { readonly kind: 'named' }): void {
  const { records } = pen;
  const tracks = tracksOf(records);
  const waits = records.scenario.roles
    .map(({ name }) => ({ name, track: tracks.waitsAt(row.barrier, name) }))
    .filter(({ track }) => track.length > 0);
  const pitch = row.height / Math.max(1, waits.length);
  for (const [i, { name, track }] of waits.entries()) {
    const { fill } = roleTone(records.scenario, name, pen.theme);
    const extent: RowExtent = { y: row.y + i * pitch, height: pitch };
    drawTrack(pen, track, { extent, fill }, (_, box) => pen.scene.rect(apart(box), fill));
  }
}
