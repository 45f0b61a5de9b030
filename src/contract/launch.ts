/**
 * The schema of `Launch` as JSON (a file given to the command, or a value from another language). Strict: an unknown key
 * is refused, since a mistyped optional field would otherwise be dropped in silence. It checks what can be known
 * without the compiled module; whether the parameters fit the entry is the emulator's or the driver's business.
 */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ELEMENT_TYPES, type Launch, SWIZZLE_MODES, type TensorMapParam } from '../trace/launch.ts';
import { ADDRESS_MODES, IMAGE_TYPES } from '../trace/launch-image.ts';
import { fieldErrorOf, fieldPath } from './field-error.ts';
import { checkLaunch } from './launch-rules.ts';
import { z } from './schema.ts';

/** A fused optimizer passes pointers to some hundred tensors. */
const MAX_BUFFERS = 1024;
/** Most stored values of one buffer. */
const MAX_STORED = 2 ** 20;
const MAX_PARAMS = 256;
/** A kernel's parameter space is 32,764 bytes since CUDA 12.1. */
const MAX_STRUCT_BYTES = 32_764;
/** CUDA C++ programming guide, "Technical specifications per compute capability". */
const MAX_GRID = [2 ** 31 - 1, 65_535, 65_535] as const;
const MAX_BLOCK = [1024, 1024, 64] as const;
const MAX_CLUSTER = 16;

const named = (characters: number) => z.string().check(z.minLength(1), z.maxLength(characters));
const name = named(512);
/** ptxas takes as many of an entry or a variable. */
const mangledName = named(100_000);
const elementType = z.enum(ELEMENT_TYPES);
const count = (max: number) => z.int().check(z.minimum(0), z.maximum(max));
const size = (max: number) => z.int().check(z.minimum(1), z.maximum(max));
const byteCount = z.int().check(z.minimum(0));

const exactInteger = z.union([z.number(), z.string().check(z.regex(/^-?\d{1,20}$/))], {
  error: 'expected a number, or an integer as a decimal string',
});

const INIT_WORDS = 'expected an object such as {"kind": "zeros"} or {"kind": "random", "seed": 1}';

const bufferInit = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('zeros') }),
    z.strictObject({ kind: z.literal('poison') }),
    z.strictObject({
      kind: z.literal('iota'),
      start: z.exactOptional(exactInteger),
      step: z.exactOptional(exactInteger),
    }),
    z.strictObject({
      kind: z.literal('random'),
      // xorshift32 started at 0 stays at 0.
      seed: size(0xffff_ffff),
      low: z.exactOptional(z.number()),
      high: z.exactOptional(z.number()),
      integers: z.exactOptional(z.boolean()),
    }),
    z.strictObject({ kind: z.literal('values'), values: z.array(exactInteger) }),
    z.strictObject({ kind: z.literal('base64'), base64: z.base64() }),
    // No JSON has them: a launch that is in memory.
    z.strictObject({ kind: z.literal('bytes'), bytes: z.instanceof(Uint8Array<ArrayBuffer>) }),
  ],
  {
    error: ({ input }) => (typeof input === 'object' ? undefined : INIT_WORDS),
  },
);

const pointer = { kind: z.literal('pointer'), buffer: name, byteOffset: z.exactOptional(byteCount) };
const scalar = { kind: z.literal('scalar'), type: elementType, value: exactInteger };
const offset = { offset: count(MAX_STRUCT_BYTES) };

/** Checks only that the map's numbers are whole; `trace/tensor-map-rules.ts` has the driver's rules. */
const map = {
  kind: z.literal('tensorMap'),
  buffer: name,
  byteOffset: z.exactOptional(byteCount),
  type: elementType,
  dims: z.array(z.int()),
  stridesBytes: z.array(z.int()),
  box: z.array(z.int()),
  elementStrides: z.array(z.int()),
  interleave: z.enum(['none', '16B', '32B']),
  swizzle: z.enum(SWIZZLE_MODES),
  l2Promotion: z.exactOptional(z.enum(['none', '64B', '128B', '256B'])),
  oobFill: z.enum(['zero', 'nan']),
  roundsTo: z.exactOptional(z.literal('tf32')),
};

/** Checks the form of an image; `trace/launch-image.ts` has the rules for its numbers. */
const image = {
  buffer: name,
  type: z.enum(IMAGE_TYPES),
  channels: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  dims: z.array(z.int()),
  layers: z.exactOptional(size(2048)),
};
const texture = {
  kind: z.literal('texture'),
  ...image,
  addressMode: z.exactOptional(z.enum(ADDRESS_MODES)),
  filter: z.exactOptional(z.enum(['point', 'linear'])),
  read: z.exactOptional(z.enum(['element', 'normalized'])),
  normalizedCoordinates: z.exactOptional(z.boolean()),
};
const surface = { kind: z.literal('surface'), ...image };

