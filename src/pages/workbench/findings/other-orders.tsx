/** Runs the shown launch again in other orders of its warps and CTAs, and says whether its outputs depend on the order. */
import { Shuffle, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { count } from '../../../base/numbers.ts';
import { type OrdersTried, ordersWords, type RaceFound, raceFound } from '../../../inspect/other-orders.ts';
import { trySchedules } from '../../../services/emulator/inspection-client.ts';
import type { SchedulesProgress } from '../../../services/emulator/schedules-job.ts';
import { useWorkbench } from '../../../state/workbench-store.ts';
import type { RunResult } from '../run.ts';
import { optionsOf } from '../run-document.ts';
import type { VersionModel } from '../use-versions.ts';

/** Enough to meet most races between warps; a small launch takes well under a second. */
const ORDERS = 20;

/** State of the trial of other orders for a result. */
type Trial =
  | { readonly kind: 'running'; readonly of: RunResult; readonly progress: SchedulesProgress }
  | { readonly kind: 'tried'; readonly of: RunResult; readonly tried: OrdersTried }
  | { readonly kind: 'failed'; readonly of: RunResult; readonly message: string };

export function OtherOrders({ version }: { readonly version: VersionModel }) {
  const { trial, start, cancel } = useTrial(version);
  const { result } = version;
  if (result === null || result.stale || result.cut !== null) return null;
  const race = raceFound(result.inspection.findings);
  if (trial?.kind === 'running') return <Running progress={trial.progress} onCancel={cancel} />;
  return (
    <div className="row wrap">
      <button
        type="button"
        className="button"
        title="Runs the launch again with its warps and CTAs in other orders: outputs that differ prove a race"
        onClick={start}
      >
        <Shuffle size={14} strokeWidth={1.75} aria-hidden /> Try {ORDERS} other orders
      </button>
      {trial && <Outcome trial={trial} race={race} />}
    </div>
  );
}

/** The trial of the result in sight; one of an older result is given up. */
function useTrial({ result, edition }: VersionModel) {
  const [latest, setLatest] = useState<Trial | null>(null);
  const maxSeconds = useWorkbench(state => state.maxSeconds);
  const abort = useRef<AbortController | null>(null);
  const of = result?.inspection ?? null;
  useEffect(() => {
    // A new run makes the answer of the old one worthless.
    if (of !== null) return () => abort.current?.abort();
  }, [of]);
  const cancel = () => {
    abort.current?.abort();
    setLatest(null);
  };
  const start = async () => {
    if (result === null) return;
    abort.current?.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    const show = (trial: Trial) => {
      if (!signal.aborted) setLatest(trial);
    };
    const onProgress = (progress: SchedulesProgress) => show({ kind: 'running', of: result, progress });
    onProgress({ tried: 0, count: ORDERS });
    try {
      const run = await trySchedules(`orders ${edition}`, { ...jobOf(result), maxSeconds }, onProgress, signal);
      show(
        run.ok
          ? { kind: 'tried', of: result, tried: run.value }
          : { kind: 'failed', of: result, message: run.error.message },
      );
    } catch (error) {
      show({ kind: 'failed', of: result, message: (error as Error).message });
    }
  };
  return { trial: latest?.of.inspection === of ? latest : null, start, cancel };
}

function jobOf({ ptx, document }: RunResult) {
  const { tracedCtas: _, faults: __, ...options } = optionsOf(document);
  return { ptx, launch: document.launch, options, count: ORDERS };
}

function Running({
  progress: { tried, count: all },
  onCancel,
}: {
  readonly progress: SchedulesProgress;
  readonly onCancel: () => void;
}) {
  return (
    <div className="row wrap">
      <button type="button" className="button" onClick={onCancel}>
        <Square size={14} strokeWidth={1.75} aria-hidden /> Cancel
      </button>
      <progress aria-label="Orders tried" max={all} value={tried} />
      <span className="caption">
        {count(tried)} of {count(all)} orders
      </span>
    </div>
  );
}

function Outcome({ trial, race }: { readonly trial: Exclude<Trial, { kind: 'running' }>; readonly race: RaceFound }) {
  if (trial.kind === 'failed')
    return (
      <p className="tinted" data-tone="warn" role="status">
        No other order was tried, since the usual one ends like this: {trial.message}
      </p>
    );
  const { tried } = trial;
  const words = ordersWords(tried, race);
  return (
    <p className="tinted" data-tone={tried.differs === null ? 'ok' : 'conflict'} role="status">
      {words[0].toUpperCase() + words.slice(1)}
      {tried.differs === null ? '. Another order may still differ.' : '.'}
    </p>
  );
}
