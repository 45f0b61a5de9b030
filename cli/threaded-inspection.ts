/** An inspection that uses more threads if that saves time. Its result does not depend on them. */
import { availableParallelism } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { ok, type Result } from '../src/base/result.ts';
import type { Inspection } from '../src/inspect/inspection.ts';
import { type InspectedPart, type JoinedInspection, startJoinedInspection } from '../src/inspect/joined.ts';
import type { EmulationProgress, LaunchError } from '../src/ptx/emulation.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { type PartRunner, runJoined } from '../src/ptx/parallel/run-joined.ts';
import { runnersWorthStarting } from '../src/ptx/parallel/runners.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { partThreads, THREAD_START_MS } from './part-threads.ts';
import type { PartThreadJob } from './part-worker.ts';

/** Runs to its end, or until `goesOn`, which is asked between slices, returns false. */
export interface RunningInspection {
  run(sliceWarpInstructions: number, goesOn: (progress: EmulationProgress) => Promise<boolean>): Promise<void>;
  finish(): Inspection;
}

const REST_MS = 5;

export function startThreaded(module: Module, job: PartThreadJob): Result<RunningInspection, LaunchError> {
  const preparedFrom = performance.now();
  const started = startJoinedInspection(fullyLoaded(module), job.launch, job.options);
  if (!started.ok) return started;
  const inspection = started.value;
  const prepareMs = performance.now() - preparedFrom;
  return ok({
    async run(sliceWarpInstructions, goesOn) {
      const startedAt = performance.now();
      const hire = (progress: EmulationProgress) =>
        hired(job, inspection, { progress, prepareMs, elapsedMs: performance.now() - startedAt });
      const { emulation, taken } = inspection;
      const rest = () => setTimeout(REST_MS);
      // Messages of threads arrive between turns of the event loop.
      const between = (progress: EmulationProgress) => setImmediate().then(() => goesOn(progress));
      await runJoined({ emulation, sliceWarpInstructions, goesOn: between, rest, hire, taken });
    },
    finish: () => inspection.finish(),
  });
}

interface SoFar {
  readonly progress: EmulationProgress;
  readonly prepareMs: number;
  readonly elapsedMs: number;
}

function hired(job: PartThreadJob, { emulation }: JoinedInspection, soFar: SoFar): PartRunner<InspectedPart>[] {
  const { arenaBytes } = emulation;
  const processors = availableParallelism();
  return partThreads(runnersWorthStarting({ ...soFar, arenaBytes, processors, startMs: THREAD_START_MS }), job);
}