/** `trace/im2col-rules.ts` has what the driver demands. */
const im2colMap = {
  kind: z.literal('im2colMap'),
  buffer: name,
  byteOffset: z.exactOptional(byteCount),
  type: elementType,
  dims: z.array(z.int()),
  stridesBytes: z.array(z.int()),
  lowerCorner: z.array(z.int()),
  upperCorner: z.array(z.int()),
  channelsPerPixel: z.int(),
  pixelsPerColumn: z.int(),
  elementStrides: z.array(z.int()),
  swizzle: z.enum(SWIZZLE_MODES),
  oobFill: z.enum(['zero', 'nan']),
};

/** A map in a struct lies in its bytes; a parameter's own map has to say so. */
const byValue = { pass: z.exactOptional(z.literal('value')) };

const struct = z.strictObject({
  kind: z.literal('struct'),
  sizeBytes: size(MAX_STRUCT_BYTES),
  base64: z.exactOptional(z.base64()),
  fields: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ ...offset, ...pointer }),
        z.strictObject({ ...offset, ...scalar }),
        z.strictObject({ ...offset, ...map, ...byValue }),
        z.strictObject({ ...offset, ...im2colMap, ...byValue }),
        z.strictObject({ ...offset, ...texture }),
        z.strictObject({ ...offset, ...surface }),
      ]),
    )
    .check(z.maxLength(MAX_PARAMS)),
});

const stored = { offset: byteCount };

/** Addresses and tensor maps in memory. */
export const storedValues = z
  .array(
    z.discriminatedUnion('kind', [
      z.strictObject({ ...stored, ...pointer }),
      z.strictObject({ ...stored, ...map }),
      z.strictObject({ ...stored, ...im2colMap }),
    ]),
  )
  .check(z.maxLength(MAX_STORED));

const bufferSpec = z.strictObject({
  name,
  type: elementType,
  length: size(2 ** 32),
  init: bufferInit,
  fields: z.exactOptional(storedValues),
  output: z.exactOptional(z.boolean()),
  unrecordedBytes: z.exactOptional(byteCount),
  launchBefore: z.exactOptional(z.enum(['writes', 'reads', 'nothing'])),
});

const symbolSpec = z.strictObject({
  name: mangledName,
  type: elementType,
  init: bufferInit,
  fields: z.exactOptional(storedValues),
});

const tensorMap = z.strictObject({ ...map, pass: z.enum(['value', 'address']) });

const dim3 = (max: readonly [number, number, number]) => z.tuple([size(max[0]), size(max[1]), size(max[2])]);

const unrecorded = z.strictObject({
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/, 'expected an address: "0x7f00"')),
  bytes: byteCount,
});

export const buffersShape = z.array(bufferSpec).check(z.maxLength(MAX_BUFFERS));

/** The form alone: `parseLaunch` also checks what fields say of each other. */
export const launchShape: z.ZodMiniType<Launch> = z.strictObject({
  entry: z.exactOptional(mangledName),
  grid: dim3(MAX_GRID),
  block: dim3(MAX_BLOCK),
  cluster: z.exactOptional(dim3([MAX_CLUSTER, MAX_CLUSTER, MAX_CLUSTER])),
  dynamicSharedBytes: z.exactOptional(byteCount),
  programmaticStreamSerialization: z.exactOptional(z.boolean()),
  buffers: buffersShape,
  symbols: z.exactOptional(z.array(symbolSpec).check(z.maxLength(MAX_BUFFERS))),
  params: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject(pointer),
        z.strictObject(scalar),
        struct,
        tensorMap,
        z.strictObject({ ...im2colMap, pass: z.enum(['value', 'address']) }),
        z.strictObject(texture),
        z.strictObject(surface),
      ]),
    )
    .check(z.maxLength(MAX_PARAMS)),
  unrecorded: z.exactOptional(z.array(unrecorded).check(z.maxLength(MAX_BUFFERS))),
});

/** Checks a tensor map alone, and of its numbers only that they are whole: what it breaks is for a page to say. */
export function parseTensorMap(json: unknown): Result<TensorMapParam, FieldError> {
  const parsed = tensorMap.safeParse(json);
  return parsed.success ? ok(parsed.data) : err(fieldErrorOf(parsed.error));
}

/** Checks untrusted JSON; on failure the first thing that is wrong, its field as a path (`params[2].value`, '' = the whole). */
export function parseLaunch(json: unknown): Result<Launch, FieldError> {
  const parsed = launchShape.safeParse(json);
  if (!parsed.success) return err(fieldErrorOf(parsed.error));
  const breach = checkLaunch(parsed.data).next();
  if (breach.done) return ok(parsed.data);
  return err({ message: breach.value.message, field: fieldPath(breach.value.path) });
}
