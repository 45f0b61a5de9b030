/** The worker's jobs without the worker: PTX text and a launch in, records out. They also run in Node. */
import { err, ok, type Result } from '../../base/result.ts';
import type { Emulation, EmulationProgress } from '../../ptx/emulation.ts';
import type { GridEmulation } from '../../ptx/launch/grid-emulation.ts';
import { startLoaded } from '../../ptx/launch/start.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import { type AccessTrace, TraceBuilder } from '../../trace/access-trace.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';
import { type JobFailure, launchFailure } from './job-failure.ts';
import { loadedModuleOf } from './loaded-modules.ts';

export interface CtaJob {
  readonly ptx: string;
  readonly launch: Launch;
  /** Linear number of the CTA to trace. */
  readonly cta: number;
  readonly sharedBaseBytes: number;
}

export interface CtaRun {
  readonly trace: AccessTrace;
  readonly faults: readonly Fault[];
  readonly warpInstructions: number;
  readonly sharedBytes: number;
  /** The PTX instruction behind each `pc` of the trace. */
  readonly instructions: ReadonlyMap<number, { readonly text: string; readonly ptxLine: number }>;
}

export interface GridJob {
  readonly ptx: string;
  readonly launch: Launch;
  /** Buffer whose final bytes come back. */
  readonly output: string;
}

export interface GridRun {
  readonly output: Uint8Array;
  readonly faults: readonly Fault[];
  readonly ctasRun: number;
  readonly laneInstructions: number;
}

export async function runCta(job: CtaJob): Promise<Result<CtaRun, JobFailure>> {
  const loaded = await loadedModuleOf(job.ptx, job.launch);
  if (!loaded.ok) return loaded;
  const trace = new TraceBuilder();
  const started = startLoaded(loaded.value, job.launch, {
    ctas: [job.cta],
    observe: access => trace.add(access),
    sharedBaseBytes: job.sharedBaseBytes,
    faults: 'all',
  });
  if (!started.ok) return err(launchFailure(started.error));
  while (!(await slice(started.value, 1 << 20)).done);
  const { faults, warpInstructions, sharedBytes } = started.value.result();
  const rows = trace.finish();
  return ok({
    trace: rows,
    faults,
    warpInstructions,
    sharedBytes,
    instructions: instructionsOf(rows, loaded.value.module, job.launch),
  });
}

/** Runs on. What judges doubts is fetched when a run has left some. */
async function slice(emulation: GridEmulation, warpInstructions: number): Promise<EmulationProgress> {
  if (emulation.waitsForDoubts) emulation.judgeWith((await import('../../ptx/launch/doubts.ts')).doubtsOf);
  return emulation.run(warpInstructions);
}

function instructionsOf(trace: AccessTrace, module: Module, launch: Launch): CtaRun['instructions'] {
  const entry = module.functions.find(
    f => f.kind === 'entry' && (launch.entry === undefined || f.name === launch.entry),
  );
  const named = new Map<number, { text: string; ptxLine: number }>();
  for (const pc of new Set(trace.pc)) {
    const instruction = entry?.instructions[pc];
    if (instruction) named.set(pc, { text: instruction.text, ptxLine: instruction.ptxLine });
  }
  return named;
}

/** About 10 ms of work a slice: short enough to be cancelled by the next slider step. */
export const SLICE_WARP_INSTRUCTIONS = 40_000;

/** Smaller grids end before another worker could help. */
const MANY_CTAS = 64;

export const isLarge = ({ grid: [x, y, z] }: Launch): boolean => x * y * z >= MANY_CTAS;

export const OUTPUT_OPTIONS = { check: false, faults: 'all' } as const;

/** Progress between slices, the result at the end. */
export async function* gridSlices(job: GridJob): AsyncGenerator<EmulationProgress, Result<GridRun, JobFailure>> {
  const loaded = await loadedModuleOf(job.ptx, job.launch);
  if (!loaded.ok) return loaded;
  const started = startLoaded(loaded.value, job.launch, OUTPUT_OPTIONS);
  if (!started.ok) return err(launchFailure(started.error));
  for (;;) {
    const progress = await slice(started.value, SLICE_WARP_INSTRUCTIONS);
    if (progress.done) return ok(gridRun(started.value, job.output));
    yield progress;
  }
}

export function gridRun(emulation: Emulation, output: string): GridRun {
  const { buffers, faults, ctasRun, laneInstructions } = emulation.result();
  // A copy, because the worker transfers the bytes and device memory must stay.
  return { output: (buffers.get(output) ?? new Uint8Array()).slice(), faults, ctasRun, laneInstructions };
}
