/**
 * How fast the emulator is, on the committed transpose kernel (padded, 32 x 32 tiles of 4 bytes). Prints JSON Lines.
 *
 * laneInstructions, tracedToUntraced, checkedToUnchecked, profiledToUnprofiled: a whole 1024 x 1024 transpose, inside
 *   `run` only; untraced and unchecked, and the others over it, in time of the processor: a busy machine made a ratio of 1.2 one of
 *   1.65 by the clock on the wall. Rounds of the four alternate.
 * threadedToAlone: a 2048 x 2048 transpose, inspected with all its checks as the command does it, with the threads that it
 *   asks for help (their start included), over the same without. Rounds alternate; so much needs an idle machine.
 * transpose1024: the same from PTX text to the result: parse, decode, fill 8 MB, run, copy the buffers.
 * launchWarm, launch1024Warm: `startEmulation` of a module that ran before, buffers filled; a slider's move without its run.
 * oneCtaWarm: such a start of a 64 x 64 transpose, and one CTA run with trace and checks.
 * firstTracedCtaCold: a fresh process, modules loaded, from reading the PTX file to the end of a traced and checked CTA.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startThreaded } from '../../cli/threaded-inspection.ts';
import { startInspection } from '../../src/inspect/index.ts';
import { kernel } from '../../src/kernels/transpose/index.ts';
import type { Emulation, EmulationOptions, EmulationResult } from '../../src/ptx/emulation.ts';
import { startEmulation } from '../../src/ptx/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { TraceBuilder } from '../../src/trace/access-trace.ts';
import type { Launch } from '../../src/trace/launch.ts';

const VARIANT = 'padded';
const SIZE = 1024;
const ROUNDS = 9;
/** Rounds for measurements that take less than a millisecond. */
const MANY_ROUNDS = 200;
const INSPECTION_ROUNDS = 5;
const SLICE_WARP_INSTRUCTIONS = 50_000;

const arch = kernel.archs[0];
const ptxFile = new URL(`../../public/ptx/${kernel.ptxPath(VARIANT, kernel.defaults, arch)}`, import.meta.url);
const small = kernel.launch(VARIANT, kernel.defaults);
const large = kernel.launch(VARIANT, { ...kernel.defaults, rows: SIZE, columns: SIZE });
const huge = kernel.launch(VARIANT, { ...kernel.defaults, rows: 2 * SIZE, columns: 2 * SIZE });

function parsed(text: string): Module {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  return module.value;
}

function started(module: Module, launch: Launch, options: EmulationOptions): Emulation {
  const emulation = startEmulation(module, launch, options);
  if (!emulation.ok) throw new Error(`${emulation.error.field}: ${emulation.error.message}`);
  return emulation.value;
}

/** Milliseconds of the processor inside `run`, and the result. */
function run(emulation: Emulation): { readonly runMs: number; readonly result: EmulationResult } {
  const before = process.cpuUsage();
  emulation.run(Number.POSITIVE_INFINITY);
  const { user, system } = process.cpuUsage(before);
  const runMs = (user + system) / 1000;
  const result = emulation.result();
  if (!result.ok) throw new Error(result.faults[0]?.message);
  return { runMs, result };
}

const tracing = (): EmulationOptions => {
  const trace = new TraceBuilder();
  return { observe: access => trace.add(access) };
};

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The median; before it, the same number of calls warm up. */
function typical(rounds: number, measure: () => number): number {
  for (let i = 0; i < rounds; i++) measure();
  return medianOf(Array.from({ length: rounds }, measure));
}

/** Prints milliseconds. */
function firstTracedCta(): void {
  console.log(
    milliseconds(() => run(started(parsed(readFileSync(ptxFile, 'utf8')), small, { ctas: [0], ...tracing() }))),
  );
}

function coldMilliseconds(): number {
  const script = fileURLToPath(import.meta.url);
  const once = () => Number(execFileSync(process.execPath, [script, 'cold'], { encoding: 'utf8' }));
  return medianOf(Array.from({ length: ROUNDS }, once));
}

