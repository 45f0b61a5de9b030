/** CTA 0 of a launch on the clock of the model, beside a scenario of its kernel. The worker fetches this file when it is asked. */
import { err, ok, type Result } from '../../base/result.ts';
import { type Difference, firstDifference } from '../../inspect/replay/first-difference.ts';
import { type KernelReplay, startReplay } from '../../inspect/replay/index.ts';
import type { ReplayRefusal } from '../../inspect/replay/kernel-scenario.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { type JobFailure, launchFailure } from './job-failure.ts';
import type { GoesOn } from './joined-run.ts';
import { loadedModuleOf } from './loaded-modules.ts';

export interface ReplayJob {
  readonly ptx: string;
  readonly launch: Launch;
  /** What the kernel is meant to do; its resources are the replay's. */
  readonly scenario: Scenario;
}

export interface ReplayedLaunch extends Pick<KernelReplay, 'run' | 'faults'> {
  /** Null where kernel and scenario agree event by event. */
  readonly difference: Difference | null;
}

/** Why there is no replay: the job could not run, or no scenario can say what the kernel did. */
export type ReplayFailure = JobFailure | ReplayRefusal;

/** Less than for other jobs: what is worth a replay multiplies matrices, and such an instruction takes long. */
const SLICE_WARP_INSTRUCTIONS = 10_000;

/** Null when `goesOn` ended it. */
export async function runReplay(job: ReplayJob, goesOn: GoesOn): Promise<Result<ReplayedLaunch, ReplayFailure> | null> {
  const { ptx, launch, scenario } = job;
  const loaded = await loadedModuleOf(ptx);
  if (!loaded.ok) return loaded;
  const started = startReplay(loaded.value, launch, { cta: 0, resources: scenario.resources });
  if (!started.ok) return err(launchFailure(started.error));
  for (;;) {
    const progress = started.value.run(SLICE_WARP_INSTRUCTIONS);
    if (progress.done) break;
    if (!(await goesOn(progress))) return null;
  }
  const replayed = started.value.finish();
  if (!replayed.ok) return replayed;
  const { run, faults } = replayed.value;
  return ok({ run, faults, difference: firstDifference(replayed.value.scenario, scenario) });
}
