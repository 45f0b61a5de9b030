/** Recorded runs as files of the page: an index of the files, and in each the records of one kernel on one kind of GPU. */

import type { FieldError } from '../base/field-error.ts';
import type { Result } from '../base/result.ts';
import { comparisonsOf } from '../trace/recorded-runs.ts';
import { type RunRecord, sameParams } from '../trace/run-record.ts';
import { parseJson } from './parse-json.ts';
import { withOwnLaunches } from './recording-text.ts';
import { runRecordSchema, runShape } from './run.ts';
import { z } from './schema.ts';

/** Below the page's address. */
export const RECORDINGS_FOLDER = 'recordings';

/** File beside the recordings of a GPU that says what the GPU can do at most (`ceilings.ts`). */
export const CEILINGS_FILE = 'ceilings.json';

const pathBelow = (folder: string) =>
  z
    .string()
    .check(z.regex(new RegExp(`^[a-z0-9-]+/${folder}/[a-z0-9-]+\\.json$`), `expected gpu/${folder}/kernel.json`));
const path = z.string().check(z.regex(/^[a-z0-9-]+\/[a-z0-9-]+\.json$/, 'expected gpu/kernel.json'));

/** `runKey`. */
export const staleRun = z.string().check(z.regex(/^[0-9a-f-]{36}\/[a-z0-9-]+$/, 'expected comparison/variant'));

/** Paths below the folder, such as `nvidia-h200/transpose.json`. */
const recordingIndexSchema = z.strictObject({
  files: z.array(path),
  /** `nvidia-h200/ceilings.json`. */
  ceilings: z.array(path),
  /** Keys (`runKey`) of runs whose sources or launches have changed since, runs of baselines included. */
  stale: z.array(staleRun),
  /** `sourceHash` of counts and spans whose sources have changed since. */
  staleSources: z._default(z.array(runShape.sourceHash), []),
  /** `nvidia-h200/baselines/gemm.json` (`baseline-recording.ts`). */
  baselines: z.array(pathBelow('baselines')),
  /** `nvidia-h200/counters/gemm.json` (`counter-recording.ts`). */
  counters: z._default(z.array(pathBelow('counters')), []),
  /** `nvidia-h200/spans/gemm.json` (`span-recording.ts`). */
  spans: z._default(z.array(pathBelow('spans')), []),
});

const recordingSchema = z
  .strictObject({ records: z.array(runRecordSchema) })
  .check(z.refine(({ records }) => records.every(isOneKernel), 'records of several kernels'))
  .check(z.refine(({ records }) => comparisonsOf(records).every(isOneComparison), 'a comparison of unlike runs'));

const isOneKernel = ({ kernel }: RunRecord, _: number, [first]: readonly RunRecord[]): boolean =>
  kernel === first.kernel;

/** Turns within one process: one GPU, one driver, one compiler, the same parameters, each variant once. */
export function isOneComparison(records: readonly RunRecord[]): boolean {
  const [first] = records;
  const isLikeFirst = ({ params, method, gpu, driver, nvcc }: RunRecord): boolean =>
    sameParams(params, first.params) &&
    method === first.method &&
    gpu.uuidHash === first.gpu.uuidHash &&
    gpu.name === first.gpu.name &&
    driver === first.driver &&
    nvcc === first.nvcc;
  return records.every(isLikeFirst) && new Set(records.map(({ variant }) => variant)).size === records.length;
}

export const parseRecordingIndex = (text: string): Result<z.infer<typeof recordingIndexSchema>, FieldError> =>
  parseJson(recordingIndexSchema, text);

export const parseRecording = (text: string): Result<{ readonly records: readonly RunRecord[] }, FieldError> =>
  parseJson(z.pipe(z.transform(withOwnLaunches), recordingSchema), text);
