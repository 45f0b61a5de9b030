/** Places of a timeline's marks, and the rings around highlighted ones. */

import { linkedTo } from '../pipeline/links.ts';
import type { PipelineHighlight, PipelineRecords } from '../pipeline/records.ts';
import { waiterOf } from '../pipeline/steps.ts';
import type { Box } from '../view.ts';
import type { TimelinePen } from './bars.ts';
import { boxOf, lineOf, type PlacedRow, type RowExtent, type TimelineFrame, xOf } from './frame.ts';

/** Vertical place of a role's span: one line of the row, or the whole row for waits and copies. */
export function spanExtent(row: PlacedRow, kind: string): RowExtent {
  const line = row.kind === 'role' ? row.lines.findIndex(group => group.some(each => each === kind)) : -1;
  return line < 0 ? { y: row.y, height: row.workPx } : lineOf(row, line);
}

/** null where the span's role has no row, or nothing of it is in sight. */
export function spanBox(records: PipelineRecords, frame: TimelineFrame, index: number): Box | null {
  const { role, kind, from, to } = records.run.spans.at(index)!;
  const row = frame.rows.find(each => each.kind === 'role' && each.name === role);
  if (row === undefined) return null;
  const extent = spanExtent(row, kind);
  // A copy runs on without its role: it stands where it was asked for.
  if (kind === 'copy')
    return inSight(frame, { ...boxOf(frame, from, from, extent), x: xOf(frame, from) - 2, width: 4 });
  const end = waiterOf(records.run, index) === null ? to : Number.POSITIVE_INFINITY;
  return inSight(frame, boxOf(frame, from, end, extent));
}

export function slotBox({ run }: PipelineRecords, frame: TimelineFrame, index: number): Box | null {
  const { buffer, stage, from, to } = run.slots.at(index)!;
  const row = frame.rows.find(each => each.kind === 'slot' && each.buffer.name === buffer && each.stage === stage);
  return row === undefined ? null : inSight(frame, boxOf(frame, from, to, row));
}

function inSight({ plot }: TimelineFrame, box: Box): Box | null {
  return box.x + box.width < plot.x || box.x > plot.x + plot.width ? null : { ...box, width: Math.max(2, box.width) };
}

export function drawRings(pen: TimelinePen, highlight: PipelineHighlight, isSelection: boolean): void {
  const { records } = pen;
  const { scene, frame, view } = pen;
  const { theme } = view;
  const { spans, slots } = linkedTo(records, highlight);
  const boxes = [
    ...spans.map(index => spanBox(records, frame, index)),
    ...slots.map(index => slotBox(records, frame, index)),
  ];
  const style = isSelection
    ? { stroke: theme.accent.ink, width: 2, halo: theme.page, haloWidth: 4.4 }
    : { stroke: theme.ink, width: 2, halo: theme.page, haloWidth: 4 };
  for (const box of boxes) if (box !== null) scene.ring(box, 2, style);
}
