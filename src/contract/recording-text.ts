/**
 * A recording as text, a record a line. Launches are most of it (a permutation's hold tables as buffers), and runs share theirs:
 * equal launches, and in them equal buffers, are there once, and who needs one names it by number.
 */
import type { RunRecord } from '../trace/run-record.ts';

export function recordingText(records: readonly RunRecord[]): string {
  const buffers = new Numbered();
  const launches = new Numbered();
  const lines = records.map(({ launch, ...record }) => {
    const named = { ...launch, buffers: launch.buffers.map(buffer => buffers.numberOf(buffer)) };
    return JSON.stringify({ ...record, launch: launches.numberOf(named) });
  });
  const lists = { buffers: buffers.texts, launches: launches.texts, records: lines };
  return `{${Object.entries(lists)
    .map(([name, texts]) => `"${name}":[\n${texts.join(',\n')}\n]`)
    .join(',')}}\n`;
}

/** Puts buffers and launches back where they belong; whatever has another form stays as it is, for the schema to judge. */
export function withOwnLaunches(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.launches) || !Array.isArray(value.buffers)) return value;
  const { buffers, launches, records, ...others } = value;
  const whole = launches.map(launch => withList(launch, 'buffers', number => buffers[number]));
  const ofRecord = (record: unknown): unknown =>
    isObject(record) && typeof record.launch === 'number' ? { ...record, launch: whole[record.launch] } : record;
  return { ...others, records: Array.isArray(records) ? records.map(ofRecord) : records };
}

function withList(value: unknown, name: string, named: (number: number) => unknown): unknown {
  if (!isObject(value) || !Array.isArray(value[name])) return value;
  return { ...value, [name]: value[name].map((each: unknown) => (typeof each === 'number' ? named(each) : each)) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
