/**
 * Schemas of what the page and the command exchange with the local server: JSON over HTTP, and NDJSON if an answer
 * takes time. Both ends check against these schemas. Requests are small and bounded; no request holds compiler flags.
 */
import { z } from './schema.ts';

/** Bytes of a request's body; a longer one is refused (413). */
export const MAX_BODY_BYTES = 64 * 1024;

/** The same where the body brings a source text: room for what UTF-8 and JSON add to it. */
export const MAX_SOURCE_BODY_BYTES = 1024 * 1024;

export const MAX_SOURCE_CHARACTERS = 256 * 1024;

const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message));

const id = matching(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'expected letters, digits, - and _ (at most 64)');
const arch = matching(/^sm_\d{2,3}[af]?$/, 'expected an architecture such as sm_90a');
const paramName = matching(/^[a-z][a-z0-9_]{0,63}$/i, 'expected a parameter name');
const paramValue = z.union([z.number(), z.boolean(), z.string().check(z.maxLength(256))], {
  error: 'expected a number, true, false or a string of at most 256 characters',
});
const paramRecord = z
  .record(paramName, paramValue)
  .check(z.refine(record => Object.keys(record).length <= 32, 'at most 32 parameters'));

// --- machine ---------------------------------------------------------------------------------------------------------

export const gpuSchema = z.strictObject({
  name: z.string(),
  memoryMiB: z.int(),
  /** Driver release. */
  driver: z.string(),
  /** `sm_90`. */
  arch: z.string(),
});
export type Gpu = z.infer<typeof gpuSchema>;

/** What a place is called is chosen by who starts the server. */
export const placeName = matching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, 'expected up to 32 letters, digits, -, _ and .');

export const PLACE_KINDS = ['local', 'ssh', 'slurm'] as const;

/** A GPU that runs can be made on. */
const placeSchema = z.strictObject({
  name: placeName,
  kind: z.enum(PLACE_KINDS),
  /** null: nothing has run there yet. */
  gpu: z.nullable(
    z.strictObject({
      name: z.string(),
      /** For which kernels are built: the GPU's own, or an older one. */
      arch: z.string(),
      /** The compiler does not know the GPU: it gets code of an older one, without features of one architecture alone. */
      isPlain: z.exactOptional(z.literal(true)),
    }),
  ),
  /** How many runs it makes at once. */
  width: z.int().check(z.minimum(1)),
});
export type PlaceInfo = z.infer<typeof placeSchema>;

/** Abilities of this machine: enough for the page to say which buttons work, and why the others do not. */
export const machineInfoSchema = z.strictObject({
  /** null: kernels cannot be recompiled here, the shipped PTX is used. `version` is nvcc's release, `13.0.88`. */
  nvcc: z.nullable(
    z.strictObject({
      version: z.string(),
      /** Where it is, if not on the server's machine. */
      place: z.exactOptional(placeName),
    }),
  ),
  /** Empty: timings come from recorded runs. */
  gpus: z.array(gpuSchema),
  /** Architectures for which nvcc can compile (`sm_80` and so on); empty without nvcc. */
  archs: z.array(z.string()),
  recordedRuns: z.int().check(z.minimum(0)),
  /** Where runs can be made, the usual one first; empty: nowhere. */
  places: z.array(placeSchema),
  /** Whether the server compiles text from the page: only when it was started with `--allow-source`. */
  allowSource: z.boolean(),
});
export type MachineInfo = z.infer<typeof machineInfoSchema>;

// --- session ---------------------------------------------------------------------------------------------------------

/** Exchanges the token of the printed link for a cookie. Answer: 204. */
export const sessionRequestSchema = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(128)) });

// --- compile ---------------------------------------------------------------------------------------------------------

export const compileRequestSchema = z.strictObject({ kernel: id, variant: id, params: paramRecord, arch });
export type CompileRequest = z.infer<typeof compileRequestSchema>;

/** Numbers that ptxas reports of one entry. */
const usageShape = {
  /** Registers per thread. */
  registers: z.int(),
  /** Static shared memory per CTA. */
  sharedBytes: z.int(),
  spillStoreBytes: z.int(),
  spillLoadBytes: z.int(),
  /** Local-memory frame per thread. */
  stackBytes: z.int(),
};

const provenanceShape = {
  /** Release of the compiler: `13.0.88`. */
  nvcc: z.string(),
  /** Arguments given to nvcc, paths relative to the checkout. */
  flags: z.array(z.string()),
  /** sha256 of source, headers and flags. */
  sourceHash: z.string(),
  /** Compiler warnings as plain text; '' when there are none. */
  diagnostics: z.string(),
};

export const buildSchema = z.strictObject({ ptx: z.string(), ...usageShape, ...provenanceShape });
export type Build = z.infer<typeof buildSchema>;

export const FAILURE_STAGES = [
  'request',
  'queue',
  'nvcc',
  'ptxas',
  'timeout',
  'output',
  'cancelled',
  'server',
] as const;

const failureSchema = z.strictObject({
  at: z.enum(FAILURE_STAGES),
  /** One sentence for a person. */
  message: z.string(),
  /** The compiler's words as plain text (show them as text, never as markup); '' when there are none. */
  diagnostics: z.string(),
});
export type CompileFailure = z.infer<typeof failureSchema>;

