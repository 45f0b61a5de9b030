/** The page's end of the emulator worker. When the worker dies, the jobs that it had fail with stage 'worker'. */
import * as Comlink from 'comlink';
import { err, type Result } from '../../base/result.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import type { EmulatorApi } from './emulator.worker.ts';
import { type JobFailure, workerFailure } from './job-failure.ts';
import type { CtaJob, CtaRun, GridJob, GridRun } from './jobs.ts';
import type { OutlineQuestion } from './outline-job.ts';
import { WorkerLink } from './worker-link.ts';

type Api = Comlink.Remote<EmulatorApi>;
export type OnProgress<P = EmulationProgress> = (progress: P) => void;

const emulator = new WorkerLink<EmulatorApi>(
  () => new Worker(new URL('./emulator.worker.ts', import.meta.url), { type: 'module' }),
);
let nextId = 0;

const lost = (why: string): Result<never, JobFailure> => err(workerFailure(`The emulator's worker ended: ${why}`));

export const emulateCta = (job: CtaJob): Promise<Result<CtaRun, JobFailure>> =>
  emulator.ask<Result<CtaRun, JobFailure>, Result<never, JobFailure>>(api => api.cta(job), lost);

export const outlineApart = (question: OutlineQuestion): Promise<Result<ModuleOutline, JobFailure>> =>
  emulator.ask<Result<ModuleOutline, JobFailure>, Result<never, JobFailure>>(api => api.outline(question), lost);

/** A job that can be called off. Rejects with an AbortError when `signal` fires or a newer job of the slot takes over. */
export async function askInSlot<T, E>(
  slot: string,
  signal: AbortSignal,
  job: (api: Api, id: number) => Promise<Result<T, E> | null>,
): Promise<Result<T, E | JobFailure>> {
  signal.throwIfAborted();
  const id = nextId++;
  const cancel = () => emulator.tell(api => api.cancel(slot, id));
  signal.addEventListener('abort', cancel);
  try {
    const run = await emulator.ask(api => job(api, id), lost);
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
