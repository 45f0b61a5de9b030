/** Is what a run left in its outputs right? Bit for bit, or number by number within a bound. The first that is not. */
import { addressText } from '../base/numerals.ts';
import { ELEMENT_BYTES } from '../trace/launch.ts';
import { elementAt } from '../trace/launch-bytes.ts';
import type { BoundedNumbers } from './real-numbers.ts';

export interface WrongOutput {
  /** The place in words. */
  readonly at: string;
  readonly buffer: string;
  readonly byteOffset: number;
}

type Buffers = ReadonlyMap<string, Uint8Array>;

export function firstWrongByte(expected: Buffers, found: Buffers): WrongOutput | null {
  for (const [buffer, bytes] of expected) {
    const other = found.get(buffer) ?? new Uint8Array();
    if (bytes.length !== other.length) return wrongLength(buffer, bytes.length, other.length);
    const byteOffset = bytes.findIndex((byte, i) => byte !== other[i]);
    if (byteOffset < 0) continue;
    const [e, f] = [bytes[byteOffset], other[byteOffset]];
    return { at: `buffer ${buffer}, byte ${addressText(byteOffset)}: expected ${e}, got ${f}`, buffer, byteOffset };
  }
  return null;
}

export function firstBeyondBound(expected: ReadonlyMap<string, BoundedNumbers>, found: Buffers): WrongOutput | null {
  for (const [buffer, { type, values, bounds }] of expected) {
    const bytes = found.get(buffer) ?? new Uint8Array();
    const length = values.length * ELEMENT_BYTES[type];
    if (bytes.length !== length) return wrongLength(buffer, length, bytes.length);
    const valueAt = (i: number) => Number(elementAt(bytes, type, i));
    // This is false for a NaN, which is within no bound. Equality comes first, since Infinity - Infinity is NaN.
    const isRight = (value: number, at: number) => valueAt(at) === value || Math.abs(valueAt(at) - value) <= bounds[at];
    const i = values.findIndex((value, at) => !isRight(value, at));
    if (i < 0) continue;
    const at = `buffer ${buffer}, element ${i}: expected ${values[i]} ± ${bounds[i]}, got ${valueAt(i)}`;
    return { at, buffer, byteOffset: i * ELEMENT_BYTES[type] };
  }
  return null;
}

const wrongLength = (buffer: string, expected: number, got: number): WrongOutput => ({
  at: `buffer ${buffer}: expected ${expected} B, got ${got} B`,
  buffer,
  byteOffset: 0,
});