/** 1 = next in line. */
const queuedSchema = z.strictObject({ stage: z.literal('queued'), position: z.int().check(z.minimum(1)) });
const compilingSchema = z.strictObject({ stage: z.literal('compiling') });
const failedSchema = z.strictObject({ stage: z.literal('failed'), ...failureSchema.shape });
const milliseconds = z.number().check(z.minimum(0), z.maximum(1e12));
const doneShape = {
  stage: z.literal('done'),
  cached: z.boolean(),
  durationMs: milliseconds,
  /** One sentence: why the server could not keep the build, or write down that there was one. */
  notKept: z.exactOptional(z.string()),
};

/** One line of the answer to a compile request. `queued` repeats when the position changes; the last is `done` or `failed`. */
export const compileEventSchema = z.discriminatedUnion('stage', [
  queuedSchema,
  compilingSchema,
  z.strictObject({ ...doneShape, ...buildSchema.shape }),
  failedSchema,
]);
export type CompileEvent = z.infer<typeof compileEventSchema>;

// --- compile source --------------------------------------------------------------------------------------------------

/** CUDA text of a person's own, for a server that allows it. */
export const compileSourceRequestSchema = z.strictObject({
  /** Stands in the compiler's messages, in `__FILE__` and in the PTX's line table. No file of this name is made. */
  name: z
    .string()
    .check(
      z.maxLength(200),
      z.regex(/^[^"\\/\p{C}]+\.cu$/u, 'expected a file name that ends in .cu, without quotes and slashes'),
    ),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_SOURCE_CHARACTERS)),
  arch,
});
export type CompileSourceRequest = z.infer<typeof compileSourceRequestSchema>;

/** A text may have several entries, by the names that the PTX gives them. */
export const sourceBuildSchema = z.strictObject({
  ptx: z.string(),
  entries: z.array(z.strictObject({ entry: z.string(), ...usageShape })),
  ...provenanceShape,
});
export type SourceBuild = z.infer<typeof sourceBuildSchema>;

/** Same as `compileEventSchema`, for a program's text. */
export const sourceEventSchema = z.discriminatedUnion('stage', [
  queuedSchema,
  compilingSchema,
  z.strictObject({ ...doneShape, ...sourceBuildSchema.shape }),
  failedSchema,
]);
export type SourceEvent = z.infer<typeof sourceEventSchema>;

// --- machine code ----------------------------------------------------------------------------------------------------

/** SASS of the build that a compile request names. */
export const sassBuildSchema = z.strictObject({
  /** Text that `parseSass` reads. */
  sass: z.string(),
  /** cuobjdump does not say of which line of the source an instruction is. */
  by: z.enum(['nvdisasm', 'cuobjdump']),
  /** Release of the toolkit: `13.0.88`. */
  nvcc: z.string(),
});
export type SassBuild = z.infer<typeof sassBuildSchema>;

/** Same as `compileEventSchema`, for a SASS listing. */
export const sassEventSchema = z.discriminatedUnion('stage', [
  queuedSchema,
  compilingSchema,
  z.strictObject({ ...doneShape, ...sassBuildSchema.shape }),
  failedSchema,
]);
export type SassEvent = z.infer<typeof sassEventSchema>;

// --- history ---------------------------------------------------------------------------------------------------------

const failedOutcomeSchema = z.strictObject({ kind: z.literal('failed'), ...failureSchema.shape });
const entryShape = {
  id: z.int().check(z.minimum(1)),
  /** ISO date and time of the end. */
  date: z.string(),
  durationMs: milliseconds,
};

/** One thing this server did: what came from the cache is not repeated here. `kind` leaves room for runs. */
export const historyEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('build'),
    ...entryShape,
    request: compileRequestSchema,
    outcome: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('built'), ...z.omit(buildSchema, { ptx: true }).shape }),
      failedOutcomeSchema,
    ]),
  }),
  z.strictObject({
    kind: z.literal('source'),
    ...entryShape,
    /** The text is its writer's and is not kept; its sha256 tells two apart. */
    request: z.strictObject({ name: z.string(), textHash: z.string(), arch }),
    outcome: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('built'), ...z.omit(sourceBuildSchema, { ptx: true }).shape }),
      failedOutcomeSchema,
    ]),
  }),
]);
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Newest first. `before`: entries older than that id. */
export const historyQuerySchema = z.strictObject({
  before: z.exactOptional(z.coerce.number().check(z.int(), z.minimum(1))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

export const historyPageSchema = z.strictObject({
  entries: z.array(historyEntrySchema),
  /** `before` of the next page; null on the last one. */
  next: z.nullable(z.int()),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

// --- errors ----------------------------------------------------------------------------------------------------------

/** Stage at which a request failed. Failures of a compilation itself are `failed` events. */
export const ERROR_STAGES = ['connection', 'session', 'request', 'queue', 'server'] as const;

/** Codes of refusals that concern no single field of the body or query. */
export const REFUSALS = [
  'badHost',
  'foreignHost',
  'foreignOrigin',
  'missingHeader',
  'badRequest',
  'headersTooLong',
  'notJson',
  'badJson',
  'bodyTooLarge',
  'slowRequest',
  'unauthorized',
  'sourceOff',
  'notFound',
  'queueFull',
  'historyFailed',
  'noCompiler',
  'noGpu',
  'internal',
] as const;

/** The body of every answer that is not a success. */
export const apiErrorSchema = z.discriminatedUnion('code', [
  /** Status 400. `field` is a path such as `params.tile`; '' means the whole body. */
  z.strictObject({ code: z.literal('badInput'), stage: z.literal('request'), message: z.string(), field: z.string() }),
  z.strictObject({ code: z.enum(REFUSALS), stage: z.enum(ERROR_STAGES), message: z.string() }),
]);
export type ApiError = z.infer<typeof apiErrorSchema>;
