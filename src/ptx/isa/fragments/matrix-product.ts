/**
 * D = A B + C on fragments. Floats of at most 32 bits are added as tensor cores do (`tensor-sums.ts`), from C on; those of 8
 * bits, which an H200 multiplies as f16, in two halves from 0 on, and C is added afterwards. Sums of integers are exact and
 * wrap. f64 is a chain of fused multiply-adds, k ascending, that begins with C.
 */

import { popcount32 } from '../../../base/bits.ts';
import type { Lanes } from '../../machine/operation.ts';
import { fma64 } from '../fma64.ts';
import { ExponentMatrix, LEAST_EXPONENT } from './exponent-matrix.ts';
import { type Held, readFragment, writeFragment } from './held-fragment.ts';
import { AFTER_STEP, KEPT_PLACES, type SumSteps, sumFrom } from './tensor-sums.ts';

const LARGEST = 2 ** 31 - 1;
/** Elements of the largest matrix, 16 x 64. */
const MOST_ELEMENTS = 1024;

const factorsA = new ExponentMatrix(MOST_ELEMENTS);
const factorsB = new ExponentMatrix(MOST_ELEMENTS);
const a = factorsA.values;
const b = factorsB.values;
const c = new Float64Array(MOST_ELEMENTS);

/** `b` is held by columns. `saturates`: integers clamp instead of wrapping. */
export interface Product {
  readonly a: Held;
  readonly b: Held;
  readonly c: Held;
  readonly d: Held;
  readonly saturates: boolean;
  /** Of single bits: what is done to those of A and B before they are counted. */
  readonly bits?: BitOperation;
  /** Of floats. */
  readonly steps: SumSteps;
}

export function multiply(lanes: Lanes, product: Product): void {
  const { fragment } = product.a;
  const columns = product.b.fragment.rows;
  readFragment(lanes, product.a, a);
  readFragment(lanes, product.b, b);
  readFragment(lanes, product.c, c);
  if (product.d.type === 'f64') chain(fragment.rows, columns, fragment.columns);
  else if (product.bits) countBits(fragment.rows, columns, fragment.columns, BIT_OPERATIONS[product.bits]);
  else if (product.d.type === 's32') accumulate(fragment.rows, columns, fragment.columns);
  else addAsTensorCores(product);
  if (product.saturates) for (let i = 0; i < fragment.rows * columns; i++) c[i] = clamp(c[i]);
  writeFragment(lanes, product.d, c);
}

const clamp = (value: number): number => Math.max(-LARGEST - 1, Math.min(LARGEST, value));

function accumulate(rows: number, columns: number, depth: number): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = 0;
      for (let i = m * depth, j = n * depth; i < (m + 1) * depth; i++, j++) sum += a[i] * b[j];
      c[m * columns + n] += sum;
    }
  }
}

const BIT_OPERATIONS = {
  xor: (x: number, y: number): number => x ^ y,
  and: (x: number, y: number): number => x & y,
};
export type BitOperation = keyof typeof BIT_OPERATIONS;

/** `depth`: words of 32 bits. */
function countBits(rows: number, columns: number, depth: number, operation: (x: number, y: number) => number): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += popcount32(operation(a[m * depth + k], b[n * depth + k]));
      c[m * columns + n] += sum;
    }
  }
}

function addAsTensorCores({ a: { fragment, type }, b: { fragment: turned, type: typeB }, d, steps }: Product): void {
  const [rows, columns, depth] = [fragment.rows, turned.rows, fragment.columns];
  const { order, stepDepth } = steps;
  if (order) factorsA.order(rows, order);
  if (order) factorsB.order(columns, order);
  factorsA.note(rows * depth, LEAST_EXPONENT[type]);
  factorsB.note(columns * depth, LEAST_EXPONENT[typeB]);
  if (factorsA.isZero(0, rows * depth) && factorsB.isFinite) {
    // Nothing is added; zeros lose their sign all the same.
    for (let i = 0; i < rows * columns; i++) c[i] += 0;
    return;
  }
  const startsAtC = type !== 'e4m3' && type !== 'e5m2';
  const round = AFTER_STEP[d.type as keyof typeof AFTER_STEP];
  const sums = { a: factorsA, b: factorsB, stepDepth, depth, keptPlaces: KEPT_PLACES, round };
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      const at = m * columns + n;
      const sum = sumFrom(startsAtC ? c[at] : 0, sums, m * depth, n * depth);
      c[at] = startsAtC ? sum : c[at] + sum;
    }
  }
}

function chain(rows: number, columns: number, depth: number): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = c[m * columns + n];
      for (let k = 0; k < depth; k++) sum = fma64(a[m * depth + k], b[n * depth + k], sum);
      c[m * columns + n] = sum;
    }
  }
}
