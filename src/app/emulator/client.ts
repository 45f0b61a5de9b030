/**
 * The page's end of the emulator worker. The worker starts at the first job, not at page load; when it dies, the jobs that
 * it had fail with stage 'worker', and the next job gets a new one.
 */
import * as Comlink from 'comlink';
import { err, type Result } from '../../base/result.ts';
import type { Inspection } from '../../inspect/inspection.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { EmulatorApi } from './emulator.worker.ts';
import type { InspectJob } from './inspect-job.ts';
import { failureAt, type JobFailure } from './job-failure.ts';
import type { CtaJob, CtaRun, GridJob, GridRun } from './jobs.ts';

type Api = Comlink.Remote<EmulatorApi>;
type OnProgress = (progress: EmulationProgress) => void;

interface Emulator {
  readonly worker: Worker;
  readonly api: Api;
  /** What ends each job under way when the worker dies. */
  readonly open: Set<(failure: JobFailure) => void>;
}

let current: Emulator | null = null;
let nextId = 0;

function started(): Emulator {
  const worker = new Worker(new URL('./emulator.worker.ts', import.meta.url), { type: 'module' });
  const emulator: Emulator = { worker, api: Comlink.wrap<EmulatorApi>(worker), open: new Set() };
  worker.onerror = ({ message }) => drop(emulator, message);
  return emulator;
}

function drop(emulator: Emulator, why: string): void {
  if (current === emulator) current = null;
  emulator.worker.terminate();
  const failure = failureAt('worker', `The emulator's worker ended: ${why || 'it could not be loaded'}`);
  for (const end of emulator.open) end(failure);
}

function ask<T>(job: (api: Api) => Promise<T>): Promise<T | Result<never, JobFailure>> {
  current ??= started();
  const emulator = current;
  return new Promise(resolve => {
    const end = (failure: JobFailure) => resolve(err(failure));
    emulator.open.add(end);
    // What a job throws is no failure of its own making: memory that was refused, or a bug. The worker's state is not known.
    job(emulator.api)
      .then(resolve, error => drop(emulator, String(error)))
      .finally(() => emulator.open.delete(end));
  });
}

export const emulateCta = (job: CtaJob): Promise<Result<CtaRun, JobFailure>> =>
  ask<Result<CtaRun, JobFailure>>(api => api.cta(job));

/** A job that can be called off. Rejects with an AbortError when `signal` fires or a newer job of the slot takes over. */
async function askInSlot<T>(
  slot: string,
  signal: AbortSignal,
  job: (api: Api, id: number) => Promise<Result<T, JobFailure> | null>,
): Promise<Result<T, JobFailure>> {
  signal.throwIfAborted();
  const id = nextId++;
  const cancel = () => void current?.api.cancel(slot, id);
  signal.addEventListener('abort', cancel);
  try {
    const run = await ask(api => job(api, id));
    if (run === null) throw new DOMException('a newer emulation took its place', 'AbortError');
    return run;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

export const emulateGrid = (
  slot: string,
  job: GridJob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Result<GridRun, JobFailure>> =>
  askInSlot(slot, signal, (api, id) => api.grid(slot, id, job, Comlink.proxy(onProgress)));

export const inspect = (
  slot: string,
  job: InspectJob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Result<Inspection, JobFailure>> =>
  askInSlot(slot, signal, (api, id) => api.inspect(slot, id, job, Comlink.proxy(onProgress)));
