/** The timeline as a figure: caption, lens, keyboard, table. */
import type { Cell } from '../../model/layout/tile-layout.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { cellOf, highlightAt } from '../pipeline/highlight.ts';
import type { PipelineHighlight, PipelineRecords } from '../pipeline/records.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { firstSpanDifference } from '../pipeline/under.ts';
import type { PipelineView } from '../pipeline/view.ts';
import { barrierLens, slotLens, spanLens } from '../pipeline/words.ts';
import type { Box, Mark } from '../view.ts';
import { faultMark, underMark, waiterMark } from './asides.ts';
import { timelineScene } from './draw.ts';
import { boxOf, type TimelineFrame, timelineFrame } from './frame.ts';
import { highlightUnder } from './hit.ts';
import { slotBox, spanBox } from './marks.ts';
import { stepCell } from './steps.ts';
import { timelineTable } from './table.ts';

/** Its highlights are cells: `highlightAt` and `cellOf` say of what. */
export function pipelineFigure(records: PipelineRecords, view: PipelineView): Figure {
  const frame = timelineFrame(records, view);
  return {
    ...captionOf(records),
    source: view.source,
    scene: timelineScene(records, frame, view),
    zoomable: null,
    handles: [],
    hit(x, y) {
      const aside = faultMark(records, frame, x, y) ?? underMark(records, frame, x, y);
      if (aside !== null) return aside;
      const cell = cellOf(records, frame.rows, highlightUnder(records, frame, x, y));
      return cell === null ? waiterMark(records, frame, x, y) : markOf(records, frame, cell);
    },
    markOf: highlight => markOf(records, frame, highlight?.cell ?? null),
    step(highlight, dx, dy) {
      const cell = stepCell(records, frame, highlight?.cell ?? null, dx, dy);
      return cell === null ? null : { cell, bank: null };
    },
    table: () => timelineTable(records, frame),
  };
}

function captionOf(records: PipelineRecords): Caption {
  const { scenario, run } = records;
  const total = count(Math.round(run.totalClk), 'cycle');
  const bound = run.bound === 'deadlock' ? run.deadlock!.message : `most of the critical path is ${run.bound}`;
  return {
    title: 'Timeline',
    text: 'one CTA; bars = work on step k; x in SM cycles',
    detail: `${count(scenario.roles.length, 'role')}, ${count(run.spans.length, 'span')}, ${total}; ${bound}`,
    differing: trouble(records),
  };
}

/** The worst that there is to say. */
function trouble(records: PipelineRecords): string {
  const { run } = records;
  if (run.deadlock !== null) return `deadlock at ${Math.round(run.deadlock.at).toLocaleString('en-US')}`;
  if (run.faults.length > 0) return count(run.faults.length, 'fault');
  return firstSpanDifference(records)?.words ?? '';
}

function markOf(records: PipelineRecords, frame: TimelineFrame, cell: Cell | null): Mark | null {
  const highlight = highlightAt(records, frame.rows, cell);
  const shown = cell === null || highlight === null ? null : shownOf(records, frame, highlight, cell);
  return shown && { highlight: { cell, bank: null }, ...shown, pickable: true };
}

function shownOf(
  records: PipelineRecords,
  frame: TimelineFrame,
  highlight: NonNullable<PipelineHighlight>,
  { row, column }: Cell,
): Pick<Mark, 'box' | 'lens'> {
  if (highlight.kind === 'span')
    return { box: spanBox(records, frame, column) ?? asideOf(frame, row), lens: spanLens(records, column) };
  if (highlight.kind === 'slot')
    return { box: slotBox(records, frame, column) ?? asideOf(frame, row), lens: slotLens(records, column) };
  const track = tracksOf(records).barrier(highlight.name);
  const until = track.to[track.item.indexOf(column)];
  return { box: boxOf(frame, highlight.at, until, frame.rows[row]), lens: barrierLens(records, column, until) };
}

/** For what is not in sight: the name of its row. */
const asideOf = (frame: TimelineFrame, row: number): Box => ({ ...frame.rows[row], x: 0, width: frame.plot.x });
