/** What lies over the rows of a timeline: rings, faults, the critical path, another source, waits that close a ring. */

import type { Source } from '../trace/span.ts';
import { linkedTo } from './pipeline-links.ts';
import type { PipelineHighlight, PipelineRecords } from './pipeline-records.ts';
import { drawTrack, type TimelinePen } from './pipeline-timeline.bars.ts';
import { boxOf, type Extent, lineOf, type PlacedRow, type TimelineFrame, xOf } from './pipeline-timeline.frame.ts';
import { spanTracks, tracksOf } from './pipeline-tracks.ts';
import { firstSpanDifference } from './pipeline-under.ts';
import type { Box } from './view.ts';

/** Where a role does such a span: a line of its row, all of it for waits and copies. */
export function spanExtent(frame: TimelineFrame, row: PlacedRow, kind: string): Extent {
  const line = row.kind === 'role' ? row.groups.findIndex(group => group.some(each => each === kind)) : -1;
  return line < 0
    ? { y: row.y, height: row.height - (row.kind === 'role' ? frame.footPx : 0) }
    : lineOf(frame, row, line);
}

/** null where the span's role has no row, or nothing of it is in sight. */
export function spanBox(records: PipelineRecords, frame: TimelineFrame, index: number): Box | null {
  const { role, kind, from, to } = records.run.spans[index];
  const row = frame.rows.find(each => each.kind === 'role' && each.name === role);
  if (row === undefined) return null;
  const extent = spanExtent(frame, row, kind);
  // A copy runs on without its role: it stands where it was asked for.
  if (kind === 'copy')
    return inSight(frame, { ...boxOf(frame, from, from, extent), x: xOf(frame, from) - 2, width: 4 });
  const isStuck = kind === 'wait' && records.run.deadlock !== null && to >= records.run.deadlock.at;
  return inSight(frame, boxOf(frame, from, isStuck ? Number.POSITIVE_INFINITY : to, extent));
}

export function slotBox({ run }: PipelineRecords, frame: TimelineFrame, index: number): Box | null {
  const { buffer, stage, from, to } = run.slots[index];
  const row = frame.rows.find(each => each.kind === 'slot' && each.buffer.name === buffer && each.stage === stage);
  return row === undefined ? null : inSight(frame, boxOf(frame, from, to, row));
}

function inSight({ plot }: TimelineFrame, box: Box): Box | null {
  return box.x + box.width < plot.x || box.x > plot.x + plot.width ? null : { ...box, width: Math.max(2, box.width) };
}

