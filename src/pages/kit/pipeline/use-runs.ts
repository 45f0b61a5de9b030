/** Runs of scenarios: a short one at once, a long one in a worker, so that the page never waits. */
import { useQuery } from '@tanstack/react-query';
import type { RunRecords } from '../../../model/pipeline/pipeline-run.ts';
import { type RunColumns, runOf } from '../../../model/pipeline/run-columns.ts';
import { simulate } from '../../../model/pipeline/simulate.ts';
import { rest } from '../../../services/emulator/emulation-questions.ts';
import type { Scenario } from '../../../trace/scenario.ts';
import { MOST_STEPS_AT_ONCE, stepsOf } from './variant-scenario.ts';

const runs = new WeakMap<Scenario, RunRecords>();

/** Null where it would take longer than a frame. */
export function runAtOnce(scenario: Scenario): RunRecords | null {
  const known = runs.get(scenario);
  if (known !== undefined) return known;
  if (stepsOf(scenario) > MOST_STEPS_AT_ONCE) return null;
  const run = simulate(scenario);
  runs.set(scenario, run);
  return run;
}

const REST_MS = 200;

/** `run`: null while it is not there yet, and of no scenario. `error`: it will not come, since its worker died. */
export function useRun(scenario: Scenario | null): { readonly run: RunRecords | null; readonly error: Error | null } {
  const atOnce = scenario && runAtOnce(scenario);
  const isLong = scenario !== null && atOnce === null;
  const later = useQuery({
    queryKey: ['pipeline run', isLong ? scenario : null],
    queryFn: ({ signal }) => runInWorker(scenario!, signal),
    enabled: isLong,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isLong ? { run: later.data ?? null, error: later.error } : { run: atOnce, error: null };
}

async function runInWorker(scenario: Scenario, signal: AbortSignal): Promise<RunRecords> {
  await rest(REST_MS, signal);
  const worker = new Worker(new URL('./simulate.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<RunRecords>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.onmessage = ({ data }: MessageEvent<RunColumns>) => {
      const run = runOf(data);
      runs.set(scenario, run);
      resolve(run);
    };
    worker.onerror = ({ message }) => reject(new Error(`the simulation stopped: ${message}`));
    worker.postMessage(scenario);
  }).finally(() => worker.terminate());
}
