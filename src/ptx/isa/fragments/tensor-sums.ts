/**
 * Sums of products as the tensor cores of an H200 make them (`scripts/replay/evidence/matrices.json` and `wgmma.json`: every
 * bit of every result). Products are exact. In one step some of them and the sum so far are aligned to the largest exponent among them,
 * whereby digits beyond 25 binary places below it are cut off; their sum is exact. An f32 sum is then cut to 24 digits, an
 * f16 sum rounded. A sum that comes to zero has no sign.
 * Exponents of products are those of the factors added, so that a product of 1.5 and 1.5 counts as 2^0.
 */
import { decodeFloat, encodeFloat, F16 } from '../../../base/float-formats.ts';
import { bitsOfFloat, floatOfBits } from '../float.ts';
import { toFloat } from '../float-arithmetic.ts';
import { type ExponentMatrix, exponentOfSum, isAligned } from './exponent-matrix.ts';

/** Places below the largest exponent that are kept: in all sums but those of `wgmma` on factors of 8 bits. */
export const KEPT_PLACES = 25;
export const KEPT_PLACES_OF_BYTES = 13;

const LARGEST_F32 = 2 ** 128;

export const POWERS_MIDDLE = 512;
/** 2^-512 and so on. */
export const powers = Float64Array.from({ length: 2 * POWERS_MIDDLE }, (_, i) => 2 ** (i - POWERS_MIDDLE));

/** The columns of A, which are rows of B, in the order in which they are added, and how many at once. */
export interface SumSteps {
  /** Null: as they are. */
  readonly order: Uint8Array | null;
  readonly stepDepth: number;
  /** Whether C is added behind all steps, which begin with zero. */
  readonly startsAtZero?: boolean;
}

/** Steps of mma.sync: one step, except that 8-bit elements take two, which take pairs of columns in turn. */
export function stepsOf(type: string, depth: number): SumSteps {
  if (type !== 'e4m3' && type !== 'e5m2') return { order: null, stepDepth: depth };
  const half = depth / 2;
  const order = Uint8Array.from({ length: depth }, (_, i) => {
    const within = i % half;
    return 4 * (within >> 1) + (i < half ? 0 : 2) + (within & 1);
  });
  return { order, stepDepth: half, startsAtZero: true };
}

/** One half of the columns, then the other. */
export const halves = (depth: number): SumSteps => ({ order: null, stepDepth: depth / 2 });

/** A sum of products of a row of A and a column of B. */
export interface TensorSums {
  readonly a: ExponentMatrix;
  readonly b: ExponentMatrix;
  /** Products of a step, and of all steps. */
  readonly stepDepth: number;
  readonly depth: number;
  readonly keptPlaces: number;
  /** Rounding of the sum after each step. */
  readonly round: (sum: number) => number;
}

/** `start` plus the products of A's elements from `i` on, and of B's from `j` on. */
export function sumFrom(start: number, sums: TensorSums, i: number, j: number): number {
  const { a, b, stepDepth, depth, keptPlaces, round } = sums;
  let sum = start;
  for (let k = 0; k < depth; k += stepDepth) sum = round(addStep(sum, a, i + k, b, j + k, stepDepth, keptPlaces)) + 0;
  return sum;
}

function addStep(
  start: number,
  { values: x, exponents: ex }: ExponentMatrix,
  i: number,
  { values: y, exponents: ey }: ExponentMatrix,
  j: number,
  depth: number,
  keptPlaces: number,
): number {
  let largest = exponentOfSum(start);
  for (let k = 0; k < depth; k++) {
    const exponent = ex[i + k] + ey[j + k];
    if (exponent > largest) largest = exponent;
  }
  if (!isAligned(largest)) return plainStep(start, x, i, y, j, depth);
  const scale = powers[POWERS_MIDDLE + keptPlaces - largest];
  let sum = Math.trunc(start * scale);
  for (let k = 0; k < depth; k++) sum += Math.trunc(x[i + k] * y[j + k] * scale);
  return sum * powers[POWERS_MIDDLE - keptPlaces + largest];
}

function plainStep(start: number, x: Float64Array, i: number, y: Float64Array, j: number, depth: number): number {
  let sum = start;
  for (let k = 0; k < depth; k++) sum += x[i + k] * y[j + k];
  return sum;
}

/** The sum cut to 24 digits, toward zero; a sum that is too large for an f32 is infinite. */
function cutToF32(sum: number): number {
  return Math.abs(sum) < LARGEST_F32 ? toFloat(sum, 'rz') : sum * Number.POSITIVE_INFINITY;
}

/** The sum cut to 14 digits, toward zero. */
export function cutToShortF32(sum: number): number {
  const cut = cutToF32(sum);
  return Number.isFinite(cut) ? floatOfBits(bitsOfFloat(cut) & ~0x3ff) : cut;
}

/** Rounding of a sum after each step, by its type. */
export const AFTER_STEP = {
  f16: (sum: number): number => decodeFloat(F16, encodeFloat(F16, sum)),
  f32: cutToF32,
} as const;
