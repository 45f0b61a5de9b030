/** The measured source: recorded runs of exactly the parameters shown, or which of those that there are is nearest. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Params } from '../../contract/param-field.ts';
import { TIMING_METHODS, type TimingMethod } from '../../contract/run-job.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import css from '../../panels/evidence-panel.module.css';
import { Segments } from '../../panels/fields.tsx';
import { measuredRows, measuredSentences, provenanceOf } from '../../panels/measured-rows.tsx';
import { MISSING } from '../../panels/numbers.ts';
import { SourceTable } from '../../panels/source-table.tsx';
import { differingNames, findComparison, nearestParams } from '../../trace/recorded-runs.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { fetchRecordings, type Recordings } from './recordings.ts';
import type { ExhibitModel } from './use-exhibit.ts';

interface PartProps {
  readonly model: ExhibitModel;
}

const NOTHING: Recordings = { records: [], refusals: [] };

export function MeasuredSource({ model }: PartProps) {
  const { id } = model.kernel;
  const { data, error, isPending } = useQuery({ queryKey: ['recordings', id], queryFn: () => fetchRecordings(id) });
  const { records, refusals } = data ?? NOTHING;
  const found = TIMING_METHODS.filter(method => findComparison(records, model.state.params, method).length > 0);
  const [wanted, setMethod] = useState<TimingMethod>('steady');
  const method = found.includes(wanted) ? wanted : found[0];
  const problems = error === null ? refusals : [error.message];
  const choice = { found, method, onMethod: setMethod };
  return (
    <>
      {method === undefined ? (
        <Unmeasured model={model} records={records} isPending={isPending} />
      ) : (
        <Measured model={model} records={records} {...choice} method={method} />
      )}
      {problems.map(problem => (
        <p key={problem} role="alert" className={css.refused}>
          {problem}
        </p>
      ))}
    </>
  );
}

interface MeasuredProps extends PartProps {
  readonly records: readonly RunRecord[];
  readonly found: readonly TimingMethod[];
  readonly method: TimingMethod;
  readonly onMethod: (method: TimingMethod) => void;
}

const METHOD_NAMES: Readonly<Record<TimingMethod, string>> = { cold: 'Cold', steady: 'Steady' };
const METHOD_WORDS: Readonly<Record<TimingMethod, string>> = {
  cold: 'Single launches, L2 flushed before each.',
  steady: 'Many launches in a row, each on operands that L2 no longer holds.',
};

function Measured({ model, records, found, method, onMethod }: MeasuredProps) {
  const { kernel, state, stage } = model;
  const comparison = findComparison(records, state.params, method);
  const variants = stage.views.map(({ badge, id }) => ({
    badge,
    record: comparison.find(({ variant }) => variant === id) ?? null,
  }));
  const [{ gpu, date }] = comparison;
  return (
    <SourceTable
      source="measured"
      note={`${gpu.name}, ${date.slice(0, 10)}`}
      views={stage.views}
      rows={measuredRows(variants, kernel.work(state.params))}
    >
      <div className={css.measured}>
        <Segments
          label="How launches were timed"
          options={found.map(value => ({ value, label: METHOD_NAMES[value] }))}
          value={method}
          onChange={onMethod}
        />
        <ul>
          {measuredSentences(variants, method).map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>
          {METHOD_WORDS[method]} {provenanceOf(comparison[0])}.
        </p>
      </div>
    </SourceTable>
  );
}

interface UnmeasuredProps extends PartProps {
  readonly records: readonly RunRecord[];
  readonly isPending: boolean;
}

function Unmeasured({ model: { kernel, state, stage }, records, isPending }: UnmeasuredProps) {
  const { views, canChange, onParams } = stage;
  const nearest = nearestParams(records, state.params);
  const patch = nearest === null ? null : patchTo(nearest, state.params);
  const rows = [{ name: 'Time, median', note: 'µs', key: true, values: views.map(() => MISSING) }];
  return (
    <SourceTable source="measured" note={isPending ? 'reading …' : '—, not measured yet'} {...{ views, rows }}>
      {!isPending && (
        <p className={css.empty}>
          {patch === null
            ? 'No samples recorded. Timings come from runs on a machine with an NVIDIA GPU.'
            : 'No run with these parameters was recorded. The nearest that was: '}
          {patch !== null && (
            <button type="button" disabled={!Object.keys(patch).every(canChange)} onClick={() => onParams(patch)}>
              {patchWords(kernel, patch)}
            </button>
          )}
        </p>
      )}
    </SourceTable>
  );
}

const patchTo = (recorded: Params, shown: Params): Params =>
  Object.fromEntries(differingNames(recorded, shown).map(name => [name, recorded[name]]));

/** 'Rows 4096, Columns 4096'. */
const patchWords = (kernel: Kernel, patch: Params): string =>
  kernel.fields
    .filter(({ name }) => Object.hasOwn(patch, name))
    .map(({ name, label }) => `${label} ${patch[name] === '' ? 'none' : patch[name]}`)
    .join(', ');
