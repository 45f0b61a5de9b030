/**
 * Times of other programs for the same problem, measured in turns with our variants in one process: a table beside the
 * measured column's.
 */
import css from '../../panels/evidence-panel.module.css';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { METHOD_WORDS } from '../../panels/measured-strip.ts';
import { useBaselines } from '../../services/recordings/use-measurements.ts';
import { type BaselineRecording, baselineWords, type ComparedRow, comparedRows } from '../../trace/baseline-record.ts';
import { gpuWords, hashWords, provenanceOf, utcSecond } from '../../trace/provenance.ts';
import { rateOf, type Work } from '../../trace/work.ts';
import { StaleSources } from './measured-elsewhere.tsx';
import type { ExhibitModel } from './use-exhibit.ts';
import type { MeasuredChoice } from './use-measured.ts';

interface BaselinesProps {
  readonly model: ExhibitModel;
  readonly choice: Pick<MeasuredChoice, 'method' | 'work' | 'isStale'>;
}

/** The table; draws nothing if no baseline was recorded with these parameters. */
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
      <DataTable
        isTitled
        look="figures"
        caption={<span className={css.sourceName}>Beside PyTorch</span>}
        columns={[...COLUMNS, ...(work === null ? [] : [rateColumn(work)])]}
        rows={rows.toSorted((a, b) => timeOf(a) - timeOf(b))}
        rowKey={({ name }) => name}
      />
      <div className={`stack remark ${css.measured}`}>
        <details>
          <summary>How others were measured</summary>
          <p>
            Medians of one process in which all took turns. {METHOD_WORDS[method]} {gpuWords(gpu)}, driver {driver},{' '}
            {utcSecond(date)} UTC, timed by <code>cuda/baselines</code> {hashWords(sourceHash)}.
          </p>
        </details>
        <StaleSources badges={rows.flatMap(({ name, own }) => (own && isStale(own) ? name : []))} />
      </div>
    </div>
  );
}

const COLUMNS: readonly Column<ComparedRow>[] = [
  {
    key: 'who',
    name: <span className="visually-hidden">Who</span>,
    cell: ({ name }) => name,
    cellHint: ({ baseline, own }) =>
      baseline === null ? `A variant of ours, ${provenanceOf(own!)}` : baselineWords(baseline),
  },
  {
    key: 'time',
    name: 'µs',
    cell: ({ medianNs }) => (medianNs === null ? 'wrong' : fourDigits.format(medianNs / 1000)),
  },
];

const RATE_UNITS = {
  bytes: { name: 'GB/s', perSecond: 1e9 },
  flops: { name: 'TFLOPS', perSecond: 1e12 },
} as const;

function rateColumn(work: Work): Column<ComparedRow> {
  const { name, perSecond } = RATE_UNITS[work.kind];
  return {
    key: 'rate',
    name,
    cell: ({ medianNs }) => (medianNs === null ? '' : fourDigits.format(rateOf(work, medianNs) / perSecond)),
  };
}

/** Most digits to which a time is known. */
const fourDigits = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });
