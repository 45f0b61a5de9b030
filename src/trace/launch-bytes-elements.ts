/** Elements of the launch's types as little-endian bytes, and back. Typed arrays are taken to be little-endian too. */

import type { FieldError } from '../base/field-error.ts';
import { BF16, decodeFloat, E4M3, E5M2, encodeFloat, F16, type FloatFormat } from '../base/float-formats.ts';
import { err, ok, type Result } from '../base/result.ts';
import { ELEMENT_BYTES, type ElementType, type ExactInteger } from './launch.ts';

/** Inclusive limits of the integer types. */
const INTEGER_LIMITS: Readonly<Partial<Record<ElementType, readonly [lowest: bigint, highest: bigint]>>> = {
  u8: [0n, 2n ** 8n - 1n],
  s8: [-(2n ** 7n), 2n ** 7n - 1n],
  u16: [0n, 2n ** 16n - 1n],
  s16: [-(2n ** 15n), 2n ** 15n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  s32: [-(2n ** 31n), 2n ** 31n - 1n],
  u64: [0n, 2n ** 64n - 1n],
  s64: [-(2n ** 63n), 2n ** 63n - 1n],
};

const SMALL_FLOATS: Readonly<Partial<Record<ElementType, FloatFormat>>> = {
  f16: F16,
  bf16: BF16,
  e4m3: E4M3,
  e5m2: E5M2,
};

/** Null for the float types. */
export const integerLimits = (type: ElementType): readonly [lowest: bigint, highest: bigint] | null =>
  INTEGER_LIMITS[type] ?? null;

/** The integer behind `value`, or why there is none. Numbers beyond 2^53 must be strings, since they are not exact. */
export function exactInteger(value: ExactInteger, field: string): Result<bigint, FieldError> {
  const isText = typeof value === 'string';
  if (isText ? /^-?\d{1,20}$/.test(value) : Number.isSafeInteger(value)) return ok(BigInt(value));
  const wanted = Number.isInteger(value) ? 'beyond 2^53, write a decimal string' : 'expected an integer';
  return err({ message: `${isText ? `"${value.slice(0, 40)}"` : value}: ${wanted}`, field });
}

/** What JSON has no numbers for. */
const BEYOND_JSON: ReadonlyMap<string, number> = new Map([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['NaN', Number.NaN],
]);

/** A number of a float type: any number, or an integer, an infinity or NaN as a string. */
export function floatNumber(value: ExactInteger, field: string): Result<number, FieldError> {
  if (typeof value === 'number') return ok(value);
  const beyond = BEYOND_JSON.get(value);
  if (beyond !== undefined) return ok(beyond);
  const integer = exactInteger(value, field);
  return integer.ok ? ok(Number(integer.value)) : integer;
}

/** An integer that the type can hold. */
function integerOfType(type: ElementType, value: ExactInteger, field: string): Result<bigint, FieldError> {
  const integer = exactInteger(value, field);
  const limits = INTEGER_LIMITS[type];
  if (!integer.ok || limits === undefined) return integer;
  if (integer.value >= limits[0] && integer.value <= limits[1]) return integer;
  return err({ message: `${value} does not fit ${type} (${limits[0]} to ${limits[1]})`, field });
}

/** The bytes of one value. Integers must fit; floats are rounded to nearest, ties to even, and may overflow as the type does. */
export function encodeScalar(
  type: ElementType,
  value: ExactInteger,
  field = 'value',
): Result<Uint8Array<ArrayBuffer>, FieldError> {
  const bytes = new Uint8Array(ELEMENT_BYTES[type]);
  if (INTEGER_LIMITS[type] === undefined) {
    const number = floatNumber(value, field);
    if (!number.ok) return number;
    storeNumbers(bytes, type, 0, Float64Array.of(number.value));
    return ok(bytes);
  }
  const integer = integerOfType(type, value, field);
  if (!integer.ok) return integer;
  storeInteger(bytes, type, 0, integer.value);
  return ok(bytes);
}

/** Stores the low bits of an integer as element `index`. */
export function storeInteger(bytes: Uint8Array, type: ElementType, index: number, value: bigint): void {
  const width = ELEMENT_BYTES[type];
  const view = new DataView(bytes.buffer, bytes.byteOffset + index * width, width);
  if (width === 8) view.setBigUint64(0, BigInt.asUintN(64, value), true);
  else if (width === 4) view.setUint32(0, Number(BigInt.asUintN(32, value)), true);
  else if (width === 2) view.setUint16(0, Number(BigInt.asUintN(16, value)), true);
  else view.setUint8(0, Number(BigInt.asUintN(8, value)));
}

/**
 * Stores numbers as elements `first` and on, each rounded to the type. `bytes` starts at a multiple of 8 of its buffer;
 * for an integer type the numbers are integers of at most 53 bits.
 */
export function storeNumbers(
  bytes: Uint8Array<ArrayBuffer>,
  type: ElementType,
  first: number,
  numbers: Float64Array,
): void {
  const format = SMALL_FLOATS[type];
  const { buffer, byteOffset } = bytes;
  if (format !== undefined) storeSmallFloats(bytes, type, first, numbers, format);
  else if (type === 'f32') new Float32Array(buffer, byteOffset).set(numbers, first);
  else if (type === 'f64') new Float64Array(buffer, byteOffset).set(numbers, first);
  else if (ELEMENT_BYTES[type] === 8) storeWideIntegers(new Uint32Array(buffer, byteOffset), first, numbers);
  else if (ELEMENT_BYTES[type] === 4) new Uint32Array(buffer, byteOffset).set(numbers, first);
  else if (ELEMENT_BYTES[type] === 2) new Uint16Array(buffer, byteOffset).set(numbers, first);
  else bytes.set(numbers, first);
}

function storeSmallFloats(
  bytes: Uint8Array<ArrayBuffer>,
  type: ElementType,
  first: number,
  numbers: Float64Array,
  format: FloatFormat,
): void {
  const patterns = ELEMENT_BYTES[type] === 2 ? new Uint16Array(bytes.buffer, bytes.byteOffset) : bytes;
  for (let i = 0; i < numbers.length; i++) patterns[first + i] = encodeFloat(format, numbers[i]);
}

function storeWideIntegers(words: Uint32Array, first: number, numbers: Float64Array): void {
  for (let i = 0; i < numbers.length; i++) {
    const high = Math.floor(numbers[i] / 2 ** 32);
    words[2 * (first + i)] = numbers[i] - high * 2 ** 32;
    words[2 * (first + i) + 1] = high;
  }
}

/** Element `index`: a bigint for u64 and s64, else the exact number. */
export function elementAt(bytes: Uint8Array, type: ElementType, index: number): number | bigint {
  const width = ELEMENT_BYTES[type];
  const view = new DataView(bytes.buffer, bytes.byteOffset + index * width, width);
  switch (type) {
    case 'u8':
      return view.getUint8(0);
    case 's8':
      return view.getInt8(0);
    case 'u16':
      return view.getUint16(0, true);
    case 's16':
      return view.getInt16(0, true);
    case 'u32':
      return view.getUint32(0, true);
    case 's32':
      return view.getInt32(0, true);
    case 'u64':
      return view.getBigUint64(0, true);
    case 's64':
      return view.getBigInt64(0, true);
    case 'f32':
      return view.getFloat32(0, true);
    case 'f64':
      return view.getFloat64(0, true);
    default:
      return decodeFloat(SMALL_FLOATS[type]!, width === 2 ? view.getUint16(0, true) : view.getUint8(0));
  }
}
