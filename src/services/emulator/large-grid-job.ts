/** The output of a whole grid that is large enough for several workers. The worker fetches this file for such a grid. */
import { err, ok, type Result } from '../../base/result.ts';
import { startJoined } from '../../ptx/parallel/joined.ts';
import { type JobFailure, launchFailure } from './job-failure.ts';
import { type GridJob, type GridRun, gridRun, OUTPUT_OPTIONS } from './jobs.ts';
import { type GoesOn, runWithRunners } from './joined-run.ts';
import { loadedModuleOf } from './loaded-modules.ts';

/** Null when `goesOn` ended it. */
export async function runLargeGrid(job: GridJob, goesOn: GoesOn): Promise<Result<GridRun, JobFailure> | null> {
  const { ptx, launch, output } = job;
  const loaded = await loadedModuleOf(ptx, launch);
  if (!loaded.ok) return loaded;
  const preparedFrom = performance.now();
  const started = startJoined(loaded.value, launch, OUTPUT_OPTIONS);
  if (!started.ok) return err(launchFailure(started.error));
  const emulation = started.value;
  const work = { kind: 'output', ptx, launch, options: OUTPUT_OPTIONS } as const;
  const isDone = await runWithRunners({ emulation, work, preparedFrom, taken: () => {}, goesOn });
  return isDone ? ok(gridRun(emulation, output)) : null;
}
