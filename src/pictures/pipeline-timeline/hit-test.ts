/** Finds what lies under a point of a timeline, by arithmetic and binary search. */

import type { TimeTrack } from '../../model/pipeline/time-track.ts';
import type { PipelineHighlight, PipelineRecords } from '../pipeline/records.ts';
import { UNIT_KINDS } from '../pipeline/rows.ts';
import { waiterOf } from '../pipeline/steps.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { clkAt, lineOf, type PlacedRow, type TimelineFrame } from './frame.ts';

type RoleRow = PlacedRow & { readonly kind: 'role' };

/** null beside all marks. */
export function highlightUnder(
  records: PipelineRecords,
  frame: TimelineFrame,
  x: number,
  y: number,
): PipelineHighlight {
  const row = rowAt(frame, x, y);
  if (row === null) return null;
  const clk = clkAt(frame, x);
  if (clk < 0) return null;
  if (row.kind === 'role') return span(roleSpan(records, frame, row, { clk, y }));
  if (row.kind === 'unit') return span(unitSpan(records, row.unit, clk));
  if (row.kind === 'named')
    return span(
      itemAt(
        records.scenario.roles.map(({ name }) => tracksOf(records).waitsAt(row.barrier, name)),
        clk,
      ),
    );
  if (clk > records.run.totalClk) return null;
  return row.kind === 'slot'
    ? { kind: 'slot', buffer: row.buffer.name, stage: row.stage, at: clk }
    : { kind: 'barrier', name: row.barrier, at: clk };
}

/** Traces are thin: what lies between two rows belongs to the nearer one. */
const BESIDE_PX = 3;

export function rowAt({ plot, rows }: TimelineFrame, x: number, y: number): PlacedRow | null {
  if (x < plot.x || x > plot.x + plot.width) return null;
  const distance = (row: PlacedRow): number => Math.max(row.y - y, y - row.y - row.height);
  const nearest = rows.reduce((best, row) => (distance(row) < distance(best) ? row : best));
  return distance(nearest) <= BESIDE_PX ? nearest : null;
}

const span = (index: number): PipelineHighlight => (index < 0 ? null : { kind: 'span', index });

/** Item of the first track in which something goes on then, -1 where nothing does. */
export function itemAt(tracks: readonly TimeTrack[], clk: number): number {
  for (const track of tracks) {
    const place = track.placeAt(clk);
    if (place >= 0) return track.item[place];
  }
  return -1;
}

/** A tick is hit from this far. */
const NEAR_PX = 4;

interface Aim {
  readonly clk: number;
  readonly y: number;
}

/** Copies first, for they are narrow; then work; then waits. */
function roleSpan(records: PipelineRecords, frame: TimelineFrame, row: RoleRow, { clk, y }: Aim): number {
  const tracks = tracksOf(records);
  const issue = nearest(tracks.spans(row.name, 'copy'), clk, NEAR_PX / frame.pxPerClk);
  if (issue >= 0) return issue;
  const line = row.lines.findIndex((_, i) => y < lineEnd(row, i));
  const kinds = row.lines[line < 0 ? row.lines.length - 1 : line];
  const ofWork = kinds.filter(kind => kind !== 'wait').map(kind => tracks.spans(row.name, kind));
  const work = itemAt(ofWork, clk);
  if (work >= 0 || !kinds.includes('wait')) return work;
  return waitAt(records, row.name, clk);
}

function lineEnd(row: RoleRow, line: number): number {
  const { y, height } = lineOf(row, line);
  return y + height + 1;
}

/** Index of the wait at a time; the last wait of a deadlock goes on for ever. */
function waitAt({ run }: PipelineRecords, role: string, clk: number): number {
  const waits = tracksOf({ run }).spans(role, 'wait');
  const last = waits.item.at(-1) ?? -1;
  const isStuck = last >= 0 && waiterOf(run, last) !== null && clk >= run.spans.at(last)!.from;
  return isStuck ? last : itemAt([waits], clk);
}

function nearest(track: TimeTrack, clk: number, withinClk: number): number {
  const before = track.lastBegun(clk);
  const distance = (place: number): number =>
    place in track.from ? Math.abs(track.from[place] - clk) : Number.POSITIVE_INFINITY;
  const place = distance(before) <= distance(before + 1) ? before : before + 1;
  return distance(place) <= withinClk ? track.item[place] : -1;
}

function unitSpan(records: PipelineRecords, unit: keyof typeof UNIT_KINDS, clk: number): number {
  const tracks = tracksOf(records);
  const { roles } = records.scenario;
  if (unit === 'copy')
    return itemAt(
      roles.map(({ name }) => tracks.engine(name)),
      clk,
    );
  return itemAt(
    roles.flatMap(({ name }) => UNIT_KINDS[unit].map(kind => tracks.spans(name, kind))),
    clk,
  );
}
