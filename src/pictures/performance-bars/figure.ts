/** Performance bars in words: caption, lens, keyboard, table. */
import type { Figure } from '../figure.ts';
import type { Highlight, Mark, PictureView, Table } from '../view.ts';
import { performanceBarsScene } from './draw.ts';
import { barBox, type PerformanceBarsFrame, performanceBarsFrame, rowAt, wordsOf } from './frame.ts';
import { hasValue, type PerformanceBarsRecords, rowsOf } from './records.ts';

export function performanceBarsFigure(records: PerformanceBarsRecords, view: PictureView): Figure {
  const frame = performanceBarsFrame(records, view);
  const { title, text, full, limits, isPublished } = records;
  return {
    title,
    text,
    detail: [text, full, ...limits.map(({ name }) => name)].filter(words => words !== '').join('; '),
    differing: '',
    source: isPublished ? null : view.source,
    scene: performanceBarsScene(records, view),
    zoomable: null,
    handles: [],
    hit(_, y) {
      const row = rowAt(frame, y);
      return row === null ? null : markOf(frame, records, { cell: { row, column: 0 }, bank: null });
    },
    markOf: highlight => markOf(frame, records, highlight),
    step: (highlight, dx, dy) => step(records, highlight, dx + dy),
    table: () => tableOf(records),
  };
}

function markOf(frame: PerformanceBarsFrame, records: PerformanceBarsRecords, highlight: Highlight): Mark | null {
  const at = highlight?.cell?.row ?? -1;
  const row = rowsOf(records)[at];
  if (row === undefined) return null;
  const { value, letter, name } = row;
  const { name: problem } = records.groups[groupOf(records, at)];
  const lines = hasValue(value) ? [value.text, ...value.detail] : [value.why];
  const title = [...(letter === null ? [] : [letter]), name, ...(problem === '' ? [] : [`· ${problem}`])].join(' ');
  return { highlight, box: barBox(frame, at, 100), lens: { title, lines }, pickable: true };
}

const groupOf = ({ groups }: PerformanceBarsRecords, at: number): number =>
  groups.flatMap(({ rows }, group) => rows.map(() => group))[at];

function step(records: PerformanceBarsRecords, highlight: Highlight, rows: number): Highlight {
  const last = rowsOf(records).length - 1;
  if (last < 0) return highlight;
  const row = highlight?.cell ? Math.min(last, Math.max(0, highlight.cell.row + rows)) : 0;
  return { cell: { row, column: 0 }, bank: null };
}

const tableOf = (records: PerformanceBarsRecords): Table => ({
  columns: ['problem', 'kernel', 'value', '% of the limit', 'detail'],
  rows: records.groups.flatMap(({ name, rows, baseline }) => [
    ...rows.map(row => [name, row.name, wordsOf(row), ...percentAndDetail(row.value)]),
    ...(baseline === null ? [] : [[name, baseline.name, '—', `${baseline.percent.toFixed(1)} %`, 'baseline']]),
  ]),
});

const percentAndDetail = (value: Parameters<typeof hasValue>[0]): string[] =>
  hasValue(value)
    ? [value.percent === null ? '—' : `${value.percent.toFixed(1)} %`, value.detail.join('; ')]
    : ['—', ''];
