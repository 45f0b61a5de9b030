/** Recorded runs and ceilings, from the files that the page comes with. What is no recording is refused, with the reason. */

import type { FieldError } from '../../base/field-error.ts';
import type { Result } from '../../base/result.ts';
import { parseBaselineRecording } from '../../contract/baseline-recording.ts';
import { parseCeilings } from '../../contract/ceilings.ts';
import { type CounterRecording, parseCounterRecording } from '../../contract/counter-recording.ts';
import { parseRecording, parseRecordingIndex, RECORDINGS_FOLDER } from '../../contract/recording.ts';
import { parseSpanRecording, type SpanRecording } from '../../contract/span-recording.ts';
import type { BaselineRecording } from '../../trace/baseline-record.ts';
import type { CeilingsRecord } from '../../trace/ceilings.ts';
import type { RunRecord } from '../../trace/run-record.ts';
import { fetchAnswer } from '../server/server-requests.ts';

export interface Recordings {
  /** Records of all GPUs. */
  readonly records: readonly RunRecord[];
  /** `runKey` of those whose sources or launches have changed since. */
  readonly stale: readonly string[];
  /** Reasons why files were refused, one sentence each. */
  readonly refusals: readonly string[];
}

/** Fetches the recordings of one kernel. Throws if the index itself is refused. */
export async function fetchRecordings(kernel: string): Promise<Recordings> {
  const { files, stale } = await fetchIndex();
  const { values, refusals } = await settled(files.filter(path => kernelOf(path) === kernel).map(fetchRecords));
  return { records: values.flat(), stale, refusals };
}

/**
 * Fetches the recorded baselines of one kernel, for all GPUs. A refused file is left out: the page then lacks a table,
 * but shows no wrong number.
 */
export async function fetchRecordedBaselines(kernel: string): Promise<readonly BaselineRecording[]> {
  const { baselines } = await fetchIndex();
  const paths = baselines.filter(path => kernelOf(path) === kernel);
  return (await settled(paths.map(async path => accepted(path, parseBaselineRecording(await fetchListed(path))))))
    .values;
}

/** Recordings of one kernel, for all GPUs. */
export interface FreshAndStale<T> {
  readonly recordings: readonly T[];
  /** `sourceHash` of what was made of sources that have changed since. */
  readonly stale: readonly string[];
}

/** Fetches hardware counters of one kernel. */
export async function fetchRecordedCounters(kernel: string): Promise<FreshAndStale<CounterRecording>> {
  const { counters, staleSources: stale } = await fetchIndex();
  return { recordings: await fetchAll(counters, kernel, parseCounterRecording), stale };
}

/** Fetches spans of one kernel's instrumented builds. */
export async function fetchRecordedSpans(kernel: string): Promise<FreshAndStale<SpanRecording>> {
  const { spans, staleSources: stale } = await fetchIndex();
  return { recordings: await fetchAll(spans, kernel, parseSpanRecording), stale };
}

type Parse<T> = (text: string) => Result<T, FieldError>;

async function fetchAll<T>(paths: readonly string[], kernel: string, parse: Parse<T>): Promise<readonly T[]> {
  const asked = paths
    .filter(path => kernelOf(path) === kernel)
    .map(async path => accepted(path, parse(await fetchListed(path))));
  return (await settled(asked)).values;
}

/** Fetches ceilings of all GPUs. */
export async function fetchRecordedCeilings(): Promise<readonly CeilingsRecord[]> {
  const { ceilings } = await fetchIndex();
  return (await settled(ceilings.map(async path => accepted(path, parseCeilings(await fetchListed(path)))))).values;
}

const kernelOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');

async function fetchIndex() {
  const index = await fetchText('index.json');
  return index === null
    ? { files: [], ceilings: [], stale: [], staleSources: [], baselines: [], counters: [], spans: [] }
    : accepted('index.json', parseRecordingIndex(index));
}

async function settled<T>(asked: readonly Promise<T>[]): Promise<{ values: T[]; refusals: string[] }> {
  const answers = await Promise.allSettled(asked);
  return {
    values: answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : [])),
    refusals: answers.flatMap(answer => (answer.status === 'rejected' ? [(answer.reason as Error).message] : [])),
  };
}

async function fetchRecords(path: string): Promise<readonly RunRecord[]> {
  const { records } = accepted(path, parseRecording(await fetchListed(path)));
  const other = records.find(({ kernel }) => kernel !== kernelOf(path));
  if (other !== undefined) throw refused(path, `its records are of '${other.kernel}'`);
  return records;
}

async function fetchListed(path: string): Promise<string> {
  const text = await fetchText(path);
  if (text === null) throw refused(path, 'the index lists it, but the file is missing');
  return text;
}

/** null where there is no such file. */
async function fetchText(path: string): Promise<string | null> {
  const response = await fetchAnswer(`${RECORDINGS_FOLDER}/${path}`);
  if (response.status === 404) return null;
  if (!response.ok) throw refused(path, `the file server answered ${response.status}`);
  return response.text();
}

function accepted<T>(path: string, parsed: Result<T, FieldError>): T {
  if (parsed.ok) return parsed.value;
  const { field, message } = parsed.error;
  throw refused(path, field === '' ? message : `${field}: ${message}`);
}

const refused = (path: string, why: string): Error => new Error(`The recording ${path} is refused: ${why}.`);
