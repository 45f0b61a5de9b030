/** The Run button: how far its run has come, how it failed, or why there can be none. */
import { Play, Square } from 'lucide-react';
import { useId } from 'react';
import type { PlaceInfo } from '../../contract/api.ts';
import { CheckField, Select } from '../../panels/kit/choice-fields.tsx';
import { VariantBadge } from '../../pictures/badges.tsx';
import type { RunProgress, VariantProgress } from '../../services/recordings/run-progress.ts';
import type { RunFailure } from '../../services/recordings/use-run.ts';
import css from './measured-controls.module.css';
import type { MeasuredProps } from './use-measured.ts';

export function RunControls({ model, choice }: MeasuredProps) {
  const { run } = choice;
  return (
    <div className={`stack ${css.run}`}>
      {run.kind === 'running' ? (
        <>
          <Steps model={model} progress={run.progress} />
          <button type="button" className="button" onClick={choice.cancel}>
            <Square size={14} strokeWidth={1.75} aria-hidden /> Cancel the run
          </button>
        </>
      ) : (
        <Start choice={choice} />
      )}
      <p className="visually-hidden" aria-live="polite">
        {run.kind === 'running' ? run.progress.words : run.kind === 'done' ? 'The run is done.' : ''}
      </p>
      {run.kind === 'cancelled' && <p>The run was cancelled, and nothing was stored.</p>}
      {run.kind === 'done' && run.notKept !== undefined && <p role="alert">{run.notKept}</p>}
      {run.kind === 'failed' && <Failure {...run.failure} />}
    </div>
  );
}

function Start({ choice }: Pick<MeasuredProps, 'choice'>) {
  const { whyOff, shown } = choice;
  const whyId = useId();
  return (
    <>
      <div className={`row wrap ${css.row}`}>
        <button
          type="button"
          className={whyOff === null ? 'button primary' : 'button'}
          disabled={whyOff !== null}
          title={
            whyOff === undefined ? 'Asking the server …' : (whyOff ?? 'Builds, checks and times the variants in turns')
          }
          aria-describedby={whyOff ? whyId : undefined}
          onClick={choice.onRun}
        >
          <Play size={14} strokeWidth={1.75} aria-hidden />
          {shown?.origin === 'own' ? 'Run again' : 'Run on the GPU'} <kbd>R</kbd>
        </button>
        {choice.places.length > 1 && <PlaceChoice choice={choice} />}
        {whyOff === null && <Options choice={choice} />}
      </div>
      {whyOff && <p id={whyId}>{whyOff}</p>}
    </>
  );
}

/** Beside the button: what it runs on. */
const PlaceChoice = ({ choice: { places, place, onPlace } }: Pick<MeasuredProps, 'choice'>) => (
  <Select
    className={css.place}
    aria-label="Place of the run"
    value={place}
    options={places.map(({ name, kind, gpu }) => ({ value: name, label: `${name}, ${gpu?.name ?? KIND_WORDS[kind]}` }))}
    onChange={onPlace}
  />
);

const KIND_WORDS: Readonly<Record<PlaceInfo['kind'], string>> = {
  local: 'this machine',
  ssh: 'by ssh',
  slurm: 'by Slurm',
};

const Options = ({ choice: { options, onOptions, whyNoCounters } }: Pick<MeasuredProps, 'choice'>) => (
  <div className={`row wrap ${css.row}`}>
    <CheckField
      label="Long run"
      help="Up to 30 seconds of samples, not 5"
      checked={options.isLong}
      onChange={isLong => onOptions({ ...options, isLong })}
    />
    <CheckField
      label="Counters"
      help="Wavefronts and sectors, counted by the profiler in a launch of its own"
      disabled={whyNoCounters}
      checked={options.counts && whyNoCounters === null}
      onChange={counts => onOptions({ ...options, counts })}
    />
    {whyNoCounters && <p>{whyNoCounters}</p>}
  </div>
);

const STAGE_WORDS: Readonly<Record<VariantProgress['stage'], string>> = {
  waiting: 'waiting',
  building: 'building …',
  built: 'built',
  verifying: 'checking its output …',
  right: 'right',
  wrong: 'wrong answer, so it is not timed',
};

const Steps = ({ model, progress }: Pick<MeasuredProps, 'model'> & { readonly progress: RunProgress }) => (
  <>
    <p aria-hidden>{progress.words}</p>
    <ul className={css.steps}>
      {model.stage.views.map(({ id, badge }) => {
        const variant = progress.variants.get(id);
        return (
          variant && (
            <li key={badge} className={variant.stage === 'wrong' ? css.wrong : undefined}>
              <VariantBadge letter={badge} size={16} /> {stepWords(variant)}
            </li>
          )
        );
      })}
    </ul>
  </>
);

const stepWords = ({ stage, samplesNs }: VariantProgress): string =>
  samplesNs.length === 0 ? STAGE_WORDS[stage] : `${samplesNs.length.toLocaleString('en-US')} samples`;

const FAILED_AT: Readonly<Record<RunFailure['at'], string>> = {
  queue: 'The queue',
  build: 'Compile failed',
  noGpu: 'No GPU',
  job: 'The run was refused',
  reference: 'There is nothing to check the run against',
  cuda: 'CUDA error',
  timeout: 'Timed out',
  protocol: 'The GPU process broke the protocol',
  process: 'The run ended early',
  unhealthy: 'The GPU does not work',
  cancelled: 'Cancelled',
  server: 'The server could not continue',
  unreachable: 'No connection',
  refused: 'It cannot run there',
  timeLimit: "The job's time was over",
  nodeFailed: "The job's node failed",
  preempted: 'Another job took the GPU',
  outOfMemory: 'Out of memory',
};

const Failure = ({ at, message, variant, diagnostics }: RunFailure) => (
  <div role="alert" className={`tinted ${css.failure}`} data-tone="conflict">
    <strong>{FAILED_AT[at]}</strong>
    {variant !== null && ` (${variant})`}: {message}
    {diagnostics !== '' && <pre>{diagnostics}</pre>}
  </div>
);
