/** What C should be: sums in doubles, and how far a version with sums in f32 may be from them. Knows no tiles. */
import { assert } from '../../base/assert.ts';
import { BF16, decodeFloat, encodeFloat } from '../../base/float-formats.ts';
import { remembered } from '../../base/remembered.ts';
import type { BufferInit } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import type { BoundedNumbers } from '../kernel.ts';
import type { GemmSize, Operands } from './launch.ts';

export interface Reference {
  /** M x N, row by row; exact where the products and their sums are. */
  readonly c: Float64Array;
  /** Sums of the products' magnitudes: what rounding errors of sums are in proportion to. */
  readonly magnitude: Float64Array;
}

export function referenceOf({ m, n, k }: GemmSize, operands: Operands): Reference {
  const a = numbersOf(operands.a, m * k);
  const b = numbersOf(operands.b, n * k);
  const c = new Float64Array(m * n);
  const magnitude = new Float64Array(m * n);
  for (let row = 0; row < m; row++)
    for (let column = 0; column < n; column++)
      for (let i = 0; i < k; i++) {
        const product = a[row * k + i] * b[column * k + i];
        c[row * n + column] += product;
        magnitude[row * n + column] += Math.abs(product);
      }
  return { c, magnitude };
}

/** Whose sums f32 holds exactly for any K below 2^20, so that only C's rounding to bf16 is left. */
export const INTEGERS: Operands = {
  a: { kind: 'random', seed: 1, low: -4, high: 4, integers: true },
  b: { kind: 'random', seed: 2, low: -4, high: 4, integers: true },
};

/** Whose products f32 holds, and whose sums it does not. */
export const REALS: Operands = { a: { kind: 'random', seed: 3, low: -1 }, b: { kind: 'random', seed: 4, low: -1 } };

/** C of the integers, bit by bit. All versions of a comparison ask for it. */
export const roundedReference = remembered(2, (size: GemmSize): Uint8Array => {
  // Tensor cores start from a positive zero, so that no sum of zero is negative.
  const patterns = Uint16Array.from(referenceOf(size, INTEGERS).c, value => encodeFloat(BF16, value + 0));
  return new Uint8Array(patterns.buffer);
});

/** Rounding to bf16 (half a step of 2^-7 of a number's power of two), and sums in f32, which tensor cores cut off rather than round. */
const RELATIVE_ERROR = 2 ** -8;
const SUM_ERROR = 2 ** -20;

export const errorBounds = ({ c, magnitude }: Reference): Float64Array =>
  c.map((value, i) => Math.abs(value) * RELATIVE_ERROR + magnitude[i] * SUM_ERROR);

/** C of the reals, and how far a version may be from it. */
export function boundedReference(size: GemmSize): BoundedNumbers {
  const reference = referenceOf(size, REALS);
  return { type: 'bf16', values: reference.c, bounds: errorBounds(reference) };
}

function numbersOf(init: BufferInit, length: number): Float64Array {
  const bytes = bufferBytes({ type: 'bf16', length, init }, 'operand');
  assert(bytes.ok, 'the operands can be filled as they are described');
  return decodeBf16(bytes.value);
}

export const decodeBf16 = (bytes: Uint8Array): Float64Array =>
  Float64Array.from(new Uint16Array(bytes.slice().buffer), pattern => decodeFloat(BF16, pattern));
