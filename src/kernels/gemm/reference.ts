/** Expected C and its operands, computed without tiles. */
import { assert } from '../../base/assert.ts';
import { BF16, decodeFloat, E4M3, encodeFloat, F16 } from '../../base/float-formats.ts';
import { remembered } from '../../base/remembered.ts';
import type { BufferInit } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import type { BoundedNumbers } from '../real-numbers.ts';
import { type GemmBuild, type GemmElement, outputType } from './build.ts';
import type { GemmInputs, GemmSize } from './launch.ts';
import { type ReferenceSums, sumsOf } from './sums.ts';

/** A product's size, and what its operands are made of. */
export type GemmProblem = GemmSize & Pick<GemmBuild, 'elementType'>;

const FORMATS = { bf16: BF16, f16: F16, e4m3: E4M3 } as const;

/** M x N, row by row. */
export const referenceOf = ({ m, n, k, elementType }: GemmProblem, { a, b }: GemmInputs): ReferenceSums =>
  sumsOf(
    { numbers: numbersOf(a, elementType, m * k), k },
    { numbers: numbersOf(b, elementType, n * k), k },
    elementType,
  );

/**
 * Operands whose sums f32 holds exactly for any K below 2^20, so that only the rounding of C is left. Sums of 8-bit products hold integers
 * below 2^14, of which these random walks stay far: at K = 8192 the largest of 2^26 is some 3500.
 */
export const INTEGERS: GemmInputs = {
  a: { kind: 'random', seed: 1, low: -4, high: 4, integers: true },
  b: { kind: 'random', seed: 2, low: -4, high: 4, integers: true },
};

/**
 * Operands whose products f32 holds exactly, but not their sums. Every bit of an element varies, as in a real model's
 * numbers: launches on small integers, or zeros, draw less power and run at a higher clock.
 */
export const REALS = {
  a: { kind: 'random', seed: 3, low: -1 },
  b: { kind: 'random', seed: 4, low: -1 },
} as const satisfies GemmInputs;

/** C of the integers, bit by bit. All versions of a comparison ask for it. */
export const roundedReference = remembered(2, (problem: GemmProblem): Uint8Array => {
  const format = FORMATS[outputType(problem)];
  // Tensor cores start from a positive zero, so that no sum of zero is negative.
  const patterns = Uint16Array.from(referenceOf(problem, INTEGERS).c, value => encodeFloat(format, value + 0));
  return new Uint8Array(patterns.buffer);
});

/** C of the reals, and how far a version may be from it. */
export function boundedReference(problem: GemmProblem): BoundedNumbers {
  const { c, bounds } = referenceOf(problem, REALS);
  return { type: outputType(problem), values: c, bounds };
}

export function numbersOf(init: BufferInit, type: GemmElement, length: number): Float64Array {
  const bytes = bufferBytes({ type, length, init }, 'operand');
  assert(bytes.ok, 'the operands can be filled as they are described');
  return decodeElements(bytes.value, type);
}

export function decodeElements(bytes: Uint8Array, type: GemmElement): Float64Array {
  const patterns = type === 'e4m3' ? bytes : new Uint16Array(bytes.slice().buffer);
  return Float64Array.from(patterns, pattern => decodeFloat(FORMATS[type], pattern));
}
