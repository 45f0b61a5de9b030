/** Comparisons, newest first, each with the medians of its variants; one or two can be opened. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { utcMinute } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { CheckField } from '../../panels/kit/choice-fields.tsx';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import type { Measurement } from '../../services/recordings/measurement.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { MAX_OPEN } from '../links/runs.ts';
import { DeleteRuns } from './delete-runs.tsx';
import { problemKey, varyingNames } from './run-filters.ts';
import { problemWords, variantTitle } from './run-names.ts';
import css from './runs-page.module.css';
import type { RunsHandle } from './use-runs-state.ts';

interface RunListProps extends RunsHandle {
  readonly kernel: Kernel;
  readonly listed: readonly Measurement[];
  /** Whether the sources have changed since. */
  readonly isStale: (record: RunRecord) => boolean;
  /** All measurements; their differences name the problems. */
  readonly all: readonly Measurement[];
}

export function RunList(props: RunListProps) {
  const [leaving, setLeaving] = useState<Measurement | null>(null);
  if (props.listed.length === 0) return <Nothing isFiltered={props.all.length > 0} />;
  return (
    <>
      <p className={`muted ${css.count}`}>
        {props.listed.length} of {props.all.length} comparisons, newest first. Open one, or two to compare them.
      </p>
      <RunTable {...props} onDelete={setLeaving} />
      <DeleteRuns measurement={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

type RunTableProps = RunListProps & { readonly onDelete: (measurement: Measurement) => void };

function RunTable({ kernel, listed, all, state, update, isStale, onDelete }: RunTableProps) {
  const names = varyingNames(all);
  const problemOf = ({ records }: Measurement): string => problemWords(kernel, records[0].params, names);
  const nameOf = (each: Measurement): string => {
    const [{ date, method }] = each.records;
    return `${utcMinute(date)}, ${method}, ${problemOf(each)}`;
  };
  const isOpen = ({ id }: Measurement): boolean => state.comparison.includes(id);
  const toggle = ({ id }: Measurement): void => update({ comparison: toggled(state.comparison, id) }, true);
  return (
    <DataTable
      label="Runs"
      caption="Runs, newest first; the heads sort"
      className={`${css.runs} ${css.wraps}`}
      look="list"
      columns={[
        {
          key: 'open',
          name: 'Open',
          isText: true,
          isRowName: false,
          cell: each => (
            <CheckField isBare label={`Open ${nameOf(each)}`} checked={isOpen(each)} onChange={() => toggle(each)} />
          ),
        },
        ...FACTS,
        {
          key: 'parameters',
          name: 'Parameters',
          isText: true,
          cell: each => problemOf(each) || 'the same for all',
          sort: ({ records }) => problemKey(records[0].params, names),
        },
        {
          key: 'medians',
          name: 'Medians, fastest first',
          isText: true,
          cell: each => <Medians kernel={kernel} measurement={each} isStale={each.records.some(isStale)} />,
          sort: ({ records }) => Math.min(...timedOf(records).map(({ ns }) => ns)),
        },
        {
          key: 'delete',
          name: <span className="visually-hidden">Delete</span>,
          cell: each => each.origin === 'own' && <DeleteButton name={nameOf(each)} onClick={() => onDelete(each)} />,
        },
      ]}
      rows={listed}
      rowKey={({ id }) => id}
      marks={each => (isOpen(each) ? ['lit'] : [])}
    />
  );
}

const FACTS: readonly Column<Measurement>[] = [
  {
    key: 'date',
    name: 'Date, UTC',
    isText: true,
    isRowName: true,
    cell: ({ records: [{ date }] }) => utcMinute(date),
    sort: ({ records: [{ date }] }) => date,
  },
  {
    key: 'made',
    name: 'Made',
    isText: true,
    cell: ({ origin }) => (origin === 'own' ? 'this machine' : 'recorded'),
    sort: ({ origin }) => origin,
  },
  {
    key: 'gpu',
    name: 'GPU',
    isText: true,
    cell: ({ records: [{ gpu }] }) => gpu.name,
    sort: ({ records: [{ gpu }] }) => gpu.name,
  },
  {
    key: 'method',
    name: 'Method',
    isText: true,
    cell: ({ records: [{ method }] }) => method,
    sort: ({ records: [{ method }] }) => method,
  },
];

/** The one that was opened first makes way for a third. */
const toggled = (open: readonly string[], id: string): string[] =>
  open.includes(id) ? open.filter(each => each !== id) : [...open, id].slice(-MAX_OPEN);

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <p>
    {isFiltered
      ? 'No run fits these filters.'
      : 'Not measured yet: no run of this kernel was recorded. Its exhibit runs it, on a machine with an NVIDIA GPU.'}
  </p>
);

interface MediansProps {
  readonly kernel: Kernel;
  readonly measurement: Measurement;
  readonly isStale: boolean;
}

const Medians = ({ kernel, measurement, isStale }: MediansProps) => (
  <div className={css.medians}>
    {medianWords(kernel, measurement.records)}{' '}
    {measurement.mayLackVariants && (
      <span className="tinted chip">stored by an older version: variants may be missing</span>
    )}{' '}
    {isStale && <span className="tinted chip">stale: a source or a launch has changed since</span>}
  </div>
);

const DeleteButton = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <IconButton label={`Delete ${name}`} onClick={onClick}>
    <Trash2 size={16} strokeWidth={1.75} aria-hidden />
  </IconButton>
);

const timedOf = (records: readonly RunRecord[]) =>
  records.flatMap(({ variant, outcome }) =>
    outcome.kind === 'timed' ? [{ variant, ns: sampleStatistics(outcome.samplesNs).median }] : [],
  );

/** Keeps a number with its unit. */
const NO_BREAK = '\u00a0';

/** 'XOR swizzle 78.4 µs, Padded 78.8 µs; Missing barrier wrong'. */
function medianWords(kernel: Kernel, records: readonly RunRecord[]): string {
  const named = (variant: string, words: string): string =>
    `${variantTitle(kernel, variant)} ${words}`.replaceAll(' ', NO_BREAK);
  const wrong = records.filter(({ outcome }) => outcome.kind === 'wrong').map(({ variant }) => named(variant, 'wrong'));
  const fastest = timedOf(records)
    .sort((a, b) => a.ns - b.ns)
    .map(({ variant, ns }) => named(variant, timeText(ns)));
  return [fastest.join(', '), wrong.join(', ')].filter(words => words !== '').join('; ');
}
