/**
 * The initial bytes of a launch's buffers and symbols. The emulator and a GPU runner must start from the same bytes, so
 * every rule here is exact. What the JSON may leave out:
 * - `iota`: start 0, step 1. Integer types wrap modulo their width.
 * - `random`: low 0; high 1 for float types, the largest of the type for integer types (2^32 - 1 for 64 bits).
 * - `values`, `base64` and `bytes` that are shorter than the buffer leave zeros behind them.
 */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type BufferInit, ELEMENT_BYTES, type ElementType } from './launch.ts';
import { decodeBase64 } from './launch-bytes-base64.ts';
import { encodeScalar, exactInteger, floatNumber, integerLimits, storeNumbers } from './launch-bytes-elements.ts';
import { randomNumbers } from './launch-bytes-random.ts';

export type { FieldError } from '../base/field-error.ts';
export { elementAt, encodeScalar } from './launch-bytes-elements.ts';

/** A `BufferSpec`, or a `SymbolSpec` with the length of the module's variable. */
export interface ElementsSpec {
  readonly type: ElementType;
  /** Number of elements. */
  readonly length: number;
  readonly init: BufferInit;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Init<K extends BufferInit['kind']> = Extract<BufferInit, { readonly kind: K }>;

/** Largest size of one buffer: a browser allocates an array of this size without trouble. */
export const MAX_BUFFER_BYTES = 2 ** 30;
/** Numbers are made in blocks, then rounded to the type a block at a time. */
const BLOCK = 1024;

/**
 * Bytes of a buffer. The caller may only read them: they can be the launch's own. `field` is the path of `spec` in the
 * launch (`buffers[2]`); the error's field starts with it.
 */
export function bufferBytes(spec: ElementsSpec, field: string): Result<Bytes, FieldError> {
  const { type, length, init } = spec;
  const sizeBytes = length * ELEMENT_BYTES[type];
  if (!Number.isSafeInteger(length) || length < 0) return fail(`${length}: expected a count`, `${field}.length`);
  if (sizeBytes > MAX_BUFFER_BYTES) {
    return fail(`${sizeBytes} bytes; a buffer has at most ${MAX_BUFFER_BYTES}`, `${field}.length`);
  }
  const at = `${field}.init`;
  switch (init.kind) {
    case 'zeros':
      return ok(new Uint8Array(sizeBytes));
    case 'poison':
      return ok(new Uint8Array(sizeBytes).fill(0xff));
    case 'iota':
      return integerLimits(type) === null ? floatIota(type, length, init, at) : integerIota(type, length, init, at);
    case 'random':
      return random(type, length, init, at);
    case 'values':
      return values(type, length, init, at);
    case 'base64':
      return base64(sizeBytes, init, at);
    case 'bytes':
      return filled(init.bytes, sizeBytes, `${at}.bytes`);
  }
}

const fail = (message: string, field: string): Result<never, FieldError> => err({ message, field });

/** Fills elements block by block; `fill` puts the numbers of elements `first` and on into the block. */
function fromBlocks(type: ElementType, length: number, fill: (block: Float64Array, first: number) => void): Bytes {
  const bytes = new Uint8Array(length * ELEMENT_BYTES[type]);
  const block = new Float64Array(BLOCK);
  for (let first = 0; first < length; first += BLOCK) {
    const part = length - first < BLOCK ? block.subarray(0, length - first) : block;
    fill(part, first);
    storeNumbers(bytes, type, first, part);
  }
  return bytes;
}

function floatIota(type: ElementType, length: number, init: Init<'iota'>, at: string): Result<Bytes, FieldError> {
  const start = floatNumber(init.start ?? 0, `${at}.start`);
  if (!start.ok) return start;
  const step = floatNumber(init.step ?? 1, `${at}.step`);
  if (!step.ok) return step;
  return ok(
    fromBlocks(type, length, (block, first) => {
      for (let i = 0; i < block.length; i++) block[i] = start.value + (first + i) * step.value;
    }),
  );
}

function integerIota(type: ElementType, length: number, init: Init<'iota'>, at: string): Result<Bytes, FieldError> {
  const start = exactInteger(init.start ?? 0, `${at}.start`);
  if (!start.ok) return start;
  const step = exactInteger(init.step ?? 1, `${at}.step`);
  if (!step.ok) return step;
  const width = ELEMENT_BYTES[type];
  const bytes = new Uint8Array(length * width);
  if (width === 8) fillWide(new Uint32Array(bytes.buffer), words(start.value), words(step.value));
  else {
    const target = width === 1 ? bytes : width === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
    fillNarrow(target, words(start.value)[0], words(step.value)[0]);
  }
  return ok(bytes);
}

/** The low bits of a sum or product depend on the low bits of its parts only. */
function fillNarrow(target: Uint8Array | Uint16Array | Uint32Array, start: number, step: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (start + Math.imul(i, step)) | 0;
}

type Words = readonly [low: number, high: number];

/** Adds in 64 bits, as two words with a carry: exact, and far faster than bigints. */
function fillWide(target: Uint32Array, start: Words, [stepLow, stepHigh]: Words): void {
  let [low, high] = start;
  for (let i = 0; i < target.length; i += 2) {
    target[i] = low;
    target[i + 1] = high;
    const sum = low + stepLow;
    low = sum >>> 0;
    high = (high + stepHigh + (sum >= 2 ** 32 ? 1 : 0)) >>> 0;
  }
}

/** Low and high 32 bits, unsigned. */
const words = (value: bigint): Words => [Number(BigInt.asUintN(32, value)), Number(BigInt.asUintN(32, value >> 32n))];

function random(type: ElementType, length: number, init: Init<'random'>, at: string): Result<Bytes, FieldError> {
  const fill = randomNumbers(type, init, at);
  return fill.ok ? ok(fromBlocks(type, length, fill.value)) : fill;
}

function values(type: ElementType, length: number, init: Init<'values'>, at: string): Result<Bytes, FieldError> {
  const field = `${at}.values`;
  if (init.values.length > length) return fail(`${init.values.length} values for ${length} elements`, field);
  const width = ELEMENT_BYTES[type];
  const bytes = new Uint8Array(length * width);
  for (const [i, value] of init.values.entries()) {
    const element = encodeScalar(type, value, `${field}[${i}]`);
    if (!element.ok) return element;
    bytes.set(element.value, i * width);
  }
  return ok(bytes);
}

function base64(sizeBytes: number, init: Init<'base64'>, at: string): Result<Bytes, FieldError> {
  const field = `${at}.base64`;
  const decoded = decodeBase64(init.base64);
  return typeof decoded === 'string' ? fail(decoded, field) : filled(decoded, sizeBytes, field);
}

/** The same bytes, with zeros behind them; not copied if there are enough. */
function filled(given: Bytes, sizeBytes: number, field: string): Result<Bytes, FieldError> {
  if (given.length > sizeBytes) return fail(`${given.length} bytes for ${sizeBytes}`, field);
  if (given.length === sizeBytes) return ok(given);
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(given);
  return ok(bytes);
}
