/**
 * The one worker that owns device memory: runs launches on the emulator so that the page never blocks. A job works in
 * slices and looks between them whether a newer job of its slot has come, which is how a slider stays live.
 */
import * as Comlink from 'comlink';
import type { Result } from '../../base/result.ts';
import { transferables } from '../../trace/access-trace.ts';
import {
  type CtaJob,
  type CtaRun,
  emulationSlices,
  type GridJob,
  type GridRun,
  type JobFailure,
  runCta,
} from './jobs.ts';

const latest = new Map<string, number>();

/** Time between two reports of progress: each is a new number on the page. */
const PROGRESS_MS = 100;

const api = {
  /** One CTA, traced and checked: the records behind the pictures. */
  cta(job: CtaJob): Result<CtaRun, JobFailure> {
    const run = runCta(job);
    return run.ok ? Comlink.transfer(run, transferables(run.value.trace) as Transferable[]) : run;
  },

  /** The whole grid, untraced, for its output. `null` when a newer job of the same slot took its place. */
  async grid(
    slot: string,
    id: number,
    job: GridJob,
    onProgress: (ctasDone: number) => void,
  ): Promise<Result<GridRun, JobFailure> | null> {
    latest.set(slot, id);
    let reportedAt = performance.now();
    for (const step of emulationSlices(job)) {
      if (step.kind === 'end') {
        return step.run.ok ? Comlink.transfer(step.run, [step.run.value.output.buffer as ArrayBuffer]) : step.run;
      }
      if (performance.now() - reportedAt >= PROGRESS_MS) {
        reportedAt = performance.now();
        onProgress(step.ctasDone);
      }
      await new Promise(resolve => setTimeout(resolve));
      if (latest.get(slot) !== id) return null;
    }
    return null;
  },

  cancel(slot: string): void {
    latest.delete(slot);
  },
};

export type EmulatorApi = typeof api;
Comlink.expose(api);
