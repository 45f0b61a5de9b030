/**
 * The schema of a capture's `capture.json`. Strict: an unknown key is refused, but among the attributes of the launch, which the
 * driver adds to. A recorder that writes other keys writes another version.
 */
import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Capture } from '../trace/capture.ts';
import { captureGpu } from './capture-gpu.ts';
import { captureBreach } from './capture-rules.ts';
import { fieldErrorOf } from './field-error.ts';
import { z } from './schema.ts';

export const CAPTURE_VERSION = 3;

/** Source files of one capture: how many, and bytes of one and of all. */
export const MOST_SOURCES = { files: 64, bytesEach: 2 ** 20, bytes: 2 ** 23 } as const;

/** Parameters are 32,764 bytes at most. */
const MOST_PARAMS = 8192;
const MOST_WINDOWS = 2 ** 14;
const MOST_RANK = 5;

const text = (characters: number) => z.string().check(z.maxLength(characters));
const named = (characters: number) => text(characters).check(z.minLength(1));
const byteCount = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/, 'expected an address such as "0x7f0000000000"'));
/** Down from the capture's folder, and never out of it. */
const path = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*$/,
      'expected a path below the capture, such as "buffers/0.before"',
    ),
  );
const dim3 = z.tuple([positive, positive, positive]);
const numbers = z.array(z.int()).check(z.maxLength(MOST_RANK));

const tensorMap = z.strictObject({
  at: z.union([z.strictObject({ param: byteCount }), z.strictObject({ address })], {
    error: 'expected {"param": offset} or {"address": "0x…"}',
  }),
  kind: z.enum(['tiled', 'im2col']),
  address,
  type: named(40),
  rank: z.int().check(z.minimum(1), z.maximum(MOST_RANK)),
  dims: numbers,
  stridesBytes: numbers,
  box: numbers,
  elementStrides: numbers,
  interleave: named(40),
  swizzle: named(40),
  l2Promotion: named(40),
  oobFill: named(40),
  lowerCorner: z.exactOptional(numbers),
  upperCorner: z.exactOptional(numbers),
  channelsPerPixel: z.exactOptional(z.int()),
  pixelsPerColumn: z.exactOptional(z.int()),
});

const contents = {
  ...{ address, bytes: positive, before: path, after: z.nullable(path) },
  device: z.exactOptional(
    z.union([byteCount, z.literal('host')], { error: 'expected the number of a GPU, or "host"' }),
  ),
};

const shape: z.ZodMiniType<Capture> = z.strictObject({
  format: z.literal('lanescape-capture'),
  version: z.union([z.literal(1), z.literal(2), z.literal(CAPTURE_VERSION)]),
  complete: z.boolean(),
  kernel: named(100_000),
  index: positive,
  gpu: captureGpu,
  api: text(200),
  grid: dim3,
  block: dim3,
  cluster: z.nullable(dim3),
  dynamicSharedBytes: byteCount,
  attributes: z.looseObject({
    programmaticStreamSerialization: z.exactOptional(z.boolean()),
    cooperative: z.exactOptional(z.boolean()),
  }),
  params: z.strictObject({
    base64: z.base64(),
    list: z.array(z.strictObject({ offset: byteCount, size: positive })).check(z.maxLength(MOST_PARAMS)),
  }),
  tensorMaps: z.array(tensorMap).check(z.maxLength(MOST_WINDOWS)),
  buffers: z
    .array(z.strictObject({ ...contents, allocation: z.strictObject({ address, bytes: positive }) }))
    .check(z.maxLength(MOST_WINDOWS)),
  globals: z.array(z.strictObject({ ...contents, name: named(100_000) })).check(z.maxLength(MOST_WINDOWS)),
  leftOut: z
    .array(z.strictObject({ what: text(2000), bytes: byteCount, why: text(2000) }))
    .check(z.maxLength(MOST_WINDOWS)),
  sources: z.exactOptional(
    z.array(z.strictObject({ name: named(4096), file: path })).check(z.maxLength(MOST_SOURCES.files)),
  ),
  scope: z.exactOptional(z.literal('graph')),
  ptx: z.union(
    [
      z.strictObject({ file: path, from: z.enum(['fatbin', 'triton', 'nvrtc', 'module-data']) }),
      z.strictObject({ missing: z.literal('sass-only'), hint: text(2000) }),
    ],
    { error: 'expected {"file", "from"} or {"missing": "sass-only", "hint"}' },
  ),
});

/** Checks untrusted JSON; on failure the first thing that is wrong, its field as a path (`buffers[2].address`). */
export function parseCapture(json: unknown): Result<Capture, FieldError> {
  const later = laterVersion(json);
  if (later !== null) {
    const message = `version ${later}: this program reads version ${CAPTURE_VERSION}; a newer one may read it`;
    return err({ message, field: 'version' });
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) return err(fieldErrorOf(parsed.error));
  const breach = captureBreach(parsed.data);
  return breach === null ? ok(parsed.data) : err(breach);
}

/**
 * The version, if it is later than this one; checked before anything else, since the form of a later version is not
 * known.
 */
function laterVersion(json: unknown): number | null {
  if (typeof json !== 'object' || json === null || !('format' in json) || !('version' in json)) return null;
  const { format, version } = json;
  return format === 'lanescape-capture' && typeof version === 'number' && version > CAPTURE_VERSION ? version : null;
}
