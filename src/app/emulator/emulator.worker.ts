/**
 * The one worker that owns device memory: runs launches on the emulator so that the page never blocks. A job works in
 * slices and looks between them whether a newer job of its slot has come, which is how a slider stays live.
 */
import * as Comlink from 'comlink';
import type { Result } from '../../base/result.ts';
import type { Inspection } from '../../inspect/inspection.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import { transferables } from '../../trace/access-trace.ts';
import type { InspectJob } from './inspect-job.ts';
import type { JobFailure } from './job-failure.ts';
import { type CtaJob, type CtaRun, type GridJob, type GridRun, gridSlices, type JobSlices, runCta } from './jobs.ts';

/** What a job came to; `null` when a newer job of the same slot took its place. */
type Outcome<T> = Promise<Result<T, JobFailure> | null>;
type ProgressReport = (progress: EmulationProgress) => void;

const latest = new Map<string, number>();

/** Time between two reports of progress: each is a new number on the page. */
const PROGRESS_MS = 100;

async function work<T>(slot: string, id: number, slices: JobSlices<T>, onProgress: ProgressReport): Outcome<T> {
  let reportedAt = performance.now();
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
    if (performance.now() - reportedAt >= PROGRESS_MS) {
      reportedAt = performance.now();
      onProgress(slice.value);
    }
    await new Promise(resolve => setTimeout(resolve));
    if (latest.get(slot) !== id) return null;
  }
}

const handOver = <T>(value: T, buffers: readonly ArrayBufferLike[]): T =>
  Comlink.transfer(value, buffers as Transferable[]);

const api = {
  /** One CTA, traced and checked: the records behind the pictures. */
  async cta(job: CtaJob): Promise<Result<CtaRun, JobFailure>> {
    const run = runCta(job);
    return run.ok ? handOver(run, transferables(run.value.trace)) : run;
  },

  /** The whole grid, untraced, for its output. */
  async grid(slot: string, id: number, job: GridJob, onProgress: ProgressReport): Outcome<GridRun> {
    latest.set(slot, id);
    const run = await work(slot, id, gridSlices(job), onProgress);
    return run?.ok ? handOver(run, [run.value.output.buffer]) : run;
  },

  /** A launch with everything that the analyses say of it. */
  async inspect(slot: string, id: number, job: InspectJob, onProgress: ProgressReport): Outcome<Inspection> {
    latest.set(slot, id);
    const { inspectionSlices, inspectionTransferables } = await import('./inspect-job.ts');
    const run = await work(
      slot,
      id,
      inspectionSlices(job, () => performance.now()),
      onProgress,
    );
    return run && handOver(run, inspectionTransferables(run));
  },

  cancel(slot: string, id: number): void {
    if (latest.get(slot) === id) latest.delete(slot);
  },
};

export type EmulatorApi = typeof api;
Comlink.expose(api);
