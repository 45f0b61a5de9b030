/** Runs on a GPU, as the page and the command exchange them with the local server. */
import { namedValues } from '../base/named-values.ts';
import { COUNTER_NAMES, type CounterOutcome, type HardwareCounters } from '../trace/hardware-counters.ts';
import type { RunRecord } from '../trace/run-record.ts';
import { compileRequestSchema, placeName } from './api.ts';
import { launchShape } from './launch.ts';
import { MAX_SAMPLES, megahertz, nanoseconds, overheadNs, STOPS, samplesOf, TIMING_METHODS } from './run-job.ts';
import { z } from './schema.ts';

const { kernel, variant, params } = compileRequestSchema.shape;

/** More would make the turns long, and the plot unreadable. */
const MAX_VARIANTS = 16;

export const runRequestSchema = z.strictObject({
  kernel,
  /** Compared in turns, on the same inputs. */
  variants: z
    .array(variant)
    .check(z.minLength(1), z.maxLength(MAX_VARIANTS))
    .check(z.refine(ids => new Set(ids).size === ids.length, 'a variant is named twice')),
  params,
  method: z.enum(TIMING_METHODS),
  /** Time for the samples of all variants together. */
  maxSeconds: z._default(z.number().check(z.minimum(0.1), z.maximum(60)), 5),
  /** Launches everything once more, under the profiler. */
  counters: z.exactOptional(z.boolean()),
  /** Name of one of the server's places. Default: its first. */
  place: z.exactOptional(placeName),
  /** One of many that are asked at the same time: a cluster may take them as one array of jobs. */
  isOfMany: z.exactOptional(z.literal(true)),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

const text = z.string().check(z.maxLength(512));
/** A plan that is compiled in is one flag, of some hundred numbers. */
const flag = z.string().check(z.maxLength(4096));
const count = z.int().check(z.minimum(0));
const atLeastOne = z.int().check(z.minimum(1));

const outcomeSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('timed'),
      samplesNs: samplesOf(nanoseconds, MAX_SAMPLES),
      samplesMhz: samplesOf(megahertz, MAX_SAMPLES),
      clockEvents: z.exactOptional(z.array(z.tuple([count, atLeastOne]))),
      celsius: z.exactOptional(z.strictObject({ low: count, high: count })),
      stop: z.enum(STOPS),
      launchesPerSample: atLeastOne,
      workspaces: atLeastOne,
      discarded: count,
      eventOverheadNs: overheadNs,
    })
    .check(z.refine(({ samplesNs, samplesMhz }) => samplesNs.length === samplesMhz.length, 'as many clocks as times'))
    .check(
      z.refine(
        ({ samplesNs, clockEvents }) =>
          clockEvents === undefined || clockEvents.reduce((sum, [, samples]) => sum + samples, 0) === samplesNs.length,
        'as many clock events as times',
      ),
    ),
  z.strictObject({ kind: z.literal('wrong'), buffer: text, wrong: atLeastOne, firstIndex: count }),
]);

export const countersSchema: z.ZodMiniType<HardwareCounters> = z.strictObject(namedValues(COUNTER_NAMES, () => count));

const counterOutcomeSchema: z.ZodMiniType<CounterOutcome> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('counted'), counters: countersSchema }),
  z.strictObject({ kind: z.literal('notCounted'), why: text }),
]);

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected a sha256'));

/** Where and when something was measured. */
export const provenanceShape = {
  date: z.iso.datetime(),
  gpu: z.strictObject({ name: text, uuidHash: sha256, arch: text, smCount: atLeastOne, l2Bytes: count }),
  ...{ driver: text, nvcc: text },
};

/** The problem and its times, for variants and baselines alike. */
export const runShape = {
  comparison: z.uuid(),
  ...{ kernel, params },
  method: z.enum(TIMING_METHODS),
  outcome: outcomeSchema,
  sourceHash: sha256,
};

/** Also checks records that come from a file: no record is trusted unchecked. */
export const runRecordSchema: z.ZodMiniType<RunRecord> = z.strictObject({
  ...provenanceShape,
  ...runShape,
  variant,
  launch: launchShape,
  flags: z.array(flag),
  counters: z.exactOptional(counterOutcomeSchema),
  place: z.exactOptional(placeName),
  foreignProcesses: z.exactOptional(count),
});

