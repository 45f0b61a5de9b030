/** Draws over the rows of a timeline: faults, another source, the critical path, and waits that close a ring. */

import { count } from '../../base/numbers.ts';
import type { TimeTrack } from '../../model/pipeline/time-track.ts';
import { firstSpanDifference } from '../pipeline/first-span-difference.ts';
import type { OtherSource, PipelineRecords } from '../pipeline/records.ts';
import { spanTracks, tracksOf } from '../pipeline/tracks.ts';
import { textPx } from '../scene/text-metrics.ts';
import { underBar } from '../source-mark.ts';
import { drawTrack, type TimelinePen } from './bars.ts';
import {
  type FootLine,
  footLinesOf,
  lineOf,
  type PlacedRow,
  type RowExtent,
  sightOf,
  type TimelineFrame,
  xOf,
} from './frame.ts';

const FLAG_PX = 8;

/** A corner that hangs from the top of a row. */
function drawFlag({ scene, frame, theme }: TimelinePen, clk: number, y: number): void {
  const x = xOf(frame, clk);
  const d = `M${x} ${y}h${FLAG_PX}l${-FLAG_PX} ${FLAG_PX}z`;
  scene.path(d, {
    stroke: theme.conflict.ink,
    width: 0,
    fill: theme.conflict.ink,
    halo: theme.page,
    haloWidth: 3,
  });
  scene.line([x, y], [x, y + FLAG_PX + 8], theme.conflict.ink, { width: 1.5 });
}

const FLAG_ROOM_PX = 8;

/** The faults that have a flag below the pointer. */
export function faultsAt({ run }: PipelineRecords, frame: TimelineFrame, row: PlacedRow, x: number) {
  const isNear = (clk: number): boolean => Math.abs(xOf(frame, clk) + FLAG_PX / 2 - x) <= FLAG_ROOM_PX;
  return row.kind === 'role' ? run.faults.filter(({ role, at }) => role === row.name && isNear(at)) : [];
}

export function drawFaults(pen: TimelinePen): void {
  const { run } = pen.records;
  for (const { role, at } of run.faults) {
    const row = pen.frame.rows.find(each => each.kind === 'role' && each.name === role);
    if (row !== undefined) drawFlag(pen, at, row.y - 2);
  }
}

/** Other sources' work of each role at the foot of its row, and a flag where one first differs. */
export function drawUnder(pen: TimelinePen): void {
  for (const [place, other] of pen.records.under.entries()) drawOther(pen, other, place);
}

function drawOther(pen: TimelinePen, other: OtherSource, place: number): void {
  const { records, frame } = pen;
  const tracks = spanTracks(other.spans);
  const { ink } = pen.theme.sources[other.source];
  const draw = underBar(pen, other.source);
  const linesIn = (row: PlacedRow) => footLinesOf(frame, row, place, records.under.length);
  for (const row of frame.rows) {
    if (row.kind !== 'role') continue;
    for (const { kinds, y, height } of linesIn(row))
      for (const kind of kinds)
        drawTrack(
          pen,
          tracks.spans(row.name, kind),
          { extent: { y: y + 2, height: height - 3 }, fill: ink },
          (_, box) => draw(kind === 'copy' ? { ...box, width: 2 } : box),
        );
  }
  drawBeyond(pen, other, linesIn);
  const difference = firstSpanDifference(records, other);
  const row = frame.rows.find(each => each.kind === 'role' && each.name === difference?.role);
  if (difference !== null && row !== undefined) drawFlag(pen, difference.at, linesIn(row)[0].y - 1);
}

/** Less is not worth the work that the words hide. */
const LEAST_BEYOND_PX = 16;

/** Where a role's work goes on beyond the right edge, and the prediction does not: when it ends. */
function drawBeyond(
  { scene, frame, theme, textScale, records: { run } }: TimelinePen,
  other: OtherSource,
  linesIn: (row: PlacedRow) => readonly FootLine[],
): void {
  const tracks = spanTracks(other.spans);
  const [edge, size] = [frame.plot.x + frame.plot.width, 10 * textScale];
  const { to: lastSeen } = sightOf(frame);
  if (run.totalClk > lastSeen) return;
  for (const row of frame.rows) {
    if (row.kind !== 'role' || !row.hasSoftmax) continue;
    const lines = linesIn(row);
    const kinds = lines.flatMap(line => line.kinds);
    const end = Math.max(0, ...kinds.map(kind => tracks.spans(row.name, kind).to.at(-1) ?? 0));
    if (xOf(frame, end) < edge + LEAST_BEYOND_PX) continue;
    const text = `ends at ${count(Math.round(end))}`;
    const [top, height] = [lines[0].y, lines.reduce((sum, line) => sum + line.height, 0)];
    const width = textPx(text, size) + 6;
    scene.rect({ x: edge - width, y: top, width, height: height + 1 }, theme.page);
    scene.text(edge, top + height / 2 + size * 0.36, text, theme.ink2, { size, anchor: 'end' });
  }
}

const PATH_PX = 2.5;

/** Along the foot of each bar that the time depends on; a copy's lies in its slot's row. */
export function drawCriticalPath(pen: TimelinePen): void {
  const { records } = pen;
  const tracks = tracksOf(records);
  for (const row of pen.frame.rows) {
    if (row.kind === 'role')
      row.lines.forEach((kinds, line) => {
        for (const kind of kinds) drawPathLine(pen, tracks.path(row.name, kind), lineOf(row, line));
      });
    else if (row.kind === 'slot') drawPathLine(pen, tracks.pathOfCopies(row.buffer.name, row.stage), row);
  }
}

function drawPathLine(pen: TimelinePen, track: TimeTrack, { y, height }: RowExtent): void {
  const { ink } = pen.theme.accent;
  drawTrack(pen, track, { extent: { y: y + height - PATH_PX, height: PATH_PX }, fill: ink }, (_, box) =>
    pen.scene.rect(box, ink),
  );
}

const ARROW_PX = 6;
const BULGE_PX = 26;

/** Arrows from each role to the role for which it waits, if the waits close a ring. */
export function drawDeadlock(pen: TimelinePen): void {
  const { run } = pen.records;
  const { frame, scene, view } = pen;
  const cycle = run.deadlock?.cycle ?? [];
  const rowOf = (role: string) => frame.rows.find(row => row.kind === 'role' && row.name === role);
  cycle.forEach((role, i) => {
    const [from, to] = [rowOf(role), rowOf(cycle[(i + 1) % cycle.length])];
    if (from === undefined || to === undefined) return;
    const x = frame.plot.x + frame.plot.width - 14;
    const [y, end] = [middleOf(from), middleOf(to)];
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

const middleOf = ({ y, workPx }: PlacedRow): number => y + workPx / 2;
