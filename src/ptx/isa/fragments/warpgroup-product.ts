/**
 * D = A B + C of a warpgroup: 64 rows, N columns, 32 bytes of K. Arithmetic is that of `matrix-product.ts`: products and their
 * sum, k ascending, are exact or rounded to double; C is added; one rounding to D's type ends it. Integers wrap or clamp.
 * Rows of A and columns of B are lists of numbers, K of each behind one another; of single bits, K words of 32.
 */
import { popcount32 } from '../../../base/bits.ts';
import { decodeFloat, encodeFloat, F16 } from '../../../base/float-formats.ts';
import type { Lanes } from '../../machine/operation.ts';

export type SumType = 'f16' | 'f32' | 's32';

export const ROWS = 64;
export const MOST_COLUMNS = 256;
const WARP_ROWS = 16;

/** What to multiply and where the sums go. */
export interface WarpgroupProduct {
  readonly columns: number;
  readonly depth: number;
  readonly isBitwise: boolean;
  /** 1 or -1: the product of both operands' signs. */
  readonly sign: number;
  readonly sums: SumType;
  readonly saturates: boolean;
  /** Registers of D. */
  readonly slots: readonly number[];
}

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

/** Adds `dots` to, or puts them in place of, the sums of one lane in columns 8 j to 8 j + 7. */
type Store = (lanes: Lanes, product: WarpgroupProduct, j: number, lane: number, isAdded: boolean) => void;

const NAN_BITS = 0x7fffffff;

const storeFloats: Store = ({ r, f }, { slots }, j, lane, isAdded) => {
  for (let i = 0; i < 4; i++) {
    const at = slots[4 * j + i] + lane;
    const value = isAdded ? f[at] + dots[i] : dots[i];
    if (Number.isNaN(value)) r[at] = NAN_BITS;
    else f[at] = value;
  }
};

const storeIntegers: Store = ({ r }, { slots, saturates }, j, lane, isAdded) => {
  for (let i = 0; i < 4; i++) {
    const at = slots[4 * j + i] + lane;
    const value = isAdded ? r[at] + dots[i] : dots[i];
    r[at] = saturates ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value)) : value | 0;
  }
};

/** Two sums in a register. */
const storeHalves: Store = ({ r }, { slots }, j, lane, isAdded) => {
  for (let i = 0; i < 2; i++) {
    const at = slots[2 * j + i] + lane;
    const [low, high] = isAdded ? [decodeFloat(F16, r[at]), decodeFloat(F16, r[at] >>> 16)] : [0, 0];
    r[at] = encodeFloat(F16, low + dots[2 * i]) | (encodeFloat(F16, high + dots[2 * i + 1]) << 16);
  }
};

const STORES: Readonly<Record<SumType, Store>> = { f16: storeHalves, f32: storeFloats, s32: storeIntegers };

/**
 * Of warp `index`, lane l holds rows 16 index + l / 4 and 8 below, in columns 2 (l % 4) and the next of each 8 (PTX ISA,
 * "Register Fragments for wgmma.mma_async.m64nNk16"). `isAdded`: C is what D holds, not zero.
 */
export function multiplyRows(
  lanes: Lanes,
  index: number,
  product: WarpgroupProduct,
  a: Float64Array,
  b: Float64Array,
  isAdded: boolean,
): void {
  const { columns, depth, isBitwise, sign, sums } = product;
  const [dot, store] = [isBitwise ? countBits : multiply, STORES[sums]];
  for (let j = 0; j < columns / 8; j++) {
    for (let lane = 0; lane < 32; lane++) {
      dot(a, (WARP_ROWS * index + (lane >> 2)) * depth, b, (8 * j + 2 * (lane & 3)) * depth, depth);
      if (sign < 0) for (let i = 0; i < 4; i++) dots[i] = 0 - dots[i];
      store(lanes, product, j, lane, isAdded);
    }
  }
}
