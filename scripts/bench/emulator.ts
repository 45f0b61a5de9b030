/**
 * How fast the emulator is, on the committed transpose kernel: lane instructions per second, PTX text to first traced CTA in a
 * fresh process, one whole 1024 x 1024 transpose, and what tracing and checking cost. Prints JSON Lines.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kernel } from '../../src/kernels/transpose/index.ts';
import type { EmulationOptions, EmulationResult } from '../../src/ptx/emulation.ts';
import { startEmulation } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { TraceBuilder } from '../../src/trace/access-trace.ts';
import type { Launch } from '../../src/trace/launch.ts';

const VARIANT = 'padded';
const SIZE = 1024;
const ROUNDS = 7;

const arch = kernel.archs[0];
const ptxFile = new URL(`../../public/ptx/${kernel.ptxPath(VARIANT, kernel.defaults, arch)}`, import.meta.url);

interface Timing {
  /** From PTX text to the end. */
  readonly totalMs: number;
  /** Of that, inside `run`. */
  readonly runMs: number;
  readonly result: EmulationResult;
}

function run(text: string, launch: Launch, options: EmulationOptions): Timing {
  const start = performance.now();
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const emulation = startEmulation(module.value, launch, options);
  if (!emulation.ok) throw new Error(`${emulation.error.field}: ${emulation.error.message}`);
  const ready = performance.now();
  emulation.value.run(Number.POSITIVE_INFINITY);
  const runMs = performance.now() - ready;
  const result = emulation.value.result();
  if (!result.ok) throw new Error(result.faults[0]?.message);
  return { totalMs: performance.now() - start, runMs, result };
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The run of median length, after one that warms up. */
function typical(call: () => Timing): Timing {
  call();
  const timings = Array.from({ length: ROUNDS }, call);
  const runMs = medianOf(timings.map(t => t.runMs));
  return { runMs, totalMs: medianOf(timings.map(t => t.totalMs)), result: timings[0].result };
}

const print = (name: string, value: number, unit: string, goal?: string): void =>
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit, goal }));

/** What a fresh worker does: read, parse, run one CTA with trace and checks. Prints milliseconds. */
function firstTracedCta(): void {
  const start = performance.now();
  const trace = new TraceBuilder();
  const launch = kernel.launch(VARIANT, kernel.defaults);
  run(readFileSync(ptxFile, 'utf8'), launch, { ctas: [0], observe: access => trace.add(access) });
  console.log(performance.now() - start);
}

function coldMilliseconds(): number {
  const script = fileURLToPath(import.meta.url);
  const once = () => Number(execFileSync(process.execPath, [script, 'cold'], { encoding: 'utf8' }));
  return medianOf(Array.from({ length: ROUNDS }, once));
}

function main(): void {
  const text = readFileSync(ptxFile, 'utf8');
  const launch = kernel.launch(VARIANT, { ...kernel.defaults, rows: SIZE, columns: SIZE });
  const traced = () => {
    const trace = new TraceBuilder();
    return run(text, launch, { check: false, observe: access => trace.add(access) });
  };
  const plain = typical(() => run(text, launch, { check: false }));
  const withTrace = typical(traced);
  const checked = typical(() => run(text, launch, {}));
  print(
    'emulator.laneInstructions',
    plain.result.laneInstructions / plain.runMs / 1000,
    'M/s',
    'at least 150, aim 400',
  );
  print('emulator.oneCta', plain.runMs / plain.result.ctasRun, 'ms');
  print(`emulator.transpose${SIZE}`, plain.totalMs, 'ms');
  print('emulator.firstTracedCtaCold', coldMilliseconds(), 'ms', 'at most 50');
  print('emulator.tracedToUntraced', withTrace.runMs / plain.runMs, 'x');
  print('emulator.checkedToUnchecked', checked.runMs / plain.runMs, 'x');
}

if (process.argv[2] === 'cold') firstTracedCta();
else main();
