/** The part of a timeline that is in sight as text: a row for each span, in the order of time. */
import { count } from '../address-text.ts';
import type { PipelineRecords } from '../pipeline/records.ts';
import { tracksOf } from '../pipeline/tracks.ts';
import { spanWords } from '../pipeline/words.ts';
import type { Table } from '../view.ts';
import { sightOf, type TimelineFrame } from './frame.ts';

/** More would not be read. */
const MOST_ROWS = 1000;

export function timelineTable(records: PipelineRecords, frame: TimelineFrame): Table {
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