export function drawRings(
  pen: TimelinePen,
  records: PipelineRecords,
  highlight: PipelineHighlight,
  isSelection: boolean,
): void {
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

const FLAG_PX = 8;

/** A corner that hangs from the top of a row. */
function drawFlag({ scene, frame, view }: TimelinePen, clk: number, y: number): void {
  const x = xOf(frame, clk);
  const d = `M${x} ${y}h${FLAG_PX}l${-FLAG_PX} ${FLAG_PX}z`;
  scene.path(d, {
    stroke: view.theme.conflict.ink,
    width: 0,
    fill: view.theme.conflict.ink,
    halo: view.theme.page,
    haloWidth: 3,
  });
  scene.line([x, y], [x, y + FLAG_PX + 8], view.theme.conflict.ink, { width: 1.5 });
}

const FLAG_ROOM_PX = 8;

/** The faults that have a flag below the pointer. */
export function faultsAt({ run }: PipelineRecords, frame: TimelineFrame, row: PlacedRow, x: number) {
  const isNear = (clk: number): boolean => Math.abs(xOf(frame, clk) + FLAG_PX / 2 - x) <= FLAG_ROOM_PX;
  return row.kind === 'role' ? run.faults.filter(({ role, at }) => role === row.name && isNear(at)) : [];
}

export function drawFaults(pen: TimelinePen, { run }: PipelineRecords): void {
  for (const { role, at } of run.faults) {
    const row = pen.frame.rows.find(each => each.kind === 'role' && each.name === role);
    if (row !== undefined) drawFlag(pen, at, row.y - 2);
  }
}

/** The other source's work of each role at the foot of its row, and a flag where it first differs. */
export function drawUnder(pen: TimelinePen, records: PipelineRecords): void {
  const { under } = records;
  if (under === null) return;
  const tracks = spanTracks(under.spans);
  for (const row of pen.frame.rows) {
    if (row.kind !== 'role') continue;
    const extent: Extent = { y: row.y + row.height - pen.frame.footPx + 2, height: pen.frame.footPx - 3 };
    const draw = barOf(pen, under.source);
    for (const kind of [...row.groups.flat(), 'copy'] as const) {
      if (kind === 'copy')
        drawTrack(pen, tracks.spans(row.name, kind), extent, pen.view.theme.sources[under.source].ink, (_, box) =>
          draw({ ...box, width: 2 }),
        );
      else
        drawTrack(pen, tracks.spans(row.name, kind), extent, pen.view.theme.sources[under.source].ink, (_, box) =>
          draw(box),
        );
    }
  }
  const difference = firstSpanDifference(records);
  const row = pen.frame.rows.find(each => each.kind === 'role' && each.name === difference?.role);
  if (difference !== null && row !== undefined) drawFlag(pen, difference.at, row.y + row.height - pen.frame.footPx - 1);
}

/** Solid where measured, half filled where emulated, hollow where predicted. */
function barOf({ scene, view }: TimelinePen, source: Source): (box: Box) => void {
  const { ink } = view.theme.sources[source];
  const narrow = (box: Box): Box => ({ ...box, width: Math.max(1, box.width - 1) });
  if (source === 'measured') return box => scene.rect(narrow(box), ink);
  return box => {
    if (source === 'emulated') scene.rect(narrow(box), ink, { opacity: 0.45 });
    scene.ring(narrow(box), 0, { stroke: ink, width: 1 });
  };
}

const PATH_PX = 2.5;

/** Along the foot of each bar that the time depends on; a copy's lies in its slot's row. */
export function drawCriticalPath(pen: TimelinePen, records: PipelineRecords): void {
  const tracks = tracksOf(records);
  for (const row of pen.frame.rows) {
    if (row.kind === 'role')
      row.groups.forEach((kinds, line) => {
        for (const kind of kinds) drawPathLine(pen, tracks.path(row.name, kind), lineOf(pen.frame, row, line));
      });
    else if (row.kind === 'slot') drawPathLine(pen, tracks.pathOfCopies(row.buffer.name, row.stage), row);
  }
}

function drawPathLine(pen: TimelinePen, track: Parameters<typeof drawTrack>[1], { y, height }: Extent): void {
  const { ink } = pen.view.theme.accent;
  drawTrack(pen, track, { y: y + height - PATH_PX, height: PATH_PX }, ink, (_, box) => pen.scene.rect(box, ink));
}

const ARROW_PX = 6;
const BULGE_PX = 26;

/** From each role to the one that it waits for, where the waits close a ring. */
export function drawDeadlock(pen: TimelinePen, { run }: PipelineRecords): void {
  const { frame, scene, view } = pen;
  const cycle = run.deadlock?.cycle ?? [];
  const rowOf = (role: string) => frame.rows.find(row => row.kind === 'role' && row.name === role);
  cycle.forEach((role, i) => {
    const [from, to] = [rowOf(role), rowOf(cycle[(i + 1) % cycle.length])];
    if (from === undefined || to === undefined) return;
    const x = frame.plot.x + frame.plot.width - 14;
    const [y, end] = [middleOf(frame, from), middleOf(frame, to)];
    // Down on the right, up on the left: the way back does not lie upon the way there.
    const side = end > y ? 1 : -1;
    const [start, bulge] = [x - (side > 0 ? 0 : 16), side * BULGE_PX * 0.6];
    const tip = `M${start} ${end - side * 4}l${-ARROW_PX / 1.6} ${-side * ARROW_PX}h${ARROW_PX * 1.25}z`;
    const curve = `M${start} ${y + side * 4}C${start + bulge} ${y + (end - y) * 0.3} ${start + bulge} ${y + (end - y) * 0.7} ${start} ${end - side * (ARROW_PX + 3)}`;
    const { ink } = view.theme.conflict;
    scene.path(curve, { stroke: ink, width: 2, halo: view.theme.page, haloWidth: 5 });
    scene.path(tip, { stroke: ink, width: 0, fill: ink, halo: view.theme.page, haloWidth: 3 });
  });
}

const middleOf = (frame: TimelineFrame, { y, height }: PlacedRow): number => y + (height - frame.footPx) / 2;
