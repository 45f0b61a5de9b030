/** Content of the measured column if nothing was measured with the parameters on screen. */
import { Clock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Params } from '../../contract/param-field.ts';
import { KERNEL_OPENINGS } from '../../gallery/openings.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import evidence from '../../panels/evidence-panel.module.css';
import { measuredRows } from '../../panels/measured-rows.tsx';
import { valueWords } from '../../panels/param-words.ts';
import { SourceTable } from '../../panels/source-table.tsx';
import { differingNames, nearestParams } from '../../trace/recorded-runs.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import css from './measured-controls.module.css';
import { MeasuredControls } from './measured-controls.tsx';
import { RunControls } from './run-controls.tsx';
import type { MeasuredProps } from './use-measured.ts';

/** The run that was just made, of parameters that have changed since. */
export function StaleRun({ model, choice, records }: MeasuredProps & { readonly records: readonly RunRecord[] }) {
  const { kernel, state } = model;
  const { views } = model.stage;
  const variants = views.map(({ badge, id, isApart }) => ({
    badge,
    record: isApart ? null : (records.find(({ variant }) => variant === id) ?? null),
  }));
  const then = patchTo(records[0].params, state.params);
  const isMethod = records[0].method === choice.method;
  const [time] = measuredRows(variants, kernel.work(records[0].params));
  const rows = [{ ...time, values: time.values.map((value, i) => <Old key={views[i].badge}>{value}</Old>) }];
  return (
    <SourceTable source="measured" note="stale" views={views} rows={rows}>
      <div className={`stack remark ${evidence.measured}`}>
        <p className="lead tinted">
          <Clock size={14} strokeWidth={1.75} aria-hidden />
          <span>
            Measured {records[0].method} with {patchWords(kernel, then) || 'these parameters'}.{' '}
            {isMethod ? 'The parameters have changed since.' : 'This method was not run yet.'}
          </span>
        </p>
        <MeasuredControls choice={choice} />
        <RunControls model={model} choice={choice} />
      </div>
    </SourceTable>
  );
}

/** Runs, or counts, of sources or launches that have changed since. `badges`: of the variants; nothing is said of none. */
export function StaleSources({ badges }: { readonly badges: readonly string[] }) {
  if (badges.length === 0) return null;
  return (
    <p className="lead tinted">
      <Clock size={14} strokeWidth={1.75} aria-hidden />
      <span>
        {badges.join(', ')} changed after this run, in source or launch: what{' '}
        {badges.length === 1 ? 'it takes' : 'they take'} now is not measured yet.
      </span>
    </p>
  );
}

const Old = ({ children }: { readonly children: ReactNode }) => <span className={css.old}>{children}</span>;

/** The kernel's own defaults are small, so that they are emulated at once: what a GPU takes for them is mostly the launch. */
export function LargerMeasured({ model: { kernel, state, stage } }: Pick<MeasuredProps, 'model'>) {
  const opening = Object.entries(KERNEL_OPENINGS[kernel.id] ?? {}).map(
    ([name, value]) => [name, Number(value)] as const,
  );
  if (opening.length === 0 || opening.some(([name]) => state.params[name] !== kernel.defaults[name])) return null;
  const patch: Params = Object.fromEntries(opening);
  return (
    <p className={css.nearest}>
      So small a launch costs more than its work.{' '}
      <button type="button" disabled={!Object.keys(patch).every(stage.canChange)} onClick={() => stage.onParams(patch)}>
        {patchWords(kernel, patch)}
      </button>{' '}
      shows what the banks cost.
    </p>
  );
}

export function NearestMeasured({ model, choice }: MeasuredProps) {
  const { kernel, state, stage } = model;
  const { measurements } = choice;
  const nearest = useMemo(
    () =>
      nearestParams(
        measurements.flatMap(measurement => measurement.records),
        state.params,
      ),
    [measurements, state.params],
  );
  const patch = nearest === null ? {} : patchTo(nearest, state.params);
  if (nearest === null) return <p>No samples recorded. Timings come from runs on a machine with an NVIDIA GPU.</p>;
  if (Object.keys(patch).length === 0) return <p>Not measured by this method yet.</p>;
  return (
    <p className={css.nearest}>
      No run has these parameters. The nearest run:{' '}
      <button type="button" disabled={!Object.keys(patch).every(stage.canChange)} onClick={() => stage.onParams(patch)}>
        {patchWords(kernel, patch)}
      </button>
    </p>
  );
}

const patchTo = (measured: Params, shown: Params): Params =>
  Object.fromEntries(differingNames(measured, shown).map(name => [name, measured[name]]));

/** 'Rows 4,096, Columns 4,096'. */
const patchWords = (kernel: Kernel, patch: Params): string =>
  kernel.fields
    .filter(({ name }) => Object.hasOwn(patch, name))
    .map(field => `${field.label} ${valueWords(field, patch[field.name])}`)
    .join(', ');
