/** The advice of a run's findings, tried (the launch again with the advised barriers and fences), or told by where an address comes from. The worker fetches this file when it is asked. */
import { ok, type Result } from '../../base/result.ts';
import { AdviceTrials, type AdvisedRun } from '../../inspect/advice/trials.ts';
import { withTried } from '../../inspect/advice/words.ts';
import { withPointers } from '../../inspect/pointer-origins.ts';
import type { EmulationOptions } from '../../ptx/emulation.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Launch } from '../../trace/launch.ts';
import type { JobFailure } from './job-failure.ts';
import { SLICE_WARP_INSTRUCTIONS } from './jobs.ts';
import { moduleOf } from './kept-modules.ts';
import type { SchedulesProgress } from './schedules-job.ts';

export interface AdviceJob {
  readonly ptx: string;
  readonly launch: Launch;
  readonly options: Pick<EmulationOptions, 'ctas' | 'sharedBaseBytes' | 'faults'>;
  readonly run: AdvisedRun;
  readonly findings: readonly Finding[];
  readonly maxSeconds: number;
}

/** The findings with what came of their advice. Null when `goesOn` ended it. */
export async function runAdvice(
  { ptx, launch, options, run, findings, maxSeconds }: AdviceJob,
  goesOn: (progress: SchedulesProgress) => Promise<boolean>,
): Promise<Result<readonly Finding[], JobFailure> | null> {
  const module = moduleOf(ptx, launch);
  if (!module.ok) return module;
  const trials = new AdviceTrials(module.value, launch, options, run);
  const endsAt = performance.now() + maxSeconds * 1000;
  while (!trials.run(SLICE_WARP_INSTRUCTIONS)) {
    if (!(await goesOn({ tried: trials.advice.length, count: trials.count }))) return null;
    if (performance.now() >= endsAt) trials.stop();
  }
  return ok(withPointers(withTried(findings, trials.advice), module.value, launch));
}
