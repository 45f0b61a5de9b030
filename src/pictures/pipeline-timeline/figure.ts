/** The timeline as a figure: caption, lens, keyboard, table. */

import type { Cell } from '../../model/layout/tile-layout.ts';
import type { TimeTrack } from '../../model/pipeline/time-track.ts';
import { count } from '../address-text.ts';
import type { Caption, Figure } from '../figure.ts';
import { firstSpanDifference } from '../pipeline/first-span-difference.ts';
import { cellOf, highlightAt } from '../pipeline/highlight.ts';
import type { PipelineHighlight, PipelineRecords, PipelineView } from '../pipeline/records.ts';
import type { TimelineRow } from '../pipeline/rows.ts';
import { spanTracks, tracksOf } from '../pipeline/tracks.ts';
import { barrierLens, otherSpanLens, slotLens, spanLens, spanWords, waiterLens } from '../pipeline/words.ts';
import type { Box, Lens, Mark, Table } from '../view.ts';
import { timelineScene } from './draw.ts';
import { boxOf, clkAt, footLinesOf, sightOf, type TimelineFrame, timelineFrame } from './frame.ts';
import { highlightUnder, itemAt, rowAt } from './hit-test.ts';
import { slotBox, spanBox } from './marks.ts';
import { inCta } from './names.ts';
import { faultsAt } from './overlays.ts';

