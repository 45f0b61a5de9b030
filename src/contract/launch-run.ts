/**
 * A captured launch on this machine's GPU, as the page asks the local server for it. Bytes go ahead of the request in pieces, by their
 * sha256: what the server has already is not sent again. Nothing here is a path, and no name becomes one.
 */
import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ELEMENT_BYTES, type Launch } from '../trace/launch.ts';
import { gpuSchema } from './api.ts';
import { fieldErrorOf } from './field-error.ts';
import { parseLaunch } from './launch.ts';
import { RUN_FAILURE_STAGES } from './run.ts';
import { z } from './schema.ts';

/** Bytes of a piece; only the last of a buffer is shorter. */
export const PIECE_BYTES = 3 * 2 ** 20;
/** A piece as base64, and the JSON around it. */
export const MAX_PIECE_BODY_BYTES = 4 * 2 ** 20 + 1024;
/** Bytes of all buffers and variables of a launch: so many are filled, and read back behind it. */
export const MOST_LAUNCH_BYTES = 2 ** 28;
/** The launch's own JSON: shapes, parameters, addresses that lie in memory. */
export const MAX_LAUNCH_BODY_BYTES = 4 * 2 ** 20;
/** Most hashes that one request may ask for. */
export const MOST_HASHES = 512;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected a sha256'));
const pieces = z.array(hash).check(z.maxLength(MOST_LAUNCH_BYTES / PIECE_BYTES + 1));
/** Name of a buffer or a variable; the launch has those that it may name. */
const name = z.string().check(z.minLength(1), z.maxLength(100_000));
const byteCount = z.int().check(z.minimum(0), z.maximum(MOST_LAUNCH_BYTES));

export const pieceSchema = z.strictObject({
  base64: z.base64().check(z.minLength(4), z.maxLength((PIECE_BYTES / 3) * 4)),
});
/** The answer to a piece. */
export const storedPieceSchema = z.strictObject({ sha256: hash });
/** Which of these pieces the server has not. Request and answer. */
export const hashesSchema = z.strictObject({ hashes: z.array(hash).check(z.maxLength(MOST_HASHES)) });

const contentsSchema = z.strictObject({ of: z.enum(['buffer', 'variable']), name, bytes: byteCount, pieces });
/** Bytes of a buffer, or of a variable of the module. */
export type LaunchContents = z.infer<typeof contentsSchema>;

const requestSchema = z.strictObject({
  /** With `zeros` in place of what `contents` has. */
  launch: z.unknown(),
  ptx: z.strictObject({ bytes: byteCount, pieces }),
  contents: z.array(contentsSchema).check(z.maxLength(2048)),
  isCooperative: z.boolean(),
  maxSeconds: z.number().check(z.minimum(1), z.maximum(120)),
});

export interface LaunchRunRequest extends Omit<z.infer<typeof requestSchema>, 'launch'> {
  readonly launch: Launch;
}

/** Checks untrusted JSON; the error's field is a path (`launch.params[2].value`). */
export function parseLaunchRun(json: unknown): Result<LaunchRunRequest, FieldError> {
  const parsed = requestSchema.safeParse(json);
  if (!parsed.success) return err(fieldErrorOf(parsed.error));
  const launch = parseLaunch(parsed.data.launch);
  if (!launch.ok) return err({ ...launch.error, field: `launch.${launch.error.field}` });
  const request = { ...parsed.data, launch: launch.value };
  const breach = breachOf(request);
  return breach === null ? ok(request) : err(breach);
}

/** Rules that join several fields. */
function breachOf({ launch, contents, ptx }: LaunchRunRequest): FieldError | null {
  if (launch.entry === undefined) return { message: 'expected the name of a kernel', field: 'launch.entry' };
  const other = launch.buffers.findIndex(({ init }) => init.kind !== 'zeros');
  if (other >= 0)
    return { message: 'expected zeros: `contents` has the bytes', field: `launch.buffers[${other}].init` };
  const total = launch.buffers.reduce((sum, { type, length }) => sum + length * ELEMENT_BYTES[type], 0);
  if (total > MOST_LAUNCH_BYTES)
    return { message: `${total} bytes; a run takes up to ${MOST_LAUNCH_BYTES}`, field: 'launch.buffers' };
  if (ptx.pieces.length !== Math.ceil(ptx.bytes / PIECE_BYTES))
    return { message: `${ptx.pieces.length} pieces for ${ptx.bytes} bytes`, field: 'ptx.pieces' };
  return breachOfContents(launch, contents);
}

function breachOfContents(launch: Launch, contents: readonly LaunchContents[]): FieldError | null {
  let total = 0;
  const seen = new Set<string>();
  for (const [i, { of, name, bytes, pieces }] of contents.entries()) {
    const field = `contents[${i}]`;
    const named: readonly { readonly name: string }[] = of === 'buffer' ? launch.buffers : (launch.symbols ?? []);
    if (!named.some(each => each.name === name))
      return { message: `the launch has no ${of} of that name`, field: `${field}.name` };
    if (seen.has(`${of} ${name}`)) return { message: 'named twice', field: `${field}.name` };
    seen.add(`${of} ${name}`);
    if (pieces.length !== Math.ceil(bytes / PIECE_BYTES))
      return { message: `${pieces.length} pieces for ${bytes} bytes`, field: `${field}.pieces` };
    total += bytes;
    if (total > MOST_LAUNCH_BYTES)
      return { message: `with this, there are more than ${MOST_LAUNCH_BYTES} bytes`, field: `${field}.bytes` };
  }
  return null;
}

/** One line of the answer; `queued` may repeat, the last is `done` or `failed`. */
export const launchRunEventSchema = z.discriminatedUnion('stage', [
  z.strictObject({ stage: z.literal('queued'), position: z.int().check(z.minimum(1)) }),
  /** Builds the program that starts launches. */
  z.strictObject({ stage: z.literal('preparing') }),
  z.strictObject({ stage: z.literal('running') }),
  /** What all buffers and variables hold behind the launch. */
  z.strictObject({ stage: z.literal('done'), gpu: gpuSchema, contents: z.array(contentsSchema) }),
  z.strictObject({
    stage: z.literal('failed'),
    at: z.enum([...RUN_FAILURE_STAGES]),
    message: z.string(),
    /** The compiler's words as plain text; '' when there are none. */
    diagnostics: z.string(),
  }),
]);
export type LaunchRunEvent = z.infer<typeof launchRunEventSchema>;
