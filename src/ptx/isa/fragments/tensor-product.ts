/**
 * D = A B + D of `tcgen05.mma`, one CTA's rows of it. How tensor cores of sm_100 round inside of a product is not published: floats are
 * added as an H200 does those of 16 bits (`tensor-sums.ts`), all products of an instruction at once, from D on. Integers are exact.
 */
import { decodeFloat, encodeFloat, F16 } from '../../../base/float-formats.ts';
import { bitsOfNumber, floatOfBits } from '../float.ts';
import type { ExponentMatrix } from './exponent-matrix.ts';
import { AFTER_STEP, KEPT_PLACES, type TensorSums } from './tensor-sums.ts';
import { addToFour } from './tensor-sums-of-four.ts';
import type { SumType } from './warpgroup-sums.ts';

export interface TensorProduct {
  /** Rows of A for this CTA, from the first one on. */
  readonly firstRow: number;
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
  readonly sums: SumType;
  readonly saturates: boolean;
  readonly isAdded: boolean;
  /** Factor of D before the product is added. */
  readonly scale: number;
  /** Word of an element of D; negative for one that is not written. */
  readonly wordOf: (row: number, column: number) => number;
}

interface SumCode {
  readonly decode: (word: number) => number;
  readonly encode: (sum: number, saturates: boolean) => number;
}

const CODES: Readonly<Record<SumType, SumCode>> = {
  f32: { decode: floatOfBits, encode: bitsOfNumber },
  f16: { decode: word => decodeFloat(F16, word & 0xffff), encode: sum => encodeFloat(F16, sum) },
  s32: {
    decode: word => word,
    encode: (sum, saturates) => (saturates ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, sum)) : sum | 0),
  },
};

/** Sums of two rows with two columns. */
const cells = new Float64Array(4);

export function multiplyTensors(words: Int32Array, product: TensorProduct, a: ExponentMatrix, b: ExponentMatrix): void {
  const { rows, columns, firstRow, depth, sums } = product;
  const add = sums === 's32' ? addIntegers : floatAdder(product, a, b);
  for (let row = 0; row < rows; row += 2) {
    for (let column = 0; column < columns; column += 2) {
      loadCells(words, product, row, column);
      add(a.values, (firstRow + row) * depth, b.values, column * depth, depth);
      storeCells(words, product, row, column);
    }
  }
}

type Add = (a: Float64Array, row: number, b: Float64Array, column: number, depth: number) => void;

function floatAdder({ depth, sums }: TensorProduct, a: ExponentMatrix, b: ExponentMatrix): Add {
  const round = AFTER_STEP[sums as keyof typeof AFTER_STEP];
  const all: TensorSums = { a, b, stepDepth: depth, depth, keptPlaces: KEPT_PLACES, round };
  return (_a, row, _b, column) => addToFour(cells, all, row, row + depth, column, column + depth);
}

const addIntegers: Add = (a, row, b, column, depth) => {
  for (let i = 0; i < 4; i++) {
    const [x, y] = [row + (i >> 1) * depth, column + (i & 1) * depth];
    for (let k = 0; k < depth; k++) cells[i] += a[x + k] * b[y + k];
  }
};

function loadCells(
  words: Int32Array,
  { sums, isAdded, scale, wordOf }: TensorProduct,
  row: number,
  column: number,
): void {
  const { decode } = CODES[sums];
  for (let i = 0; i < 4; i++) {
    const at = wordOf(row + (i >> 1), column + (i & 1));
    cells[i] = isAdded && at >= 0 ? decode(words[at]) * scale : 0;
  }
}

function storeCells(words: Int32Array, { sums, saturates, wordOf }: TensorProduct, row: number, column: number): void {
  const { encode } = CODES[sums];
  for (let i = 0; i < 4; i++) {
    const at = wordOf(row + (i >> 1), column + (i & 1));
    if (at >= 0) words[at] = encode(cells[i], saturates);
  }
}
