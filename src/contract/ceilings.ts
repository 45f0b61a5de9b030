/** Schemas of what GPUs can do at most. The page reads them from files, or from the local server. */

import type { FieldError } from '../base/field-error.ts';
import type { Result } from '../base/result.ts';
import type { CeilingsRecord } from '../trace/ceilings.ts';
import { placeName } from './api.ts';
import { parseJson } from './parse-json.ts';
import { provenanceShape } from './run.ts';
import { ceilingShape } from './run-job.ts';
import { z } from './schema.ts';

const { date, gpu, driver, nvcc } = provenanceShape;

export const ceilingsRecordSchema: z.ZodMiniType<CeilingsRecord> = z.strictObject({
  ...{ date, gpu, driver, nvcc },
  measured: z.strictObject(ceilingShape),
});

/** Of the GPU of a place; default: the first. */
export const ceilingsQuerySchema = z.strictObject({ place: z.exactOptional(placeName) });

/** Answer of the server: null where no run has measured them yet, or there is no GPU. */
export const ceilingsAnswerSchema = z.strictObject({ ceilings: z.nullable(ceilingsRecordSchema) });

/** Parses a file `ceilings.json`, which lies beside the recordings of a GPU. */
export const parseCeilings = (text: string): Result<CeilingsRecord, FieldError> =>
  parseJson(ceilingsRecordSchema, text);
