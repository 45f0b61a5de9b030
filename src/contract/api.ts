/**
 * What the page and the command exchange with the local server: JSON over HTTP, and NDJSON where an answer takes time.
 * Both ends check against these schemas. Requests are small and bounded; no request holds compiler flags.
 */
import { z } from 'zod';

/** Every request below `/api` carries this header: a foreign page cannot add it without asking the server first (CORS). */
export const CLIENT_HEADER = { name: 'X-Lanescape', value: '1' } as const;

export const API_PREFIX = '/api';

export const API_PATHS = {
  session: '/api/session',
  machine: '/api/machine',
  compile: '/api/compile',
  compileSource: '/api/compile-source',
  builds: '/api/builds',
} as const;

/** Bytes of a request's body; a longer one is refused (413). */
export const MAX_BODY_BYTES = 64 * 1024;

/** Of a source text from the page: room in the body for what JSON adds. */
const MAX_SOURCE_CHARACTERS = 48 * 1024;

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'expected letters, digits, - and _ (at most 64)');
const arch = z.string().regex(/^sm_\d{2,3}[af]?$/, 'expected an architecture such as sm_90a');
const paramName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/i, 'expected a parameter name');
const paramValue = z.union([z.number(), z.boolean(), z.string().max(256)], {
  error: 'expected a number, true, false or a string of at most 256 characters',
});
const paramRecord = z
  .record(paramName, paramValue)
  .refine(record => Object.keys(record).length <= 32, 'at most 32 parameters');

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

/** What this machine can do: enough for the page to say which buttons work, and why the others do not. */
export const machineInfoSchema = z.strictObject({
  /** null: kernels cannot be recompiled here, the shipped PTX is used. `version` is nvcc's release, `13.0.88`. */
  nvcc: z.strictObject({ version: z.string() }).nullable(),
  /** Empty: timings come from recorded runs. */
  gpus: z.array(gpuSchema),
  /** What nvcc can compile for (`sm_80` and so on); empty without nvcc. */
  archs: z.array(z.string()),
  recordedRuns: z.int().min(0),
  /** Whether the server compiles source text from the page: only when it was started so. */
  allowSource: z.boolean(),
});
export type MachineInfo = z.infer<typeof machineInfoSchema>;

// --- session ---------------------------------------------------------------------------------------------------------

/** Exchanges the token of the printed link for a cookie. Answer: 204. */
export const sessionRequestSchema = z.strictObject({ token: z.string().min(1).max(128) });

// --- compile ---------------------------------------------------------------------------------------------------------

export const compileRequestSchema = z.strictObject({ kernel: id, variant: id, params: paramRecord, arch });
export type CompileRequest = z.infer<typeof compileRequestSchema>;

/** CUDA text from the page, for a server that allows it; the answer is the stream of a compile request. */
export const compileSourceRequestSchema = z.strictObject({
  /** File name for the compiler's messages and the PTX's line table: 'reduce.cu'. */
  name: z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,59}\.cu$/i, 'expected a file name that ends in .cu'),
  text: z.string().min(1).max(MAX_SOURCE_CHARACTERS),
  arch,
});
export type CompileSourceRequest = z.infer<typeof compileSourceRequestSchema>;

/** What ptxas reports of one entry, and how it was built. */
export const buildSchema = z.strictObject({
  ptx: z.string(),
  /** Per thread. */
  registers: z.int(),
  /** Static shared memory per CTA. */
  sharedBytes: z.int(),
  spillStoreBytes: z.int(),
  spillLoadBytes: z.int(),
  /** Local-memory frame per thread. */
  stackBytes: z.int(),
  /** Release of the compiler: `13.0.88`. */
  nvcc: z.string(),
  /** Arguments given to nvcc, paths relative to the checkout. */
  flags: z.array(z.string()),
  /** sha256 of source, headers and flags. */
  sourceHash: z.string(),
  /** Compiler warnings as plain text; '' when there are none. */
  diagnostics: z.string(),
});
export type Build = z.infer<typeof buildSchema>;

export const FAILURE_STAGES = ['request', 'queue', 'nvcc', 'ptxas', 'timeout', 'output', 'cancelled'] as const;

const failureSchema = z.strictObject({
  at: z.enum(FAILURE_STAGES),
  /** One sentence for a person. */
  message: z.string(),
  /** The compiler's words as plain text (show them as text, never as markup); '' when there are none. */
  diagnostics: z.string(),
});
export type CompileFailure = z.infer<typeof failureSchema>;

/** One line of the answer to a compile request. `queued` repeats when the position changes; the last is `done` or `failed`. */
export const compileEventSchema = z.discriminatedUnion('stage', [
  /** 1 = next in line. */
  z.strictObject({ stage: z.literal('queued'), position: z.int().min(1) }),
  z.strictObject({ stage: z.literal('compiling') }),
  z.strictObject({ stage: z.literal('done'), ...buildSchema.shape, cached: z.boolean(), durationMs: z.number() }),
  z.strictObject({ stage: z.literal('failed'), ...failureSchema.shape }),
]);
export type CompileEvent = z.infer<typeof compileEventSchema>;

// --- history ---------------------------------------------------------------------------------------------------------

const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('built'), ...buildSchema.omit({ ptx: true }).shape }),
  z.strictObject({ kind: z.literal('failed'), ...failureSchema.shape }),
]);

/** One thing this server did: what came from the cache is not repeated here. `kind` leaves room for runs. */
export const historyEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('build'),
    id: z.int().min(1),
    /** ISO date and time of the end. */
    date: z.string(),
    request: compileRequestSchema,
    durationMs: z.number(),
    outcome: outcomeSchema,
  }),
]);
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Newest first. `before`: entries older than that id. */
export const historyQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(1).exactOptional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const historyPageSchema = z.strictObject({
  entries: z.array(historyEntrySchema),
  /** `before` of the next page; null on the last one. */
  next: z.int().nullable(),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

// --- errors ----------------------------------------------------------------------------------------------------------

/** Where a request failed. The failures of a compilation itself are `failed` events. */
export const ERROR_STAGES = ['connection', 'session', 'request', 'queue', 'server'] as const;

/** Codes of refusals that concern no single field of the body or query. */
export const REFUSALS = [
  'badHost',
  'foreignHost',
  'foreignOrigin',
  'missingHeader',
  'badRequest',
  'notJson',
  'badJson',
  'bodyTooLarge',
  'slowRequest',
  'unauthorized',
  'notFound',
  'queueFull',
  'noCompiler',
  'internal',
] as const;

/** The body of every answer that is not a success. */
export const apiErrorSchema = z.discriminatedUnion('code', [
  /** Status 400. `field` is a path such as `params.tile`; '' means the whole body. */
  z.strictObject({ code: z.literal('badInput'), stage: z.literal('request'), message: z.string(), field: z.string() }),
  z.strictObject({ code: z.enum(REFUSALS), stage: z.enum(ERROR_STAGES), message: z.string() }),
]);
export type ApiError = z.infer<typeof apiErrorSchema>;
