/** Arrow keys on a timeline: along a row from one mark to the next in time, and to the row above or below. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import type { TimeTrack } from '../../model/pipeline/time-track.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import type { TimelineRow } from '../pipeline/rows.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { sightOf, type TimelineFrame } from './frame.ts';

/** Everything that can be pointed at in a row; null for rows whose marks stand in others, too. */
function itemsOf(records: PipelineRecords, row: TimelineRow): TimeTrack | null {
  const tracks = tracksOf(records);
  if (row.kind === 'role') return tracks.role(row.name);
  if (row.kind === 'slot') return tracks.slot(row.buffer.name, row.stage);
  return row.kind === 'trace' ? tracks.barrier(row.barrier) : null;
}

/** From null to the first mark in sight; at the ends it stays. */
export function stepCell(
  records: PipelineRecords,
  frame: TimelineFrame,
  cell: Cell | null,
  dx: number,
  dy: number,
): Cell | null {
  const rows = frame.rows
    .map((row, i) => ({ row: i, items: itemsOf(records, row) }))
    .filter(({ items }) => items !== null && items.length > 0);
  const current = rows.findIndex(({ row }) => row === cell?.row);
  if (cell === null || current < 0) return rows.length === 0 ? null : cellNear(rows[0], sightOf(frame).from);
  const { items } = rows[current];
  const place = items!.item.indexOf(cell.column);
  if (dy === 0) return cellAtPlace(rows[current], place + dx);
  const next = rows[Math.min(rows.length - 1, Math.max(0, current + dy))];
  return next === rows[current] ? cell : cellNear(next, items!.from[Math.max(0, place)]);
}

interface RowItems {
  readonly row: number;
  readonly items: TimeTrack | null;
}

const cellAtPlace = ({ row, items }: RowItems, place: number): Cell => ({
  row,
  column: items!.item[Math.min(items!.length - 1, Math.max(0, place))],
});

/** What goes on then, or begins next. */
function cellNear({ row, items }: RowItems, clk: number): Cell {
  const { first } = items!.within(clk, Number.POSITIVE_INFINITY);
  return cellAtPlace({ row, items }, first);
}
