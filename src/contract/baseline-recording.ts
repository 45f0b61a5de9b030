/** Recorded baselines as files of the page: below the recordings of a GPU, `nvidia-h200/baselines/gemm.json`. */

import type { FieldError } from '../base/field-error.ts';
import type { Result } from '../base/result.ts';
import type { BaselineRecord, BaselineRecording } from '../trace/baseline-record.ts';
import { type RunRecord, sameParams } from '../trace/run-record.ts';
import { buffersShape } from './launch.ts';
import { parseJson } from './parse-json.ts';
import { isOneComparison } from './recording.ts';
import { withOwnLaunches } from './recording-text.ts';
import { provenanceShape, runRecordSchema, runShape } from './run.ts';
import { z } from './schema.ts';

/** Below the folder of all recordings. */
export const baselinesPath = (gpuFolder: string, kernel: string): string => `${gpuFolder}/baselines/${kernel}.json`;

const { date, gpu, driver } = provenanceShape;
const { comparison, kernel, params, method, outcome, sourceHash } = runShape;
const text = z.string().check(z.minLength(1), z.maxLength(128));

const baselineRecordSchema: z.ZodMiniType<BaselineRecord> = z.strictObject({
  ...{ date, gpu, driver, comparison, kernel, params, method, outcome, sourceHash },
  baseline: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  title: text,
  versions: z.record(text, text),
  buffers: buffersShape,
});

const recordingSchema: z.ZodMiniType<BaselineRecording> = z
  .strictObject({ records: z.array(runRecordSchema), baselines: z.array(baselineRecordSchema) })
  .check(z.refine(({ records, baselines }) => areOfOneKernel([...records, ...baselines]), 'records of several kernels'))
  .check(z.refine(recording => comparisonsIn(recording).every(isAlike), 'a comparison of unlike runs'));

const areOfOneKernel = (all: readonly { readonly kernel: string }[]): boolean =>
  new Set(all.map(each => each.kernel)).size <= 1;

function comparisonsIn({ records, baselines }: BaselineRecording): BaselineRecording[] {
  const isOf = (id: string) => (each: { readonly comparison: string }) => each.comparison === id;
  const ids = new Set([...records, ...baselines].map(each => each.comparison));
  return [...ids].map(id => ({ records: records.filter(isOf(id)), baselines: baselines.filter(isOf(id)) }));
}

/** Turns within one process: variants as in any recording, and each baseline once, with the same parameters on the same GPU. */
function isAlike({ records, baselines }: BaselineRecording): boolean {
  const first: BaselineRecord | RunRecord = [...records, ...baselines][0];
  const isLikeFirst = (each: BaselineRecord): boolean =>
    sameParams(each.params, first.params) &&
    each.method === first.method &&
    each.gpu.uuidHash === first.gpu.uuidHash &&
    each.driver === first.driver;
  const isEachOnce = new Set(baselines.map(({ baseline }) => baseline)).size === baselines.length;
  return (records.length === 0 || isOneComparison(records)) && isEachOnce && baselines.every(isLikeFirst);
}

export const parseBaselineRecording = (json: string): Result<BaselineRecording, FieldError> =>
  parseJson(z.pipe(z.transform(withOwnLaunches), recordingSchema), json);
