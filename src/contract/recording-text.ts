/**
 * A recording as text, a record a line. Launches are most of it (a permutation's hold tables), and runs of one variant share
 * theirs: equal ones are there once, in `launches`, and a record names its own by number.
 */
import type { RunRecord } from '../trace/run-record.ts';

export function recordingText(records: readonly RunRecord[]): string {
  const launches = [...new Set(records.map(({ launch }) => JSON.stringify(launch)))];
  const numbers = new Map(launches.map((launch, number) => [launch, number]));
  const lines = records.map(record =>
    JSON.stringify({ ...record, launch: numbers.get(JSON.stringify(record.launch)) }),
  );
  return `{"launches":[\n${launches.join(',\n')}\n],"records":[\n${lines.join(',\n')}\n]}\n`;
}

/** Puts launches back into their records; whatever has another form stays as it is, for the schema to judge. */
export function withOwnLaunches(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.launches) || !Array.isArray(value.records)) return value;
  const { launches, records, ...others } = value;
  const named = (launch: unknown): unknown => (typeof launch === 'number' ? launches[launch] : launch);
  return {
    ...others,
    records: records.map(record => (isObject(record) ? { ...record, launch: named(record.launch) } : record)),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
