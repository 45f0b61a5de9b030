/**
 * D = A B + C of a warpgroup: 64 rows, N columns, 32 bytes of K. Floats are added as the tensor cores of an H200 do
 * (`tensor-sums.ts`), from C on, all products at once; integers wrap or clamp. Rows of A and columns of B are lists of numbers,
 * K of each behind one another; of single bits, K words of 32.
 */
import { popcount32 } from '../../../base/bits.ts';
import type { Lanes } from '../../machine/operation.ts';
import type { ExponentMatrix } from './exponent-matrix.ts';
import { AFTER_STEP, cutToShortF32, KEPT_PLACES, KEPT_PLACES_OF_BYTES, type TensorSums } from './tensor-sums.ts';
import { addToFour } from './tensor-sums-of-four.ts';
import { CELLS, cells, keepSums, type WarpgroupProduct } from './warpgroup-sums.ts';

export const ROWS = 64;
export const MOST_COLUMNS = 256;
export const WARP_ROWS = 16;

/** The dot products of two rows, 8 apart, with two columns side by side. */
const dots = new Float64Array(4);

function multiply(a: Float64Array, row: number, b: Float64Array, column: number, depth: number): void {
  const [below, beside] = [row + 8 * depth, column + depth];
  let [s00, s01, s10, s11] = [0, 0, 0, 0];
  for (let k = 0; k < depth; k++) {
    const x = a[row + k];
    const y = a[below + k];
    const u = b[column + k];
    const v = b[beside + k];
    s00 += x * u;
    s01 += x * v;
    s10 += y * u;
    s11 += y * v;
  }
  dots[0] = s00;
  dots[1] = s01;
  dots[2] = s10;
  dots[3] = s11;
}

/** Bits that both have. */
function countBits(a: Float64Array, row: number, b: Float64Array, column: number, depth: number): void {
  for (let i = 0; i < 4; i++) {
    const [x, y] = [row + (i >> 1) * 8 * depth, column + (i & 1) * depth];
    let sum = 0;
    for (let k = 0; k < depth; k++) sum += popcount32(a[x + k] & b[y + k]);
    dots[i] = sum;
  }
}

/** Adds products of integers to `cells`. */
function addIntegers(a: Float64Array, row: number, b: Float64Array, column: number, product: WarpgroupProduct): void {
  (product.isBitwise ? countBits : multiply)(a, row, b, column, product.depth);
  for (let i = 0; i < 4; i++) cells[i] += dots[i];
}

const ROUND = { f16: AFTER_STEP.f16, f32: AFTER_STEP.f32, s32: (sum: number): number => sum } as const;

/** Sums of factors of 8 bits have fewer digits than others. */
export function sumsOf({ depth, sums, hasBytes }: WarpgroupProduct, a: ExponentMatrix, b: ExponentMatrix): TensorSums {
  const keptPlaces = hasBytes ? KEPT_PLACES_OF_BYTES : KEPT_PLACES;
  const round = hasBytes && sums === 'f32' ? cutToShortF32 : ROUND[sums];
  return { a, b, stepDepth: depth, depth, keptPlaces, round };
}

/** Whether warp `index`'s rows of A are zeros, and D is C: sums of 8-bit factors are cut even then. */
const addsNothing = (index: number, { depth, hasBytes }: WarpgroupProduct, a: ExponentMatrix, b: ExponentMatrix) =>
  !hasBytes && b.isFinite && a.isZero(WARP_ROWS * index * depth, WARP_ROWS * depth);

/**
 * In warp `index`, lane l holds rows 16 index + l / 4 and 8 below, in columns 2 (l % 4) and the next of each 8 (PTX
 * ISA, "Register Fragments for wgmma.mma_async.m64nNk16"). `isAdded`: C is what D holds, not zero.
 */
export function multiplyRows(
  lanes: Lanes,
  index: number,
  product: WarpgroupProduct,
  a: ExponentMatrix,
  b: ExponentMatrix,
  isAdded: boolean,
): void {
  const { sums, slots } = product;
  if (sums !== 's32' && addsNothing(index, product, a, b)) keepSums(lanes, slots, sums, isAdded);
  else addProducts(lanes, index, product, a, b, isAdded);
}

function addProducts(
  lanes: Lanes,
  index: number,
  product: WarpgroupProduct,
  a: ExponentMatrix,
  b: ExponentMatrix,
  isAdded: boolean,
): void {
  const { columns, depth, slots } = product;
  const { load, store } = CELLS[product.sums];
  const sums = product.sums === 's32' ? null : sumsOf(product, a, b);
  for (let j = 0; j < columns / 8; j++) {
    for (let lane = 0; lane < 32; lane++) {
      const [row, column] = [(WARP_ROWS * index + (lane >> 2)) * depth, (8 * j + 2 * (lane & 3)) * depth];
      if (isAdded) load(lanes, slots, j, lane);
      else cells.fill(0);
      if (sums === null) addIntegers(a.values, row, b.values, column, product);
      else addToFour(cells, sums, row, row + 8 * depth, column, column + depth);
      store(lanes, product, j, lane);
    }
  }
}
