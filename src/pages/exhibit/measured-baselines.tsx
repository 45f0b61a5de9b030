/** What others need for the same problem, timed in turns with variants of ours in one process: a table beside the measured column's. */
import css from '../../panels/evidence-panel.module.css';
import { METHOD_WORDS } from '../../panels/measured-strip.ts';
import { useBaselines } from '../../services/recordings/use-measurements.ts';
import { type BaselineRecording, baselineWords, type ComparedRow, comparedRows } from '../../trace/baseline-record.ts';
import { gpuWords, hashWords, provenanceOf, utcSecond } from '../../trace/provenance.ts';
import { rateOf } from '../../trace/work.ts';
import { StaleSources } from './measured-elsewhere.tsx';
import type { ExhibitModel } from './use-exhibit.ts';
import type { MeasuredChoice } from './use-measured.ts';

interface BaselinesProps {
  readonly model: ExhibitModel;
  readonly choice: Pick<MeasuredChoice, 'method' | 'work' | 'isStale'>;
}

/** Nothing where none was recorded with these parameters. */
export function MeasuredBaselines({ model: { kernel, state }, choice: { method, work, isStale } }: BaselinesProps) {
  const recorded = useBaselines(kernel.id);
  const titleOf = (variant: string): string => kernel.variants.find(({ id }) => id === variant)?.title ?? variant;
  const rowsOf = (recording: BaselineRecording) => comparedRows(recording, state.params, method, titleOf);
  const rows = recorded.map(rowsOf).find(found => found.length > 0);
  return rows === undefined ? null : <Baselines {...{ rows, work, method, isStale }} />;
}

interface TableProps extends Pick<MeasuredChoice, 'method' | 'work' | 'isStale'> {
  readonly rows: readonly ComparedRow[];
}

const timeOf = ({ medianNs }: ComparedRow): number => medianNs ?? Number.POSITIVE_INFINITY;

function Baselines({ rows, work, method, isStale }: TableProps) {
  const { gpu, driver, date, sourceHash } = rows.find(({ baseline }) => baseline !== null)!.baseline!;
  return (
    <div className={css.source} data-source="measured">
      <table>
        <Head work={work} />
        <tbody>
          {rows
            .toSorted((a, b) => timeOf(a) - timeOf(b))
            .map(row => (
              <BaselineRow key={row.name} row={row} work={work} />
            ))}
        </tbody>
      </table>
      <div className={`stack remark ${css.measured}`}>
        <p>
          Medians of one process in which all took turns. {METHOD_WORDS[method]} {gpuWords(gpu)}, driver {driver},{' '}
          {utcSecond(date)} UTC, timed by <code>cuda/baselines</code> {hashWords(sourceHash)}.
        </p>
        <StaleSources badges={rows.flatMap(({ name, own }) => (own && isStale(own) ? name : []))} />
      </div>
    </div>
  );
}

const WHO = 'Who';

function Head({ work }: Pick<TableProps, 'work'>) {
  const units = ['µs', ...(work === null ? [] : [RATE_UNITS[work.kind]])];
  const columns = units.map(unit => <col key={unit} className={css.value} />);
  const heads = [WHO, ...units].map(name => (
    <th key={name} scope="col">
      <span className={name === WHO ? 'visually-hidden' : undefined}>{name}</span>
    </th>
  ));
  return (
    <>
      <caption>
        <span className={`lead spread ${css.caption}`}>
          <span className={css.sourceName}>Beside PyTorch</span>
        </span>
      </caption>
      <colgroup>{[<col key="who" />, ...columns]}</colgroup>
      <thead>
        <tr>{heads}</tr>
      </thead>
    </>
  );
}

const RATE_UNITS = { bytes: 'GB/s', flops: 'TFLOPS' };

function BaselineRow({
  row: { name, baseline, own, medianNs },
  work,
}: Pick<TableProps, 'work'> & { readonly row: ComparedRow }) {
  const rate =
    work === null || medianNs === null ? null : rateOf(work, medianNs) / (work.kind === 'bytes' ? 1e9 : 1e12);
  return (
    <tr>
      <th scope="row" title={baseline === null ? `A variant of ours, ${provenanceOf(own!)}` : baselineWords(baseline)}>
        {name}
      </th>
      <td>{medianNs === null ? 'wrong' : fourDigits.format(medianNs / 1000)}</td>
      {work !== null && <td>{rate === null ? '' : fourDigits.format(rate)}</td>}
    </tr>
  );
}

/** As many digits as a time is known to at best. */
const fourDigits = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });
