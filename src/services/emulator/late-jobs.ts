/** The worker's jobs that the first exhibit does not need. The worker fetches this file with the first of them. */
import type { Result } from '../../base/result.ts';
import type { OrdersTried } from '../../inspect/other-orders.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { Finding } from '../../trace/finding.ts';
import type { AdviceJob } from './advice-job.ts';
import { withHeld } from './held-bytes.ts';
import type { InspectedLaunch, InspectJob } from './inspect-job.ts';
import type { ReplayedLaunch, ReplayFailure, ReplayJob } from './replay-job.ts';
import type { SchedulesJob, SchedulesProgress } from './schedules-job.ts';
import type { HeldBytes } from './sent-bytes.ts';

export type LateJob =
  /** A launch with everything that the analyses say of it. */
  | { readonly kind: 'inspect'; readonly job: InspectJob }
  /** A launch in other orders of its warps and CTAs. */
  | { readonly kind: 'schedules'; readonly job: SchedulesJob }
  /** A launch with the barriers and fences that its findings advise. */
  | { readonly kind: 'advice'; readonly job: AdviceJob }
  /** A CTA on the clock of the model. */
  | { readonly kind: 'replay'; readonly job: ReplayJob };

export type LateResult = InspectedLaunch | OrdersTried | readonly Finding[] | ReplayedLaunch;
export type LateFailure = ReplayFailure;
export type LateProgress = EmulationProgress | SchedulesProgress;

/** `run` is null when `goesOn` ended it; `buffers` are handed over instead of copied. `held`: see `sent-bytes.ts`. */
export async function runLate(
  sent: LateJob,
  held: readonly HeldBytes[],
  goesOn: (progress: LateProgress) => Promise<boolean>,
): Promise<{ readonly run: Result<LateResult, LateFailure> | null; readonly buffers: readonly ArrayBufferLike[] }> {
  const late = { ...sent, job: { ...sent.job, launch: withHeld(sent.job.launch, held) } } as LateJob;
  switch (late.kind) {
    case 'inspect': {
      const { runInspection, inspectionTransferables } = await import('./inspect-job.ts');
      const run = await runInspection(late.job, goesOn);
      return { run, buffers: run ? inspectionTransferables(run) : [] };
    }
    case 'schedules':
      return { run: await (await import('./schedules-job.ts')).runSchedules(late.job, goesOn), buffers: [] };
    case 'advice':
      return { run: await (await import('./advice-job.ts')).runAdvice(late.job, goesOn), buffers: [] };
    case 'replay': {
      const { runReplay, replayTransferables } = await import('./replay-job.ts');
      const run = await runReplay(late.job, goesOn);
      return { run, buffers: run?.ok ? replayTransferables(run.value) : [] };
    }
  }
}
