/** Expected C and its operands, computed without tiles. */
import { assert } from '../../base/assert.ts';
import { BF16, decodeFloat, encodeFloat } from '../../base/float-formats.ts';
import { remembered } from '../../base/remembered.ts';
import type { BufferInit } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import type { BoundedNumbers } from '../real-numbers.ts';
import type { GemmInputs, GemmSize } from './launch.ts';
import { type ReferenceSums, sumsOf } from './sums.ts';

/** M x N, row by row. */
export const referenceOf = ({ m, n, k }: GemmSize, { a, b }: GemmInputs): ReferenceSums =>
  sumsOf({ numbers: numbersOf(a, m * k), k }, { numbers: numbersOf(b, n * k), k });

/** Operands whose sums f32 holds exactly for any K below 2^20, so that only the rounding of C to bf16 is left. */
export const INTEGERS: GemmInputs = {
  a: { kind: 'random', seed: 1, low: -4, high: 4, integers: true },
  b: { kind: 'random', seed: 2, low: -4, high: 4, integers: true },
};

/**
 * Operands whose products f32 holds exactly, but not their sums. Every bit of a bf16 varies, as in a real model's
 * numbers: launches on small integers, or zeros, draw less power and run at a higher clock.
 */
export const REALS = {
  a: { kind: 'random', seed: 3, low: -1 },
  b: { kind: 'random', seed: 4, low: -1 },
} as const satisfies GemmInputs;

/** C of the integers, bit by bit. All versions of a comparison ask for it. */
export const roundedReference = remembered(2, (size: GemmSize): Uint8Array => {
  // Tensor cores start from a positive zero, so that no sum of zero is negative.
  const patterns = Uint16Array.from(referenceOf(size, INTEGERS).c, value => encodeFloat(BF16, value + 0));
  return new Uint8Array(patterns.buffer);
});

/** C of the reals, and how far a version may be from it. */
export function boundedReference(size: GemmSize): BoundedNumbers {
  const { c, bounds } = referenceOf(size, REALS);
  return { type: 'bf16', values: c, bounds };
}

export function numbersOf(init: BufferInit, length: number): Float64Array {
  const bytes = bufferBytes({ type: 'bf16', length, init }, 'operand');
  assert(bytes.ok, 'the operands can be filled as they are described');
  return decodeBf16(bytes.value);
}

export const decodeBf16 = (bytes: Uint8Array): Float64Array =>
  Float64Array.from(new Uint16Array(bytes.slice().buffer), pattern => decodeFloat(BF16, pattern));
