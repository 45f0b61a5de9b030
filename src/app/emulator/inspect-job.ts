/** The workbench's job: one launch of somebody's kernel, run and looked at. The worker fetches this file when it is asked. */
import { err, ok, type Result } from '../../base/result.ts';
import { startInspection } from '../../inspect/index.ts';
import type { Inspection, InspectionOptions } from '../../inspect/inspection.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import { transferables } from '../../trace/access-trace.ts';
import type { Launch } from '../../trace/launch.ts';
import { failureAt, type JobFailure, launchFailure } from './job-failure.ts';
import { type JobSlices, SLICE_WARP_INSTRUCTIONS } from './jobs.ts';
import { moduleOf } from './kept-modules.ts';

export interface InspectJob {
  readonly ptx: string;
  readonly launch: Launch;
  readonly options: InspectionOptions;
  /** What the run may take; a kernel that does not end is given up then. */
  readonly maxSeconds: number;
}

/** `now` counts milliseconds. */
export function* inspectionSlices(job: InspectJob, now: () => number): JobSlices<Inspection> {
  const parsed = moduleOf(job.ptx);
  if (!parsed.ok) return parsed;
  const started = startInspection(parsed.value, job.launch, job.options);
  if (!started.ok) return err(launchFailure(started.error));
  const end = now() + job.maxSeconds * 1000;
  for (;;) {
    const progress = started.value.run(SLICE_WARP_INSTRUCTIONS);
    if (progress.done) return ok(started.value.finish());
    if (now() >= end) return err(failureAt('time', timeWords(job.maxSeconds, progress)));
    yield progress;
  }
}

const timeWords = (seconds: number, { ctasDone, ctasTotal, warpInstructions }: EmulationProgress): string =>
  `Stopped after ${seconds} s with ${ctasDone} of ${ctasTotal} CTAs done (${(warpInstructions / 1e6).toFixed(1)} M warp instructions): the kernel is long, or does not end by itself. Choose fewer CTAs, or allow more time.`;

/** The buffers to hand over instead of copying them. */
export function inspectionTransferables(run: Result<Inspection, JobFailure>): ArrayBufferLike[] {
  if (!run.ok) return [];
  const { trace, profile, emulation } = run.value;
  const { issues, lanes, diverged, waits } = profile;
  const arrays = [issues, lanes, diverged, waits, ...emulation.buffers.values()];
  return [...new Set([...transferables(trace), ...arrays.map(array => array.buffer)])];
}
