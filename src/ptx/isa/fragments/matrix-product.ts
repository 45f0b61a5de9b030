/**
 * D = A B + C on fragments. Floats of at most 32 bits are added as tensor cores do (`tensor-sums.ts`), from C on; those of 8
 * bits, which an H200 multiplies as f16, in two halves from 0 on, and C is added afterwards. Sums of integers are exact and
 * wrap. f64 is a chain of fused multiply-adds, k ascending, that begins with C.
 */

import { popcount32 } from '../../../base/bits.ts';
import type { Lanes } from '../../machine/operation.ts';
import { fma64 } from '../fma64.ts';
import { ExponentMatrix, LEAST_EXPONENT, NO_LEAST } from './exponent-matrix.ts';
import { type Held, readFragment, writeFragment } from './held-fragment.ts';
import { type ScaledFactors, scaleByLanes } from './lane-scales.ts';
import { SparseColumns, type SparseFactor } from './sparse-columns.ts';
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
  /** For single bits: the operation on those of A and B before they are counted. */
  readonly bits?: BitOperation;
  /** Steps of sums of floats. */
  readonly steps: SumSteps;
  /** Half of the elements of A's rows are there. */
  readonly sparse?: SparseFactor;
  /** Of blocks of A's rows and B's columns. */
  readonly scales?: ScaledFactors;
}

/** Rows of A and of C, and the columns of B that they meet. */
interface Part {
  readonly first: number;
  readonly rows: number;
  readonly columns: number;
  /** Elements of A's rows. */
  readonly depth: number;
  readonly b: ExponentMatrix;
}

/** Says what is undefined about a sparse A; null if nothing is. */
export function multiply(lanes: Lanes, product: Product): string | null {
  const { fragment } = product.a;
  const columns = product.b.fragment.rows;
  readFragment(lanes, product.a, a);
  readFragment(lanes, product.b, b);
  readFragment(lanes, product.c, c);
  if (product.scales) scaleByLanes(lanes, product.scales, a, b, fragment.columns);
  if (isOfShortFloats(product)) noteFactors(product);
  const whole = { first: 0, rows: fragment.rows, columns, depth: fragment.columns, b: factorsB };
  const doubt = product.sparse ? sparseColumns.undefinedMetadata(lanes, product.sparse, a) : null;
  if (product.sparse) addRowByRow(lanes, product, product.sparse, whole);
  else addPart(product, whole);
  if (product.saturates) for (let i = 0; i < fragment.rows * columns; i++) c[i] = clamp(c[i]);
  writeFragment(lanes, product.d, c);
  return doubt;
}

const clamp = (value: number): number => Math.max(-LARGEST - 1, Math.min(LARGEST, value));
const isOfShortFloats = ({ d }: Product): boolean => d.type !== 'f64' && d.type !== 's32';

function addPart(product: Product, part: Part): void {
  if (product.d.type === 'f64') chain(part);
  else if (product.bits) countBits(part, BIT_OPERATIONS[product.bits]);
  else if (product.d.type === 's32') accumulate(part);
  else addAsTensorCores(product, part);
}

const sparseColumns = new SparseColumns();
/** B as a row of a sparse A meets it. */
const metB = new ExponentMatrix(MOST_ELEMENTS);

function addRowByRow(lanes: Lanes, product: Product, sparse: SparseFactor, whole: Part): void {
  sparseColumns.find(lanes, sparse);
  for (let first = 0; first < whole.rows; first++) {
    sparseColumns.gather(factorsB, first, whole.columns, product.steps.order, metB);
    addPart(product, { ...whole, first, rows: 1, b: metB });
  }
}

function accumulate({ first, rows, columns, depth, b: { values } }: Part): void {
  for (let m = first; m < first + rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = 0;
      for (let i = m * depth, j = n * depth; i < (m + 1) * depth; i++, j++) sum += a[i] * values[j];
      c[m * columns + n] += sum;
    }
  }
}

const BIT_OPERATIONS = {
  xor: (x: number, y: number): number => x ^ y,
  and: (x: number, y: number): number => x & y,
};
export type BitOperation = keyof typeof BIT_OPERATIONS;

/** The depth is words of 32 bits. */
function countBits({ rows, columns, depth }: Part, operation: (x: number, y: number) => number): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += popcount32(operation(a[m * depth + k], b[n * depth + k]));
      c[m * columns + n] += sum;
    }
  }
}

/** Puts the factors in the order in which they are added, and finds their exponents; a sparse A's B is put in order by its rows. */
function noteFactors({
  a: { fragment, type },
  b: { fragment: turned, type: typeB },
  steps: { order },
  sparse,
  scales,
}: Product): void {
  if (order) factorsA.order(fragment.rows, order);
  if (order && !sparse) factorsB.order(turned.rows, order);
  const least = (of: string): number => (scales ? NO_LEAST : LEAST_EXPONENT[of]);
  factorsA.note(fragment.rows * fragment.columns, least(type));
  factorsB.note(turned.rows * turned.columns, least(typeB));
}

function addAsTensorCores(
  { d, steps: { stepDepth, startsAtZero } }: Product,
  { first, rows, columns, depth, b }: Part,
): void {
  if (factorsA.isZero(first * depth, rows * depth) && factorsB.isFinite) {
    // Nothing is added, but zeros lose their sign.
    for (let i = first * columns; i < (first + rows) * columns; i++) c[i] += 0;
    return;
  }
  const startsAtC = !startsAtZero;
  const round = AFTER_STEP[d.type as keyof typeof AFTER_STEP];
  const sums = { a: factorsA, b, stepDepth, depth, keptPlaces: KEPT_PLACES, round };
  for (let m = first; m < first + rows; m++) {
    for (let n = 0; n < columns; n++) {
      const at = m * columns + n;
      const sum = sumFrom(startsAtC ? c[at] : 0, sums, m * depth, n * depth);
      c[at] = startsAtC ? sum : c[at] + sum;
    }
  }
}

function chain({ rows, columns, depth }: Part): void {
  for (let m = 0; m < rows; m++) {
    for (let n = 0; n < columns; n++) {
      let sum = c[m * columns + n];
      for (let k = 0; k < depth; k++) sum = fma64(a[m * depth + k], b[n * depth + k], sum);
      c[m * columns + n] = sum;
    }
  }
}
