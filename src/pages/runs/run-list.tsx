/** Comparisons, newest first, each with the medians of its variants; one or two can be opened. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { utcMinute } from '../../base/numbers.ts';
import { timeText } from '../../base/numerals.ts';
import { IconButton } from '../../panels/icon-button.tsx';
import { CheckField } from '../../panels/kit/choice-fields.tsx';
import type { Measurement } from '../../services/recordings/measurement.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { sampleStatistics } from '../../trace/sample-statistics.ts';
import { MAX_OPEN } from '../links/runs.ts';
import { DeleteRuns } from './delete-runs.tsx';
import { problemKey, varyingNames } from './run-filters.ts';
import css from './runs-page.module.css';
import type { RunsHandle } from './use-runs-state.ts';

interface RunListProps extends RunsHandle {
  readonly listed: readonly Measurement[];
  /** Whether the sources have changed since. */
  readonly isStale: (record: RunRecord) => boolean;
  /** Whose differences name the problems. */
  readonly all: readonly Measurement[];
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export function RunList(props: RunListProps) {
  const [leaving, setLeaving] = useState<Measurement | null>(null);
  if (props.listed.length === 0) return <Nothing isFiltered={props.all.length > 0} />;
  return (
    <>
      <p className={css.count}>
        {props.listed.length} of {props.all.length} comparisons, newest first. Open one, or two to hold them side by
        side.
      </p>
      <section className={css.scroll} aria-label="Runs" {...SCROLLS_BY_KEY}>
        <RunTable {...props} onDelete={setLeaving} />
      </section>
      <DeleteRuns measurement={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

type RunTableProps = RunListProps & { readonly onDelete: (measurement: Measurement) => void };

function RunTable({ listed, all, state, update, isStale, onDelete }: RunTableProps) {
  const names = varyingNames(all);
  return (
    <table className={`${css.table} ${css.runs}`}>
      <caption className="visually-hidden">Runs, newest first</caption>
      <Head />
      <tbody>
        {listed.map(each => (
          <RunRow
            key={each.id}
            measurement={each}
            problem={problemKey(each.records[0].params, names)}
            isStale={each.records.some(isStale)}
            isOpen={state.comparison.includes(each.id)}
            onToggle={() => update({ comparison: toggled(state.comparison, each.id) }, true)}
            onDelete={() => onDelete(each)}
          />
        ))}
      </tbody>
    </table>
  );
}

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

const COLUMNS = ['Open', 'Date, UTC', 'Made', 'GPU', 'Method', 'Parameters', 'Medians, fastest first', ''];

const Head = () => (
  <thead>
    <tr>
      {COLUMNS.map(name => (
        <th key={name} scope="col">
          {name === '' ? <span className="visually-hidden">Delete</span> : name}
        </th>
      ))}
    </tr>
  </thead>
);

interface RunRowProps {
  readonly measurement: Measurement;
  readonly problem: string;
  readonly isStale: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onDelete: () => void;
}

function RunRow({
  measurement: { origin, records, mayLackVariants },
  problem,
  isStale,
  isOpen,
  onToggle,
  onDelete,
}: RunRowProps) {
  const [{ date, gpu, method }] = records;
  const when = utcMinute(date);
  const name = `${when}, ${method}, ${problem}`;
  return (
    <tr data-open={isOpen || undefined}>
      <td>
        <CheckField isBare label={`Open ${name}`} checked={isOpen} onChange={onToggle} />
      </td>
      <td>{when}</td>
      <td>{origin === 'own' ? 'this machine' : 'recorded'}</td>
      <td>{gpu.name}</td>
      <td>{method}</td>
      <td>
        <code>{problem || 'the same for all'}</code>
      </td>
      <td className={css.medians}>
        {medianWords(records)}{' '}
        {mayLackVariants && <span className={css.stale}>stored by an older version: variants may be missing</span>}{' '}
        {isStale && <span className={css.stale}>stale: a source or a launch has changed since</span>}
      </td>
      <td>{origin === 'own' && <DeleteButton name={name} onClick={onDelete} />}</td>
    </tr>
  );
}

const DeleteButton = ({ name, onClick }: { readonly name: string; readonly onClick: () => void }) => (
  <IconButton label={`Delete ${name}`} onClick={onClick}>
    <Trash2 size={16} strokeWidth={1.75} aria-hidden />
  </IconButton>
);

/** 'xor 78.4 µs, padded 78.8 µs; missing-barrier wrong'. */
function medianWords(records: readonly RunRecord[]): string {
  const timed = records.flatMap(({ variant, outcome }) =>
    outcome.kind === 'timed' ? [{ variant, ns: sampleStatistics(outcome.samplesNs).median }] : [],
  );
  const wrong = records.filter(({ outcome }) => outcome.kind === 'wrong').map(({ variant }) => `${variant} wrong`);
  const fastest = timed.sort((a, b) => a.ns - b.ns).map(({ variant, ns }) => `${variant} ${timeText(ns)}`);
  return [fastest.join(', '), wrong.join(', ')].filter(words => words !== '').join('; ');
}
