/** A history of runs in words: caption, lens, keyboard, table. */
import { timeText } from '../../base/numerals.ts';
import { count } from '../address-text.ts';
import type { Figure } from '../figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { pointBox, runHistoryScene } from './draw.ts';
import { type RunHistoryFrame, runHistoryFrame } from './frame.ts';
import type { RunHistoryRecords } from './records.ts';

const REACH_PX = 9;

/** A highlight's row is a series, its column a run. */
export function runHistoryFigure(records: RunHistoryRecords, view: PictureView): Figure {
  const frame = runHistoryFrame(records, view);
  const { title, text, runs } = records;
  const from = frame.axis.isBroken ? 'the axis does not start at 0' : 'the axis starts at 0';
  return {
    title,
    text,
    detail: `${text}; medians and quartiles of ${count(runs.length, 'run')}, from old to new; ${from}`,
    differing: '',
    source: view.source,
    scene: runHistoryScene(records, view),
    zoomable: null,
    handles: [],
    hit: (x, y) => nearest(frame, records, x, y),
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => step(records, highlight, dx, dy),
    table: () => tableOf(records),
  };
}

function nearest(frame: RunHistoryFrame, records: RunHistoryRecords, x: number, y: number): Mark | null {
  let found: { readonly row: number; readonly column: number; readonly distance: number } | null = null;
  records.series.forEach(({ points }, row) => {
    points.forEach((_, column) => {
      const box = pointBox(frame, records, row, column);
      if (box === null) return;
      const distance = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
      if (distance <= (found?.distance ?? REACH_PX)) found = { row, column, distance };
    });
  });
  return found && markOf(frame, records, { cell: found, bank: null });
}

function markOf(frame: RunHistoryFrame, records: RunHistoryRecords, highlight: Highlight): Mark | null {
  if (!highlight?.cell) return null;
  const { row, column } = highlight.cell;
  const box = pointBox(frame, records, row, column);
  const point = records.series[row]?.points[column];
  if (box === null || !point) return null;
  const { medianNs, q1Ns, q3Ns } = point;
  const lines = [
    `${timeText(medianNs, 4)}, quartiles ${timeText(q1Ns, 4)} to ${timeText(q3Ns, 4)}`,
    records.runs[column],
  ];
  const cell = { row, column };
  return { highlight: { cell, bank: null }, box, lens: { title: records.series[row].name, lines }, pickable: true };
}

function step({ series, runs }: RunHistoryRecords, highlight: Highlight, dx: number, dy: number): Highlight {
  if (series.length === 0 || runs.length === 0) return highlight;
  const within = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));
  const { row, column } = highlight?.cell ?? { row: -dy, column: runs.length - 1 - dx };
  return { cell: { row: within(row + dy, series.length), column: within(column + dx, runs.length) }, bank: null };
}

const tableOf = ({ series, runs }: RunHistoryRecords): Table => ({
  columns: ['run', ...series.map(({ name }) => name)],
  rows: runs.map((run, i) => [run, ...series.map(({ points }) => (points[i] ? timeText(points[i].medianNs, 4) : '—'))]),
});
