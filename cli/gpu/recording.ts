/** Recorded runs and ceilings as files of the page: their paths and their contents. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FieldError } from '../../src/base/field-error.ts';
import type { Result } from '../../src/base/result.ts';
import { baselinesPath } from '../../src/contract/baseline-recording.ts';
import { counterRecordingPath } from '../../src/contract/counter-recording.ts';
import { CEILINGS_FILE, parseRecording, RECORDINGS_FOLDER } from '../../src/contract/recording.ts';
import { recordingText } from '../../src/contract/recording-text.ts';
import { spanRecordingPath } from '../../src/contract/span-recording.ts';
import type { CeilingsRecord } from '../../src/trace/ceilings.ts';
import { type RunRecord, sameParams } from '../../src/trace/run-record.ts';

const folderIn = (root: string): string => join(root, 'public', RECORDINGS_FOLDER);

const folderOf = (root: string, gpu: string): string =>
  join(folderIn(root), gpu.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

/** `public/recordings/nvidia-h200/transpose.json` */
export const recordingPath = (root: string, gpu: string, kernel: string): string =>
  join(folderOf(root, gpu), `${kernel}.json`);

/** Empty if there is no file. Throws if the file contains anything other than records. */
export const readRecording = (path: string): readonly RunRecord[] =>
  existsSync(path) ? parsedFile(path, parseRecording).records : [];

/** Throws for a file of another form. */
export function parsedFile<T>(path: string, parse: (text: string) => Result<T, FieldError>): T {
  const parsed = parse(readFileSync(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${path}: ${parsed.error.field} ${parsed.error.message}`);
  return parsed.value;
}

/** The records of a comparison replace those of an earlier one with the same parameters and method. */
export function addToRecording(path: string, added: readonly RunRecord[]): void {
  const isReplaced = (record: RunRecord): boolean => added.some(other => isSameRun(record, other.params, other.method));
  const records = [...readRecording(path).filter(record => !isReplaced(record)), ...added.map(rounded)];
  writeWhole(path, recordingText(records));
}

/** Replaces an older file; it lies beside the GPU's recordings. */
export const writeCeilings = (root: string, ceilings: CeilingsRecord): void =>
  writeWhole(join(folderOf(root, ceilings.gpu.name), CEILINGS_FILE), `${JSON.stringify(ceilings, null, 2)}\n`);

/** @param stale as `indexText` takes it. */
export const writeIndex = (root: string, stale: Stale): void => writeWhole(indexPath(root), indexText(root, stale));

/** Writes under another name and renames, so that no reader finds a partial file. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.partial`, text);
  renameSync(`${path}.partial`, path);
}

export const isSameRun = (record: RunRecord, params: RunRecord['params'], method: RunRecord['method']): boolean =>
  record.method === method && sameParams(record.params, params);

const isOfCeilings = (path: string): boolean => basename(path) === CEILINGS_FILE;

/** Paths from `folder`, sorted. @param path a path with patterns for names. */
function filesLike(folder: string, path: string): string[] {
  if (!existsSync(folder)) return [];
  const pattern = new RegExp(`^${path}$`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(found => pattern.test(found))
    .sort();
}

const NAME = '[^/]+';

const filesIn = (folder: string): string[] => filesLike(folder, `${NAME}/${NAME}\\.json`);

/** Recordings of all GPUs and kernels. */
export const recordingPaths = (root: string): string[] =>
  filesIn(folderIn(root))
    .filter(path => !isOfCeilings(path))
    .map(path => join(folderIn(root), path));

/** Recordings of an older state of the sources (`stale-recordings.ts`). The index lists them for the page. */
export interface Stale {
  /** The `runKey` of each stale run. */
  readonly runs: readonly string[];
  /** The `sourceHash` of stale counts and spans. */
  readonly sources: readonly string[];
}

/** The list of all recordings, since a page that consists of files cannot list them. */
export function indexText(root: string, stale: Stale): string {
  const folder = folderIn(root);
  const all = filesIn(folder);
  const [files, ceilings] = [all.filter(path => !isOfCeilings(path)), all.filter(isOfCeilings)];
  const [baselines, counters, spans] = (['baselines', 'counters', 'spans'] as const).map(kind => listed(folder, kind));
  const index = { files, ceilings, stale: stale.runs, staleSources: stale.sources, baselines, counters, spans };
  return `${JSON.stringify(index, null, 2)}\n`;
}

const PATHS = { baselines: baselinesPath, counters: counterRecordingPath, spans: spanRecordingPath };

const listed = (folder: string, kind: keyof typeof PATHS): string[] => filesLike(folder, PATHS[kind](NAME, NAME));

/** Files of all GPUs and kernels. */
export const recordedFiles = (root: string, kind: keyof typeof PATHS): string[] =>
  listed(folderIn(root), kind).map(path => join(folderIn(root), path));

export const indexPath = (root: string): string => join(folderIn(root), 'index.json');

/** A tenth of a nanosecond, six digits and a megahertz are finer than any measurement here. */
function rounded(record: RunRecord): RunRecord {
  const { outcome } = record;
  if (outcome.kind === 'wrong') return record;
  const samplesNs = outcome.samplesNs.map(ns => Math.max(0.1, Number((Math.round(ns * 10) / 10).toPrecision(6))));
  const samplesMhz = outcome.samplesMhz.map(mhz => Math.max(1, Math.round(mhz)));
  return { ...record, outcome: { ...outcome, samplesNs, samplesMhz } };
}
