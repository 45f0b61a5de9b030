/** Recorded spans as a file of the page: what instrumented kernels noted on one GPU. */

import type { FieldError } from '../base/field-error.ts';
import { ok, type Result } from '../base/result.ts';
import type { RecordedMachine } from '../trace/provenance.ts';
import { SPAN_VERBS, type SpanLog, type SpanNote } from '../trace/span-log.ts';
import { parseJson } from './parse-json.ts';
import { madeSchema, recordedMachineSchema } from './recorded-machine.ts';
import { nanoseconds } from './run-job.ts';
import { z } from './schema.ts';

/** Below the recordings of a GPU, by kernel: `nvidia-h200/spans/gemm.json`. */
export const spanRecordingPath = (gpuFolder: string, kernel: string): string => `${gpuFolder}/spans/${kernel}.json`;

export interface SpanRecording {
  readonly machine: RecordedMachine;
  readonly method: string;
  readonly logs: readonly SpanLog[];
}

const count = z.int().check(z.nonnegative());
const text = z.string().check(z.minLength(1));
const numbers = z.record(z.string(), count);
const verb = z.int().check(z.nonnegative(), z.lt(SPAN_VERBS.length));

/** Verb, from, to, address, detail. */
const noteSchema = z
  .tuple([verb, count, count, count, count])
  .check(z.refine(([, from, to]) => from <= to, 'it ends before it begins'));

const warpSchema = z.strictObject({
  warp: count,
  dropped: count,
  storedClk: z.nullable(count),
  notes: z.array(noteSchema),
});

const ctaSchema = z
  .strictObject({
    sm: count,
    startNs: count,
    mbarriers: z.array(z.strictObject({ address: count, arrivals: count })),
    warps: z.array(warpSchema),
  })
  .check(z.refine(namesItsBarriers, 'a note of an mbarrier that was not initialised'));

function namesItsBarriers({ mbarriers, warps }: Pick<StoredCta, 'mbarriers' | 'warps'>): boolean {
  const known = new Set([0, ...mbarriers.map(({ address }) => address)]);
  return warps.every(({ notes }) => notes.every(([, , , address]) => known.has(address)));
}

interface StoredCta {
  readonly mbarriers: readonly { readonly address: number }[];
  readonly warps: readonly { readonly notes: readonly StoredNote[] }[];
}
type StoredNote = readonly [number, number, number, number, number];

const recordingSchema = z.strictObject({
  machine: recordedMachineSchema,
  method: text,
  logs: z.array(
    z.strictObject({
      kernel: text,
      variant: text,
      build: numbers,
      size: numbers,
      plainNs: nanoseconds,
      stampedNs: nanoseconds,
      made: z.exactOptional(madeSchema),
      ctas: z.array(ctaSchema),
    }),
  ),
});

const noteOf = ([verb, fromClk, toClk, address, detail]: StoredNote): SpanNote => ({
  ...{ verb: SPAN_VERBS[verb], fromClk, toClk, address, detail },
});

export function parseSpanRecording(text: string): Result<SpanRecording, FieldError> {
  const parsed = parseJson(recordingSchema, text);
  if (!parsed.ok) return parsed;
  const { logs, ...machine } = parsed.value;
  return ok({
    ...machine,
    logs: logs.map(({ ctas, ...log }) => ({
      ...log,
      ctas: ctas.map(({ warps, ...cta }) => ({
        ...cta,
        warps: warps.map(({ notes, ...warp }) => ({ ...warp, notes: notes.map(noteOf) })),
      })),
    })),
  });
}

const storedNote = ({ verb, fromClk, toClk, address, detail }: SpanNote): StoredNote => [
  SPAN_VERBS.indexOf(verb),
  fromClk,
  toClk,
  address,
  detail,
];

/** A line for each warp. */
export function spanRecordingText({ machine, method, logs }: SpanRecording): string {
  const stored = logs.map(({ ctas, ...log }) => ({
    ...log,
    ctas: ctas.map(({ warps, ...cta }) => ({
      ...cta,
      warps: warps.map(({ notes, ...warp }) => ({ ...warp, notes: notes.map(storedNote) })),
    })),
  }));
  return `${JSON.stringify({ machine, method, logs: stored }).replaceAll('{"warp":', '\n{"warp":')}\n`;
}
