/** A CTA of a launch on the clock of the model. The worker fetches this file when it is asked. */
import { err, ok, type Result } from '../../base/result.ts';
import { type FirstDifference, firstDifference } from '../../inspect/replay/first-difference.ts';
import { type LoggedKernel, type ReplayOptions, startReplay } from '../../inspect/replay/index.ts';
import type { ReplayRefusal } from '../../inspect/replay/kernel-scenario.ts';
import type { RoleSource } from '../../inspect/replay/role-source.ts';
import { type RunColumns, runColumns, runTransferables } from '../../model/pipeline/run-columns.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { type JobFailure, launchFailure } from './job-failure.ts';
import type { GoesOn } from './joined-run.ts';
import { loadedModuleOf } from './loaded-modules.ts';

export interface ReplayJob {
  readonly ptx: string;
  readonly launch: Launch;
  readonly options: ReplayOptions;
  /** Pipeline that the kernel should follow, on the machine of the replay; null if it is not known. */
  readonly scenario: Scenario | null;
}

export interface ReplayedLaunch {
  readonly columns: RunColumns;
  readonly faults: readonly Fault[];
  /** Null where kernel and scenario agree event by event, and where there was none. */
  readonly difference: FirstDifference | null;
  /** Pipeline found in the events; null if the job came with a scenario. */
  readonly kernel: FoundPipeline | null;
}

export interface FoundPipeline {
  readonly scenario: Scenario;
  readonly roles: readonly FoundRole[];
}

/** A role of the scenario: its warps, and where it stands in the source. */
export interface FoundRole extends RoleSource {
  readonly name: string;
  readonly warps: readonly number[];
}

/** Why there is no replay: the job could not run, or no scenario can express the kernel's events. */
export type ReplayFailure = JobFailure | ReplayRefusal;

/**
 * Shorter than for other jobs: kernels that are worth a replay multiply matrices, and one such instruction takes long.
 */
const SLICE_WARP_INSTRUCTIONS = 10_000;

const KEPT_KERNELS = 8;
/** Logs by launch, options and PTX, the most recently used last: a change of the model's numbers needs no new run. */
const kernels = new Map<string, LoggedKernel>();

/** Null when `goesOn` ended it. */
export async function runReplay(job: ReplayJob, goesOn: GoesOn): Promise<Result<ReplayedLaunch, ReplayFailure> | null> {
  const { ptx, launch, options, scenario } = job;
  const key = `${JSON.stringify([launch, options])} ${ptx}`;
  const known = kernels.get(key);
  const logged = known ? ok(known) : await logKernel(job, goesOn);
  if (!logged?.ok) return logged;
  kernels.delete(key);
  kernels.set(key, logged.value);
  if (kernels.size > KEPT_KERNELS) kernels.delete(kernels.keys().next().value as string);
  const { faults, play } = logged.value;
  const played = play(scenario?.resources ?? null, scenario);
  if (!played.ok) return played;
  const { run, scenario: kernel, roles, sources } = played.value;
  const columns = runColumns(run);
  if (scenario === null) {
    const found = kernel.roles.map(({ name }, i) => ({ name, warps: roles[i].warps, ...sources[i] }));
    return ok({ columns, faults, difference: null, kernel: { scenario: kernel, roles: found } });
  }
  return ok({ columns, faults, difference: firstDifference(kernel, scenario), kernel: null });
}

export const replayTransferables = ({ columns }: ReplayedLaunch): ArrayBufferLike[] => runTransferables(columns);

async function logKernel(
  { ptx, launch, options }: ReplayJob,
  goesOn: GoesOn,
): Promise<Result<LoggedKernel, ReplayFailure> | null> {
  const loaded = await loadedModuleOf(ptx, launch);
  if (!loaded.ok) return loaded;
  const started = startReplay(loaded.value, launch, options);
  if (!started.ok) return err(launchFailure(started.error));
  for (;;) {
    const progress = started.value.run(SLICE_WARP_INSTRUCTIONS);
    if (progress.done) return started.value.finish();
    if (!(await goesOn(progress))) return null;
  }
}
