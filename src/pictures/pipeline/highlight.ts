/** A highlight of the timeline as a cell of a figure, and back: its row, and the item of the run that the row shows. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { slotIndex } from './links.ts';
import type { PipelineHighlight, PipelineRecords } from './records.ts';
import type { TimelineRow } from './rows.ts';
import { tracksOf } from './tracks.ts';

type Played = Pick<PipelineRecords, 'scenario' | 'run'>;

/** null where no row shows it. */
export function cellOf(played: Played, rows: readonly TimelineRow[], highlight: PipelineHighlight): Cell | null {
  if (highlight === null) return null;
  const row = rows.findIndex(each => isRowOf(played, each, highlight));
  const column = itemOf(played, highlight);
  return row < 0 || column < 0 ? null : { row, column };
}

export function highlightAt({ run }: Played, rows: readonly TimelineRow[], cell: Cell | null): PipelineHighlight {
  const row = cell === null ? undefined : rows[cell.row];
  if (cell === null || row === undefined) return null;
  if (row.kind === 'role') return { kind: 'span', index: cell.column };
  if (row.kind === 'slot')
    return { kind: 'slot', buffer: row.buffer.name, stage: row.stage, at: run.slots.at(cell.column)!.from };
  return row.kind === 'trace'
    ? { kind: 'barrier', name: row.barrier, at: run.barrierEvents.at(cell.column)!.at }
    : null;
}

function isRowOf({ run }: Played, row: TimelineRow, highlight: NonNullable<PipelineHighlight>): boolean {
  if (highlight.kind === 'span') return row.kind === 'role' && row.name === run.spans.at(highlight.index)?.role;
  if (highlight.kind === 'slot')
    return row.kind === 'slot' && row.buffer.name === highlight.buffer && row.stage === highlight.stage;
  return row.kind === 'trace' && row.barrier === highlight.name;
}

function itemOf(played: Played, highlight: NonNullable<PipelineHighlight>): number {
  if (highlight.kind === 'span') return highlight.index;
  if (highlight.kind === 'slot') return slotIndex(played, highlight.buffer, highlight.stage, highlight.at);
  const track = tracksOf(played).barrier(highlight.name);
  return track.length === 0 ? -1 : track.item[Math.max(0, track.lastBegun(highlight.at))];
}

/** When it begins, in clk of the axis. */
export function axisClkOf({ run, originClk }: PipelineRecords, highlight: NonNullable<PipelineHighlight>): number {
  return (highlight.kind === 'span' ? run.spans.at(highlight.index)!.from : highlight.at) - originClk;
}
