/**
 * The worker that owns device memory: runs launches on the emulator so that the page never blocks. A job works in slices
 * and looks between them whether a newer job of its slot has come, which is how a slider stays live. For large grids it
 * starts others of its kind, which run parts of them.
 */
import * as Comlink from 'comlink';
import type { Result } from '../../base/result.ts';
import type { EmulationProgress } from '../../ptx/emulation.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import type { CtaRange } from '../../ptx/parallel/part.ts';
import type { RunPiece } from '../../ptx/parallel/run-joined.ts';
import { transferables } from '../../trace/access-trace.ts';
import type { JobFailure } from './job-failure.ts';
import { type CtaJob, type CtaRun, type GridJob, type GridRun, gridSlices, isLarge, runCta } from './jobs.ts';
import type { LateFailure, LateJob, LateProgress, LateResult } from './late-jobs.ts';
import type { OutlineQuestion } from './outline-job.ts';
import type { SharedWork } from './part-job.ts';
import type { HeldBytes, TakePiece } from './sent-bytes.ts';

/** The result of a job; `null` if a newer job of the same slot took its place. */
type Outcome<T, E = JobFailure> = Promise<Result<T, E> | null>;
type ProgressReport<P = EmulationProgress> = (progress: P) => void;

const latest = new Map<string, number>();
/** Parts of other workers' grids that run here. */
const parts = new Set<number>();

/** Time between two reports of progress: each is a new number on the page. */
const PROGRESS_MS = 100;

/** Messages come in between two tasks. */
const nextTask = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

/** Takes the slot. What comes back is called between slices: reports, and says whether the slot is still the job's. */
function begun<P>(slot: string, id: number, onProgress: ProgressReport<P>): (progress: P) => Promise<boolean> {
  latest.set(slot, id);
  let reportedAt = performance.now();
  return async progress => {
    if (performance.now() - reportedAt >= PROGRESS_MS) {
      reportedAt = performance.now();
      onProgress(progress);
    }
    await nextTask();
    return latest.get(slot) === id;
  };
}

const handOver = <T>(value: T, buffers: readonly ArrayBufferLike[]): T =>
  Comlink.transfer(value, buffers as Transferable[]);

const api = {
  /** One CTA, traced and checked: the records behind the pictures. */
  async cta(job: CtaJob): Promise<Result<CtaRun, JobFailure>> {
    const run = await runCta(job);
    return run.ok ? handOver(run, transferables(run.value.trace)) : run;
  },

  /** The outline of a module, without running it. */
  async outline(question: OutlineQuestion): Promise<Result<ModuleOutline, JobFailure>> {
    return (await import('./outline-job.ts')).readOutline(question);
  },

  /** The whole grid, untraced, for its output. */
  async grid(slot: string, id: number, job: GridJob, onProgress: ProgressReport): Outcome<GridRun> {
    const goesOn = begun(slot, id, onProgress);
    const run = isLarge(job.launch)
      ? await (await import('./large-grid-job.ts')).runLargeGrid(job, goesOn)
      : await sliced(gridSlices(job), goesOn);
    return run?.ok ? handOver(run, [run.value.output.buffer]) : run;
  },

  /** A piece of a large buffer, ahead of the job that it belongs to. */
  async piece(...piece: Parameters<TakePiece>): Promise<void> {
    (await import('./held-bytes.ts')).takePiece(...piece);
  },

  /** The job that the pieces belong to does not come. */
  async forget(held: readonly HeldBytes[]): Promise<void> {
    (await import('./held-bytes.ts')).forget(held);
  },

  /** A job that the first exhibit does not need. `held`: contents of buffers that came ahead. */
  async late(
    slot: string,
    id: number,
    job: LateJob,
    onProgress: ProgressReport<LateProgress>,
    held: readonly HeldBytes[],
  ): Outcome<LateResult, LateFailure> {
    const goesOn = begun(slot, id, onProgress);
    const { runLate } = await import('./late-jobs.ts');
    const { run, buffers } = await runLate(job, held, goesOn);
    return run && handOver(run, buffers);
  },

  /** Runs a part of another worker's grid. The result is null if it was stopped. */
  async part(id: number, work: SharedWork, range: CtaRange): Promise<RunPiece | null> {
    parts.add(id);
    const { runPart, partTransferables } = await import('./part-job.ts');
    const piece = await runPart(work, range, async () => {
      await nextTask();
      return parts.has(id);
    });
    parts.delete(id);
    return piece && handOver(piece, partTransferables(piece));
  },

  async stopPart(id: number): Promise<void> {
    parts.delete(id);
  },

  async cancel(slot: string, id: number): Promise<void> {
    if (latest.get(slot) === id) latest.delete(slot);
  },
};

async function sliced<T>(
  slices: AsyncGenerator<EmulationProgress, Result<T, JobFailure>>,
  goesOn: (progress: EmulationProgress) => Promise<boolean>,
): Outcome<T> {
  for (;;) {
    const slice = await slices.next();
    if (slice.done) return slice.value;
    if (!(await goesOn(slice.value))) return null;
  }
}

export type EmulatorApi = typeof api;
Comlink.expose(api);
