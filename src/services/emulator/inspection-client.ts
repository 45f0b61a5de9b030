/**
 * Requests of the workbench and of replays to the emulator worker. They are not in `client.ts`, since the first exhibit
 * does not need them.
 */
import * as Comlink from 'comlink';
import type { Result } from '../../base/result.ts';
import type { OrdersTried } from '../../inspect/other-orders.ts';
import type { Finding } from '../../trace/finding.ts';
import type { AdviceJob } from './advice-job.ts';
import { askInSlot, type OnProgress } from './client.ts';
import type { InspectedLaunch, InspectJob } from './inspect-job.ts';
import type { JobFailure } from './job-failure.ts';
import type { LateFailure, LateJob, LateProgress, LateResult } from './late-jobs.ts';
import type { ReplayedLaunch, ReplayFailure, ReplayJob } from './replay-job.ts';
import type { SchedulesJob, SchedulesProgress } from './schedules-job.ts';
import { sentAhead } from './sent-bytes.ts';

/** The type of a result follows from the kind of its job. */
const askLate = <T extends LateResult, E extends LateFailure, P extends LateProgress>(
  slot: string,
  job: LateJob,
  onProgress: OnProgress<P>,
  signal: AbortSignal,
): Promise<Result<T, E | JobFailure>> =>
  askInSlot(slot, signal, async (api, id) => {
    const report = Comlink.proxy(onProgress as OnProgress<LateProgress>);
    const { launch, held } = await sentAhead(job.job.launch, (...piece) => api.piece(...piece));
    // The slot may be another job's by now.
    if (signal.aborted) return api.forget(held).then(() => null);
    const sent = { ...job, job: { ...job.job, launch } } as LateJob;
    return (await api.late(slot, id, sent, report, held)) as Result<T, E> | null;
  });

export const inspect = (
  slot: string,
  job: InspectJob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Result<InspectedLaunch, JobFailure>> => askLate(slot, { kind: 'inspect', job }, onProgress, signal);

export const trySchedules = (
  slot: string,
  job: SchedulesJob,
  onProgress: OnProgress<SchedulesProgress>,
  signal: AbortSignal,
): Promise<Result<OrdersTried, JobFailure>> => askLate(slot, { kind: 'schedules', job }, onProgress, signal);

export const tryAdvice = (
  slot: string,
  job: AdviceJob,
  signal: AbortSignal,
): Promise<Result<readonly Finding[], JobFailure>> => askLate(slot, { kind: 'advice', job }, () => {}, signal);

export const replay = (
  slot: string,
  job: ReplayJob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Result<ReplayedLaunch, ReplayFailure>> => askLate(slot, { kind: 'replay', job }, onProgress, signal);
