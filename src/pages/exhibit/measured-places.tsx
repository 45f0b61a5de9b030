/**
 * Runs of the same parameters on several GPUs, beside each other: each with its card and an axis of its own, since two GPUs
 * differ in more than the code. On one axis only if the reader asks.
 */
import { type ComponentProps, useState } from 'react';
import { listed } from '../../base/numbers.ts';
import { CheckField } from '../../panels/kit/choice-fields.tsx';
import { stripOutcome, stripRows, stripText } from '../../panels/measured-strip.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { SampleStrip } from '../../pictures/sample-strip/index.tsx';
import type { SampleRow } from '../../pictures/sample-strip/records.ts';
import { type GpuRuns, runsByGpu } from '../../services/recordings/runs-by-gpu.ts';
import { gpuWords, runWords } from '../../trace/provenance.ts';
import css from './measured-places.module.css';
import type { MeasuredProps } from './use-measured.ts';

/** Draws nothing where all runs are of one GPU, or none is of another place. */
export function MeasuredPlaces({ model, choice }: MeasuredProps) {
  const [isOneAxis, setOneAxis] = useState(false);
  const scale = usePictureScale();
  const all = runsByGpu(choice.candidates);
  if (all.length < 2 || all.every(({ place }) => place === null)) return null;
  const { views } = model.stage;
  const rowsOf = ({ measurement: { records } }: GpuRuns): SampleRow[] =>
    stripRows(views, id => stripOutcome(records.find(({ variant }) => variant === id)?.outcome ?? null));
  const drawn = { theme: model.theme, source: 'measured', ...scale } as const;
  return (
    <section className={css.places} aria-label="Runs of several places">
      <div className={css.head}>
        <h3>By place</h3>
        <CheckField
          label="One axis"
          help="Draws all places on one axis of time. Different GPUs differ in more than the code."
          checked={isOneAxis}
          onChange={setOneAxis}
        />
      </div>
      {isOneAxis && <OneAxis {...{ all, rowsOf, drawn }} method={choice.method} />}
      <div className={css.cards}>
        {all.map(runs => (
          <article key={runs.measurement.id} className={css.card}>
            <Card runs={runs} />
            {!isOneAxis && (
              <SampleStrip records={{ text: stripText(choice.method), rows: rowsOf(runs), bound: null }} {...drawn} />
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

type SampleStripProps = ComponentProps<typeof SampleStrip>;

interface OneAxisProps {
  readonly all: readonly GpuRuns[];
  readonly rowsOf: (runs: GpuRuns) => SampleRow[];
  readonly drawn: Omit<SampleStripProps, 'records'>;
  readonly method: MeasuredProps['choice']['method'];
}

function OneAxis({ all, rowsOf, drawn, method }: OneAxisProps) {
  const rows = all.flatMap(runs => rowsOf(runs).map(row => ({ ...row, name: runs.title })));
  const names = [...new Set(all.map(({ measurement }) => measurement.records[0].gpu.name))];
  return (
    <>
      <SampleStrip records={{ text: stripText(method), rows, bound: null }} {...drawn} />
      <p className="remark">
        {names.length > 1 ? `${listed(names)} on one axis: ` : 'Several cards on one axis: '}a difference between places
        is one of GPU, clock, driver and neighbours as well.
      </p>
    </>
  );
}

function Card({ runs: { title, measurement } }: { readonly runs: GpuRuns }) {
  const [first] = measurement.records;
  const { foreignProcesses = 0 } = first;
  return (
    <header>
      <h4>{title}</h4>
      <p>
        {gpuWords(first.gpu)}, {runWords(first)}
      </p>
      {foreignProcesses > 0 && (
        <p className={css.shared}>
          {foreignProcesses === 1 ? 'Another process' : `${foreignProcesses} other processes`} computed on this GPU
          meanwhile: its times may be too long.
        </p>
      )}
    </header>
  );
}
