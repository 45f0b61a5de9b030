/**
 * How fast the emulator is, on the committed transpose kernel: lane instructions per second, PTX text to first traced CTA in a
 * fresh process, one whole 1024 x 1024 transpose, and what tracing and checking cost. Prints JSON Lines.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kernel } from '../../src/kernels/transpose/index.ts';
import type { EmulationOptions, EmulationResult } from '../../src/ptx/emulation.ts';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import { TraceBuilder } from '../../src/trace/access-trace.ts';

const VARIANT = 'padded';
const SIZE = 1024;
const ROUNDS = 7;

const params = { ...kernel.defaults, rows: SIZE, columns: SIZE };
const arch = kernel.archs[0];
const ptxFile = new URL(`../../public/ptx/${kernel.ptxPath(VARIANT, params, arch)}`, import.meta.url);
const launch = kernel.launch(VARIANT, params);

function run(text: string, options: EmulationOptions): EmulationResult {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const result = emulate(module.value, launch, options);
  if (!result.ok) throw new Error(`${result.error.field}: ${result.error.message}`);
  if (!result.value.ok) throw new Error(result.value.faults[0]?.message);
  return result.value;
}

const medianOf = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Median milliseconds of a call, and its last result. */
function timed(call: () => EmulationResult): { readonly ms: number; readonly result: EmulationResult } {
  const samples: number[] = [];
  let result = call();
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    result = call();
    samples.push(performance.now() - start);
  }
  return { ms: medianOf(samples), result };
}

const print = (name: string, value: number, unit: string): void =>
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit }));

/** What a fresh worker does: read, parse, run one CTA with trace and checks. */
function firstTracedCta(): void {
  const start = performance.now();
  const trace = new TraceBuilder();
  run(readFileSync(ptxFile, 'utf8'), { ctas: [0], observe: access => trace.add(access) });
  console.log(performance.now() - start);
}

function coldMilliseconds(): number {
  const script = fileURLToPath(import.meta.url);
  const once = () => Number(execFileSync(process.execPath, [script, 'cold'], { encoding: 'utf8' }));
  return medianOf(Array.from({ length: ROUNDS }, once));
}

function main(): void {
  const text = readFileSync(ptxFile, 'utf8');
  const plain = timed(() => run(text, { check: false }));
  const checked = timed(() => run(text, {}));
  const trace = () => {
    const builder = new TraceBuilder();
    return run(text, { check: false, observe: access => builder.add(access) });
  };
  const traced = timed(trace);
  const one = timed(() => run(text, { check: false, ctas: [0] }));
  print('emulator.laneInstructionsPerSecond', plain.result.laneInstructions / plain.ms / 1000, 'M/s');
  print(`emulator.transpose${SIZE}`, plain.ms, 'ms');
  print('emulator.oneCtaWarm', one.ms, 'ms');
  print('emulator.firstTracedCtaCold', coldMilliseconds(), 'ms');
  print('emulator.tracedRatio', traced.ms / plain.ms, 'x');
  print('emulator.checkedRatio', checked.ms / plain.ms, 'x');
}

if (process.argv[2] === 'cold') firstTracedCta();
else main();
