/** A launch again and again, in other orders of its warps and CTAs. The worker fetches this file when it is asked. */
import { err, type Result } from '../../base/result.ts';
import { type OrdersTried, ordersTried } from '../../inspect/other-orders.ts';
import type { EmulationOptions } from '../../ptx/emulation.ts';
import { startSchedules } from '../../ptx/launch/schedules.ts';
import type { Launch } from '../../trace/launch.ts';
import { type JobFailure, launchFailure } from './job-failure.ts';
import { SLICE_WARP_INSTRUCTIONS } from './jobs.ts';
import { loadedModuleOf } from './loaded-modules.ts';

export interface SchedulesJob {
  readonly ptx: string;
  readonly launch: Launch;
  readonly options: Pick<EmulationOptions, 'ctas' | 'sharedBaseBytes'>;
  /** Orders to try at most. */
  readonly count: number;
  /** No order begins after so much time. */
  readonly maxSeconds: number;
}

export interface SchedulesProgress {
  readonly tried: number;
  readonly count: number;
}

/** Null when `goesOn` ended it. */
export async function runSchedules(
  { ptx, launch, options, count, maxSeconds }: SchedulesJob,
  goesOn: (progress: SchedulesProgress) => Promise<boolean>,
): Promise<Result<OrdersTried, JobFailure> | null> {
  const loaded = await loadedModuleOf(ptx, launch);
  if (!loaded.ok) return loaded;
  const started = startSchedules(loaded.value, launch, options, count);
  if (!started.ok) return err(launchFailure(started.error));
  const trials = started.value;
  const endsAt = performance.now() + maxSeconds * 1000;
  while (!trials.run(SLICE_WARP_INSTRUCTIONS) && performance.now() < endsAt)
    if (!(await goesOn({ tried: trials.tried, count }))) return null;
  const tried = ordersTried(trials, launch);
  return tried.ok ? tried : err(launchFailure({ message: tried.error, field: null }));
}
