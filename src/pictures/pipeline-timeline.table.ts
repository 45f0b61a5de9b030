/** The part of a timeline that is in sight as text: a row for each span, in the order of time. */
import type { PipelineRecords } from './pipeline-records.ts';
import { sightOf, type TimelineFrame } from './pipeline-timeline.frame.ts';
import { tracksOf } from './pipeline-tracks.ts';
import { spanWords } from './pipeline-words.ts';
import type { Table } from './view.ts';

/** More would not be read; zooming in lists the others. */
const MOST_ROWS = 1000;

export function timelineTable(records: PipelineRecords, frame: TimelineFrame): Table {
  const { run, scenario } = records;
  const { from, to } = sightOf(frame);
  const inSight = scenario.roles.flatMap(({ name }) => {
    const track = tracksOf(records).role(name);
    const { first, end } = track.within(from, to);
    return Array.from(track.item.subarray(first, Math.min(end, first + MOST_ROWS)));
  });
  const listed = inSight.toSorted((a, b) => run.spans[a].from - run.spans[b].from || a - b).slice(0, MOST_ROWS);
  return {
    columns: ['span', 'role', 'what', 'slot', 'from', 'to', 'cycles'],
    rows: listed.map(index => {
      const { role, from: begin, to: end, buffer, stage } = run.spans[index];
      const slot = buffer === undefined ? '—' : `${buffer}[${stage}]`;
      const times = [begin, end, end - begin].map(clk => Math.round(clk).toLocaleString('en-US'));
      return [`${index}`, role, spanWords(records, index), slot, ...times];
    }),
  };
}
