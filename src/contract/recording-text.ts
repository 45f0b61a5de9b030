/**
 * A recording as text, a record a line. Launches are most of it (a permutation's hold tables as buffers, and a plan as a struct of
 * two hundred words), and runs share theirs: equal launches, and in them equal buffers, are there once, and who needs one names it
 * by number. Long lists of numbers are written as runs, and clocks as differences, which are small.
 */
import { WORD_BYTES } from '../base/hardware.ts';
import type { BaselineRecord, BaselineRecording } from '../trace/baseline-record.ts';
import type { BufferInit, BufferSpec, Launch, LaunchParam, StructParam } from '../trace/launch.ts';
import type { RunRecord } from '../trace/run-record.ts';
import { numberRuns, numbersOfRuns } from './number-runs.ts';

export function recordingText(records: readonly RunRecord[]): string {
  const shared = new SharedParts();
  return textOf(shared, { records: records.map(record => shared.runLine(record)) });
}

/** Baselines get the buffers of the variants that they are compared with. */
export function baselineRecordingText({ records, baselines }: BaselineRecording): string {
  const shared = new SharedParts();
  const lines = records.map(record => shared.runLine(record));
  return textOf(shared, { records: lines, baselines: baselines.map(baseline => shared.baselineLine(baseline)) });
}

function textOf({ buffers, launches }: SharedParts, lines: Readonly<Record<string, readonly string[]>>): string {
  const lists = { buffers: buffers.texts, launches: launches.texts, ...lines };
  return `{${Object.entries(lists)
    .map(([name, texts]) => `"${name}":[\n${texts.join(',\n')}\n]`)
    .join(',')}}\n`;
}

/** What several lines name by number. */
class SharedParts {
  readonly buffers = new Numbered();
  readonly launches = new Numbered();

  runLine({ launch, ...record }: RunRecord): string {
    const named = { ...launch, buffers: this.#numbersOf(launch.buffers), params: launch.params.map(packedParam) };
    return JSON.stringify({ ...record, outcome: packedOutcome(record.outcome), launch: this.launches.numberOf(named) });
  }

  baselineLine({ buffers, ...baseline }: BaselineRecord): string {
    return JSON.stringify({ ...baseline, outcome: packedOutcome(baseline.outcome), buffers: this.#numbersOf(buffers) });
  }

  #numbersOf(buffers: readonly BufferSpec[]): number[] {
    return buffers.map(buffer => this.buffers.numberOf(packedBuffer(buffer)));
  }
}

/** Puts buffers and launches back where they belong; whatever has another form stays as it is, for the schema to judge. */
export function withOwnLaunches(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.launches) || !Array.isArray(value.buffers)) return value;
  const { buffers, launches, ...others } = value;
  const unpacked = buffers.map(unpackedBuffer);
  const whole = launches.map(launch => unpackedLaunch(launch, unpacked));
  const ofRecord = (record: unknown): unknown =>
    isObject(record) && typeof record.launch === 'number'
      ? { ...record, outcome: unpackedOutcome(record.outcome), launch: whole[record.launch] }
      : record;
  const ofBaseline = (baseline: unknown): unknown =>
    isObject(baseline)
      ? { ...baseline, outcome: unpackedOutcome(baseline.outcome), buffers: namedBuffers(baseline.buffers, unpacked) }
      : baseline;
  return { ...others, ...mapped(others, 'records', ofRecord), ...mapped(others, 'baselines', ofBaseline) };
}

/** A list among `lists`, if it is one, with each of its elements changed. */
function mapped(lists: Readonly<Record<string, unknown>>, name: string, change: (each: unknown) => unknown): object {
  const list = lists[name];
  return Array.isArray(list) ? { [name]: list.map(change) } : {};
}

const namedBuffers = (named: unknown, buffers: readonly unknown[]): unknown =>
  Array.isArray(named) ? named.map((each: unknown) => (typeof each === 'number' ? buffers[each] : each)) : named;

function unpackedLaunch(launch: unknown, buffers: readonly unknown[]): unknown {
  if (!isObject(launch) || !Array.isArray(launch.params)) return launch;
  return {
    ...launch,
    buffers: namedBuffers(launch.buffers, buffers),
    params: launch.params.map(unpackedParam),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Clocks as `stepsMhz`: the first one, then how much each differs from the one before it. */
function packedOutcome(outcome: RunRecord['outcome']): object {
  if (outcome.kind !== 'timed') return outcome;
  const { samplesMhz, ...others } = outcome;
  return { ...others, stepsMhz: samplesMhz.map((mhz, i) => (i === 0 ? mhz : mhz - samplesMhz[i - 1])) };
}

function unpackedOutcome(outcome: unknown): unknown {
  if (!isObject(outcome) || !Array.isArray(outcome.stepsMhz)) return outcome;
  const { stepsMhz, ...others } = outcome;
  let mhz = 0;
  const samplesMhz = stepsMhz.map((step: unknown) => {
    mhz += Number(step);
    return mhz;
  });
  return { ...others, samplesMhz };
}

type PackedInit = BufferInit | { readonly kind: 'values'; readonly runs: readonly number[] };

function packedBuffer(buffer: BufferSpec): Omit<BufferSpec, 'init'> & { readonly init: PackedInit } {
  const runs = buffer.init.kind === 'values' ? numberRuns(buffer.init.values) : null;
  return runs === null ? buffer : { ...buffer, init: { kind: 'values', runs } };
}

function unpackedBuffer(buffer: unknown): unknown {
  if (!isObject(buffer) || !isObject(buffer.init) || !('runs' in buffer.init)) return buffer;
  const { runs, ...init } = buffer.init;
  const values = numbersOfRuns(runs);
  return values === null ? buffer : { ...buffer, init: { ...init, values } };
}

/** A struct of `unsigned` and nothing else. */
function packedParam(
  param: LaunchParam,
): Launch['params'][number] | { readonly kind: 'struct'; readonly words: number[] } {
  if (param.kind !== 'struct') return param;
  const words = param.fields.map(field => ('value' in field ? field.value : null));
  const runs = numberRuns(words);
  return runs !== null && isAlike(param, structOf(words as number[])) ? { kind: 'struct', words: runs } : param;
}

function unpackedParam(param: unknown): unknown {
  if (!isObject(param) || !('words' in param)) return param;
  const { words, ...others } = param;
  const values = numbersOfRuns(words);
  return values === null ? param : { ...others, ...structOf(values) };
}

const structOf = (words: readonly number[]): StructParam => ({
  kind: 'struct',
  sizeBytes: WORD_BYTES * words.length,
  fields: words.map((value, i) => ({ offset: WORD_BYTES * i, kind: 'scalar', type: 'u32', value })),
});

const isAlike = (a: StructParam, b: StructParam): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Values that are equal as JSON have one number. */
class Numbered {
  readonly #numbers = new Map<string, number>();

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }

  numberOf(value: object): number {
    const text = JSON.stringify(value);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
