/** What others need for the same problem, timed in turns with variants of ours in one process: a table beside the measured column's. */
import css from '../../panels/evidence-panel.module.css';
import { METHOD_WORDS } from '../../panels/measured-strip.ts';
import { count, rateWords } from '../../panels/numbers.ts';
import {
  type BaselineRecord,
  type BaselineRecording,
  baselineWords,
  type ComparedRow,
  comparedRows,
} from '../../trace/baseline-record.ts';
import { rateOf, type Work } from '../../trace/work.ts';
import { useBaselines } from '../measurements/use-measurements.ts';
import type { ExhibitModel } from './use-exhibit.ts';
import type { MeasuredChoice } from './use-measured.ts';

interface BaselinesProps {
  readonly model: ExhibitModel;
  readonly choice: Pick<MeasuredChoice, 'method' | 'work'>;
}

/** Nothing where none was recorded with these parameters. */
export function MeasuredBaselines({ model: { kernel, state }, choice: { method, work } }: BaselinesProps) {
  const recorded = useBaselines(kernel.id);
  const titleOf = (variant: string): string => kernel.variants.find(({ id }) => id === variant)?.title ?? variant;
  const rowsOf = (recording: BaselineRecording) => comparedRows(recording, state.params, method, titleOf);
  const rows = recorded.map(rowsOf).find(found => found.length > 0);
  return rows === undefined ? null : <Baselines rows={rows} work={work} method={method} />;
}

interface TableProps extends Pick<MeasuredChoice, 'method' | 'work'> {
  readonly rows: readonly ComparedRow[];
}

const timeOf = ({ medianNs }: ComparedRow): number => medianNs ?? Number.POSITIVE_INFINITY;

function Baselines({ rows, work, method }: TableProps) {
  const recorded = rows.find(({ baseline }) => baseline !== null)!.baseline!;
  return (
    <div className={css.source} data-source="measured">
      <table>
        <Head recorded={recorded} />
        <tbody>
          {rows
            .toSorted((a, b) => timeOf(a) - timeOf(b))
            .map(row => (
              <BaselineRow key={row.name} row={row} work={work} />
            ))}
        </tbody>
      </table>
      <div className={css.measured}>
        <p>
          Medians of one process in which all took turns. {METHOD_WORDS[method]} Driver {recorded.driver}.
        </p>
      </div>
    </div>
  );
}

const Head = ({ recorded: { date, gpu } }: { readonly recorded: BaselineRecord }) => (
  <>
    <caption>
      <span className={css.caption}>
        <span className={css.sourceName}>Beside PyTorch</span>
        <span className={css.note}>{`Recorded ${date.slice(0, 10)}, ${gpu.name}`}</span>
      </span>
    </caption>
    <colgroup>
      <col />
      <col className={css.value} />
      <col className={css.value} />
    </colgroup>
  </>
);

function BaselineRow({
  row: { name, baseline, medianNs },
  work,
}: {
  readonly row: ComparedRow;
  readonly work: Work | null;
}) {
  const time = medianNs === null ? 'wrong' : `${count(Number((medianNs / 1000).toPrecision(4)))} µs`;
  return (
    <tr data-key={baseline === null || undefined}>
      <th scope="row" title={baseline === null ? 'A variant of ours' : baselineWords(baseline)}>
        {name}
      </th>
      <td>{time}</td>
      <td>{work === null || medianNs === null ? '' : rateWords(work.kind, rateOf(work, medianNs))}</td>
    </tr>
  );
}