/** Its highlights are cells: `highlightAt` and `cellOf` say of what. */
export function pipelineFigure(records: PipelineRecords, view: PipelineView): Figure {
  const frame = timelineFrame(records, view);
  return {
    ...captionOf(records, view),
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

function captionOf(records: PipelineRecords, { source }: Pick<PipelineView, 'source'>): Caption {
  const { scenario, run } = records;
  const total = count(Math.round(run.totalClk), 'cycle');
  const bound = run.bound === 'deadlock' ? run.deadlock!.message : `most of the critical path is ${run.bound}`;
  return {
    title: 'Timeline',
    text: `${ctasText(scenario)}; bars = work on step k; x in ${source === 'emulated' ? 'cycles of the model' : 'SM cycles'}`,
    detail: `${count(scenario.roles.length, 'role')}, ${count(run.spans.length, 'span')}, ${total}; ${bound}`,
    differing: trouble(records),
  };
}

function ctasText({ roles }: PipelineRecords['scenario']): string {
  const ctas = new Set(roles.map(({ name }) => inCta(name).cta));
  return ctas.size > 1 ? `a cluster of ${ctas.size} CTAs` : 'one CTA';
}

/** The worst fault of the run, if it has one. */
function trouble(records: PipelineRecords): string {
  const { run } = records;
  if (run.deadlock !== null) return `deadlock at ${Math.round(run.deadlock.at).toLocaleString('en-US')}`;
  if (run.faults.length > 0) return count(run.faults.length, 'fault');
  const differing = records.under.flatMap(other => firstSpanDifference(records, other)?.words ?? []);
  return differing[0] ?? '';
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

/** Box for a mark that is not visible: that of its row's name. */
const asideOf = (frame: TimelineFrame, row: number): Box => ({ ...frame.rows[row], x: 0, width: frame.plot.x });

// Arrow keys on a timeline: along a row from one mark to the next in time, and to the row above or below.

/** The marks of a row; null for rows that only repeat the marks of other rows. */
function itemsOf(records: PipelineRecords, row: TimelineRow): TimeTrack | null {
  const tracks = tracksOf(records);
  if (row.kind === 'role') return tracks.role(row.name);
  if (row.kind === 'slot') return tracks.slot(row.buffer.name, row.stage);
  return row.kind === 'trace' ? tracks.barrier(row.barrier) : null;
}

/** Moves from null to the first visible mark; it stays at the ends. */
function stepCell(
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

/** The mark at that time, else the next one. */
function cellNear({ row, items }: RowItems, clk: number): Cell {
  const { first } = items!.within(clk, Number.POSITIVE_INFINITY);
  return cellAtPlace({ row, items }, first);
}

// The part of a timeline that is in sight as text: a row for each span, in the order of time.

/** Most rows of the table. */
const MOST_ROWS = 1000;

function timelineTable(records: PipelineRecords, frame: TimelineFrame): Table {
  const { run, scenario } = records;
  const { from, to } = sightOf(frame);
  const tracks = scenario.roles.map(({ name }) => tracksOf(records).role(name));
  const ranges = tracks.map(track => ({ track, ...track.within(from, to) }));
  const earliest = ranges.flatMap(({ track, first, end }) => [
    ...track.item.subarray(first, Math.min(end, first + MOST_ROWS)),
  ]);
  const listed = earliest
    .toSorted((a, b) => run.spans.at(a)!.from - run.spans.at(b)!.from || a - b)
    .slice(0, MOST_ROWS);
  const left = ranges.reduce((sum, { first, end }) => sum + Math.max(0, end - first), -listed.length);
  const rest = ['…', '', `${count(left, 'span')} more in sight: zoom in to list them`, '', '', '', ''];
  return {
    columns: ['span', 'role', 'what', 'slot', 'from', 'to', 'cycles'],
    rows: [...listed.map(index => spanRow(records, index)), ...(left > 0 ? [rest] : [])],
  };
}

function spanRow(records: PipelineRecords, index: number): string[] {
  const { role, from, to, buffer, stage } = records.run.spans.at(index)!;
  const slot = buffer === undefined ? '—' : `${buffer}[${stage}]`;
  const times = [from, to, to - from].map(clk => Math.round(clk).toLocaleString('en-US'));
  return [`${index}`, role, spanWords(records, index), slot, ...times];
}

// Lenses of marks that cannot be highlighted: faults, bars of the other source, waits without a span.

/** The first fault whose flag is there. */
function faultMark(records: PipelineRecords, frame: TimelineFrame, x: number, y: number): Mark | null {
  const row = rowAt(frame, x, y);
  const faults = row === null ? [] : faultsAt(records, frame, row, x);
  if (row === null || faults.length === 0) return null;
  const [{ kind, message, count: times, at }] = faults;
  const lens: Lens = {
    title: `Fault: ${kind} at ${Math.round(at).toLocaleString('en-US')}`,
    lines: [...lines(message), count(times, 'time')],
  };
  return { highlight: null, box: { ...boxOf(frame, at, at, row), width: 8 }, lens, pickable: false };
}

/** An endless wait that began at the deadlock: it has no span. */
function waiterMark(records: PipelineRecords, frame: TimelineFrame, x: number, y: number): Mark | null {
  const row = rowAt(frame, x, y);
  const waiter = records.run.deadlock?.waiters.find(({ role }) => row?.kind === 'role' && row.name === role);
  if (row === null || waiter === undefined || clkAt(frame, x) < waiter.since) return null;
  const box = boxOf(frame, waiter.since, Number.POSITIVE_INFINITY, row);
  return { highlight: null, box, lens: waiterLens(waiter), pickable: false };
}

const LENS_CHARACTERS = 56;

/** Text broken at spaces, since the lens does not wrap. */
function lines(text: string): string[] {
  const all: string[] = [];
  for (const word of text.split(' ')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + word.length < LENS_CHARACTERS) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all;
}

/** A bar of another source, at the foot of a role's row. */
function underMark({ under: others }: PipelineRecords, frame: TimelineFrame, x: number, y: number): Mark | null {
  const row = rowAt(frame, x, y);
  if (row?.kind !== 'role') return null;
  const feet = others.flatMap((other, place) =>
    footLinesOf(frame, row, place, others.length).map(line => ({ ...line, other })),
  );
  const foot = feet.findLast(({ y: top }) => y >= top);
  if (foot === undefined) return null;
  const { other: under, kinds } = foot;
  const tracks = spanTracks(under.spans);
  const item = itemAt(
    kinds.map(kind => tracks.spans(row.name, kind)),
    clkAt(frame, x),
  );
  if (item < 0) return null;
  const span = under.spans.at(item)!;
  const lens = otherSpanLens(under.source, span);
  return { highlight: null, box: boxOf(frame, span.from, span.to, foot), lens, pickable: false };
}
