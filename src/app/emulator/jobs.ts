/** What the worker does, without the worker: PTX text and a launch in, records out. Runs in Node as well. */
import { err, ok, type Result } from '../../base/result.ts';
import type { Emulation } from '../../ptx/emulation.ts';
import { startEmulation } from '../../ptx/index.ts';
import type { Module } from '../../ptx/parse/ast.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import { type AccessTrace, TraceBuilder } from '../../trace/access-trace.ts';
import type { Fault } from '../../trace/fault.ts';
import type { Launch } from '../../trace/launch.ts';

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

/** Stage at which a job failed, with words for a person. */
export interface JobFailure {
  readonly stage: 'parse' | 'launch';
  readonly message: string;
}

const KEPT_MODULES = 16;
const modules = new Map<string, Module>();

/** Parsed modules, the most recently used last; a slider moves between launches of the same few texts. */
function moduleOf(ptx: string): Result<Module, JobFailure> {
  const kept = modules.get(ptx);
  if (kept) {
    modules.delete(ptx);
    modules.set(ptx, kept);
    return ok(kept);
  }
  const parsed = parseModule(ptx);
  if (!parsed.ok) {
    const { line, column, message } = parsed.error;
    return err({ stage: 'parse', message: `PTX line ${line}, column ${column}: ${message}` });
  }
  modules.set(ptx, parsed.value);
  if (modules.size > KEPT_MODULES) modules.delete(modules.keys().next().value as string);
  return parsed;
}

export function runCta(job: CtaJob): Result<CtaRun, JobFailure> {
  const parsed = moduleOf(job.ptx);
  if (!parsed.ok) return parsed;
  const trace = new TraceBuilder();
  const started = startEmulation(parsed.value, job.launch, {
    ctas: [job.cta],
    observe: access => trace.add(access),
    sharedBaseBytes: job.sharedBaseBytes,
    faults: 'all',
  });
  if (!started.ok) return err({ stage: 'launch', message: started.error.message });
  while (!started.value.run(1 << 20).done);
  const { faults, warpInstructions, sharedBytes } = started.value.result();
  const rows = trace.finish();
  return ok({
    trace: rows,
    faults,
    warpInstructions,
    sharedBytes,
    instructions: instructionsOf(rows, parsed.value, job.launch),
  });
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

export type GridStep =
  | { readonly kind: 'progress'; readonly ctasDone: number }
  | { readonly kind: 'end'; readonly run: Result<GridRun, JobFailure> };

/** About 10 ms of work a slice: short enough to be cancelled by the next slider step. */
const SLICE_WARP_INSTRUCTIONS = 40_000;

export function* emulationSlices(job: GridJob): Generator<GridStep, void> {
  const parsed = moduleOf(job.ptx);
  if (!parsed.ok) {
    yield { kind: 'end', run: parsed };
    return;
  }
  const started = startEmulation(parsed.value, job.launch, { check: false, faults: 'all' });
  if (!started.ok) {
    yield { kind: 'end', run: err({ stage: 'launch', message: started.error.message }) };
    return;
  }
  for (;;) {
    const progress = started.value.run(SLICE_WARP_INSTRUCTIONS);
    if (progress.done) break;
    yield { kind: 'progress', ctasDone: progress.ctasDone };
  }
  yield { kind: 'end', run: ok(gridRun(started.value, job.output)) };
}

function gridRun(emulation: Emulation, output: string): GridRun {
  const { buffers, faults, ctasRun, laneInstructions } = emulation.result();
  // A copy of its own: the worker hands the bytes over, and device memory must stay.
  return { output: (buffers.get(output) ?? new Uint8Array()).slice(), faults, ctasRun, laneInstructions };
}