/** A record in the server's store. */
const storedRunSchema = z.strictObject({
  id: atLeastOne,
  record: runRecordSchema,
  /**
   * Set for a comparison that an older version stored row by row: if that version was killed meanwhile, some variants
   * are missing.
   */
  mayLackVariants: z.exactOptional(z.literal(true)),
});
export type StoredRun = z.infer<typeof storedRunSchema>;

/** A record of a run that has just ended; `id`: null where the store could not keep it. */
const finishedRunSchema = z.strictObject({ id: z.nullable(atLeastOne), record: runRecordSchema });
export type FinishedRun = z.infer<typeof finishedRunSchema>;

/** Newest first. `before`: runs older than that id. A page has fewer than `limit` where their samples are many. */
export const runsQuerySchema = z.strictObject({
  kernel: z.exactOptional(kernel),
  before: z.exactOptional(z.coerce.number().check(z.int(), z.minimum(1))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
});

/** Takes a run out of the store, and with it all others of its comparison: half of one would be misread. Answer: 204. */
export const runRemovalSchema = z.strictObject({ id: atLeastOne });

export const runsPageSchema = z.strictObject({
  runs: z.array(storedRunSchema),
  /** `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
  /** `runKey` of those whose sources or launches have changed since. */
  stale: z.array(z.string()),
});
export type RunsPage = z.infer<typeof runsPageSchema>;

export const RUN_FAILURE_STAGES = [
  'queue',
  'build',
  'noGpu',
  'job',
  'reference',
  'cuda',
  'timeout',
  'protocol',
  'process',
  'unhealthy',
  'cancelled',
  'server',
  /** The other machine, or its cluster's controller, does not answer. */
  'unreachable',
  /** The cluster will not start such a job, however long one waits. */
  'refused',
  /** The job ended before the comparison did: its time was over, its node failed, another job needed its place, memory was short. */
  'timeLimit',
  'nodeFailed',
  'preempted',
  'outOfMemory',
] as const;

/** Failures that another job of the same cluster may be spared. */
export const PASSING_FAILURES: readonly (typeof RUN_FAILURE_STAGES)[number][] = [
  ...(['unreachable', 'timeLimit', 'nodeFailed', 'preempted'] as const),
];

const progressOf = { variant: z.string() };

/** One line of the answer to a run request; the last is `done` or `failed`. Times are to be believed after `done` only. */
export const runEventSchema = z.discriminatedUnion('stage', [
  z.strictObject({ stage: z.literal('queued'), position: atLeastOne }),
  /** A connection to another machine is being made. */
  z.strictObject({ stage: z.literal('connecting') }),
  /** In the queue of a cluster, behind `ahead` jobs (null: not known); it may begin at `start`. */
  z.strictObject({
    stage: z.literal('pending'),
    ahead: z.nullable(count),
    reason: z.string(),
    start: z.nullable(z.string()),
  }),
  z.strictObject({ stage: z.literal('building'), ...progressOf }),
  /**
   * Work that is done once: building the GPU process, if it is new or has changed; measuring what the GPU can do at
   * most, after its first run.
   */
  z.strictObject({ stage: z.literal('preparing') }),
  z.strictObject({ stage: z.literal('verifying'), ...progressOf }),
  z.strictObject({ stage: z.literal('right'), ...progressOf }),
  z.strictObject({ stage: z.literal('wrong'), ...progressOf, wrong: atLeastOne, firstIndex: count }),
  z.strictObject({
    stage: z.literal('samples'),
    ...progressOf,
    ns: samplesOf(nanoseconds, MAX_SAMPLES),
    mhz: samplesOf(megahertz, MAX_SAMPLES),
  }),
  /** Counting under the profiler, after all times are known. */
  z.strictObject({ stage: z.literal('counting') }),
  z.strictObject({
    stage: z.literal('done'),
    runs: z.array(finishedRunSchema),
    /** One sentence: why the server could not keep these runs. */
    notKept: z.exactOptional(z.string()),
  }),
  z.strictObject({
    stage: z.literal('failed'),
    at: z.enum(RUN_FAILURE_STAGES),
    /** One sentence for a person. */
    message: z.string(),
    /** The variant that was at work; null if there was none. */
    variant: z.nullable(z.string()),
    /** The compiler's words as plain text; '' when there are none. */
    diagnostics: z.string(),
  }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