/** Median milliseconds of whole grids, and how many instructions each executes. */
function wholeGrids(module: Module) {
  const kinds = {
    plain: () => ({ check: false }),
    traced: () => ({ check: false, ...tracing() }),
    checked: () => ({}),
    profiled: () => ({ check: false, profile: true }),
  };
  const names = ['plain', 'traced', 'checked', 'profiled'] as const;
  const rounds = Array.from({ length: ROUNDS + 1 }, () =>
    names.map(n => run(started(module, large, kinds[n]())).runMs),
  );
  const [plain, traced, checked, profiled] = names.map((_, i) => medianOf(rounds.slice(1).map(times => times[i])));
  const { laneInstructions } = run(started(module, large, kinds.plain())).result;
  return { plain, traced, checked, profiled, laneInstructions };
}

/** Median milliseconds of inspections of a whole grid, from the module to the findings. */
async function inspections(ptx: string, module: Module): Promise<{ alone: number; threaded: number }> {
  const job = { ptx, launch: huge, options: { faults: 'all', tracedCtas: [] } } as const;
  const alone = () => {
    const inspection = startInspection(module, job.launch, job.options);
    if (!inspection.ok) throw new Error(inspection.error.message);
    inspection.value.run(Number.POSITIVE_INFINITY);
    inspection.value.finish();
  };
  const threaded = async () => {
    const inspection = startThreaded(module, job);
    if (!inspection.ok) throw new Error(inspection.error.message);
    await inspection.value.run(SLICE_WARP_INSTRUCTIONS, async () => true);
    inspection.value.finish();
  };
  const rounds: (readonly [number, number])[] = [];
  for (let i = 0; i <= INSPECTION_ROUNDS; i++) {
    const aloneMs = milliseconds(alone);
    const start = performance.now();
    await threaded();
    rounds.push([aloneMs, performance.now() - start]);
  }
  const typicalOf = (column: 0 | 1) => medianOf(rounds.slice(1).map(round => round[column]));
  return { alone: typicalOf(0), threaded: typicalOf(1) };
}

const print = (name: string, value: number, unit: string, goal?: string): void =>
  console.log(JSON.stringify({ name: `emulator.${name}`, value: Number(value.toPrecision(4)), unit, goal }));

async function main(): Promise<void> {
  const text = readFileSync(ptxFile, 'utf8');
  const module = parsed(text);
  const { plain, traced, checked, profiled, laneInstructions } = wholeGrids(module);
  const { alone, threaded } = await inspections(text, module);
  const whole = () => milliseconds(() => run(started(parsed(text), large, { check: false })));
  const launched = (launch: Launch) => () => milliseconds(() => started(module, launch, {}));
  const oneCta = () => milliseconds(() => run(started(module, small, { ctas: [0], ...tracing() })));
  print('laneInstructions', laneInstructions / plain / 1000, 'M/s', 'at least 150, aim 400');
  print('tracedToUntraced', traced / plain, 'x', 'at most 1.3');
  print('checkedToUnchecked', checked / plain, 'x', 'at most 1.8');
  print('profiledToUnprofiled', profiled / plain, 'x', 'at most 1.1');
  print('threadedToAlone', threaded / alone, 'x', 'below 1');
  print(`transpose${SIZE}`, typical(ROUNDS, whole), 'ms');
  print('launchWarm', typical(MANY_ROUNDS, launched(small)), 'ms', 'at most 1');
  print(`launch${SIZE}Warm`, typical(ROUNDS, launched(large)), 'ms');
  print('oneCtaWarm', typical(MANY_ROUNDS, oneCta), 'ms');
  print('firstTracedCtaCold', coldMilliseconds(), 'ms', 'at most 50, aim 40');
}

if (process.argv[2] === 'cold') firstTracedCta();
else await main();
