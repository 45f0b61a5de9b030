/** The page's end of the emulator worker. When the worker dies, the jobs that it had fail with stage 'worker'. */
import * as Comlink from 'comlink';
import { err, type Result } from '../../base/result.ts';
import type { OrdersTried } from '../../inspect/other-orders.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import type { Finding } from '../../trace/finding.ts';
import type { AdviceJob } from './advice-job.ts';
import type { EmulatorApi } from './emulator.worker.ts';
import type { InspectedLaunch, InspectJob } from './inspect-job.ts';
import { type JobFailure, workerFailure } from './job-failure.ts';
import type { CtaJob, CtaRun, GridJob, GridRun } from './jobs.ts';
import type { ReplayedLaunch, ReplayFailure, ReplayJob } from './replay-job.ts';
import type { SchedulesJob, SchedulesProgress } from './schedules-job.ts';
import { WorkerLink } from './worker-link.ts';

type Api = Comlink.Remote<EmulatorApi>;
type OnProgress<P = EmulationProgress> = (progress: P) => void;

const emulator = new WorkerLink<EmulatorApi>(
  () => new Worker(new URL('./emulator.worker.ts', import.meta.url), { type: 'module' }),
);
let nextId = 0;

const lost = (why: string): Result<never, JobFailure> => err(workerFailure(`The emulator's worker ended: ${why}`));

export const emulateCta = (job: CtaJob): Promise<Result<CtaRun, JobFailure>> =>
  emulator.ask<Result<CtaRun, JobFailure>, Result<never, JobFailure>>(api => api.cta(job), lost);

export const outlineApart = (ptx: string, cuda: string): Promise<Result<ModuleOutline, JobFailure>> =>
  emulator.ask<Result<ModuleOutline, JobFailure>, Result<never, JobFailure>>(api => api.outline(ptx, cuda), lost);

/** A job that can be called off. Rejects with an AbortError when `signal` fires or a newer job of the slot takes over. */
async function askInSlot<T, E>(
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

export const inspect = (
  slot: string,
  job: InspectJob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Result<InspectedLaunch, JobFailure>> =>
  askInSlot(slot, signal, (api, id) => api.inspect(slot, id, job, Comlink.proxy(onProgress)));

export const trySchedules = (
  slot: string,
  job: SchedulesJob,
  onProgress: OnProgress<SchedulesProgress>,
  signal: AbortSignal,
): Promise<Result<OrdersTried, JobFailure>> =>
  askInSlot(slot, signal, (api, id) => api.schedules(slot, id, job, Comlink.proxy(onProgress)));

export const tryAdvice = (
  slot: string,
  job: AdviceJob,
  signal: AbortSignal,
): Promise<Result<readonly Finding[], JobFailure>> => askInSlot(slot, signal, (api, id) => api.advice(slot, id, job));

export const replay = (
  slot: string,
  job: ReplayJob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Result<ReplayedLaunch, ReplayFailure>> =>
  askInSlot(slot, signal, (api, id) => api.replay(slot, id, job, Comlink.proxy(onProgress)));
