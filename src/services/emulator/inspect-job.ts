/** The workbench's job: one launch of a user's kernel, run and inspected. The worker fetches this file on demand. */
import { err, ok, type Result } from '../../base/result.ts';
import type { Inspection, InspectionOptions } from '../../inspect/inspection.ts';
import { type InspectedPart, startJoinedInspection } from '../../inspect/joined.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import { transferables } from '../../trace/access-trace.ts';
import type { Launch } from '../../trace/launch.ts';
import { type JobFailure, launchFailure } from './job-failure.ts';
import { type GoesOn, runWithRunners } from './joined-run.ts';
import { loadedModuleOf } from './loaded-modules.ts';

export interface InspectJob {
  readonly ptx: string;
  readonly launch: Launch;
  readonly options: InspectionOptions;
  /** The time limit of the run; a kernel that does not end is stopped then. */
  readonly maxSeconds: number;
}

export interface InspectedLaunch {
  readonly inspection: Inspection;
  /** Why only a part of the launch was run, and how far it came within its time; null if all of it was run. */
  readonly cut: string | null;
}

/** Null when `goesOn` ended it. */
export async function runInspection(
  job: InspectJob,
  goesOn: GoesOn,
): Promise<Result<InspectedLaunch, JobFailure> | null> {
  const { ptx, launch, options, maxSeconds } = job;
  const loaded = await loadedModuleOf(ptx, launch);
  if (!loaded.ok) return loaded;
  const preparedFrom = performance.now();
  const started = startJoinedInspection(loaded.value, launch, options);
  if (!started.ok) return err(launchFailure(started.error));
  const { emulation, taken, finish } = started.value;
  const endsAt = performance.now() + maxSeconds * 1000;
  let late: EmulationProgress | null = null;
  const inTime: GoesOn = async progress => {
    if (performance.now() >= endsAt) late = progress;
    return late === null && (await goesOn(progress));
  };
  const work = { kind: 'inspection', ptx, launch, options } as const;
  const isDone = await runWithRunners<InspectedPart>({ emulation, work, preparedFrom, taken, goesOn: inTime });
  if (isDone) return ok({ inspection: finish(), cut: null });
  return late && ok({ inspection: finish(), cut: timeWords(maxSeconds, late) });
}

const timeWords = (seconds: number, { ctasDone, ctasTotal, warpInstructions, at }: EmulationProgress): string =>
  `Stopped after ${seconds} s with ${ctasDone.toLocaleString('en')} of ${ctasTotal.toLocaleString('en')} CTAs done (${warpInstructions.toLocaleString('en')} warp instructions)${at ? `, at ${at.line > 0 ? `line ${at.line}` : `line ${at.ptxLine} of the PTX`}` : ''}: the kernel is long, or does not end by itself. Choose fewer CTAs, or allow more time.`;

/** The buffers to hand over instead of copying them. */
export function inspectionTransferables(run: Result<InspectedLaunch, JobFailure>): ArrayBufferLike[] {
  if (!run.ok) return [];
  const { trace, profile, emulation } = run.value.inspection;
  const { issues, lanes, diverged, waits } = profile;
  const arrays = [issues, lanes, diverged, waits, ...emulation.buffers.values()];
  return [...new Set([...transferables(trace), ...arrays.map(array => array.buffer)])];
}
