/** Rows of A times columns of B: sums in doubles, and how far a version with sums in f32 may be from them. Knows no tiles. */
import type { GemmElement } from './build.ts';

/** Rows of A or columns of B behind one another, each of K numbers. */
export interface OperandLines {
  readonly numbers: Float64Array;
  readonly k: number;
}

/** Sums of each row with each column, row by row. */
export interface ReferenceSums {
  /** Exact where the products and their sums are. */
  readonly c: Float64Array;
  readonly bounds: Float64Array;
}

/** Half a step of C is at most this part of the number, and for the smallest numbers of an f16 at least `LEAST`. */
const ROUNDING: Readonly<Record<GemmElement, number>> = { bf16: 2 ** -8, f16: 2 ** -11, e4m3: 2 ** -8 };
const LEAST: Readonly<Record<GemmElement, number>> = { bf16: 0, f16: 2 ** -25, e4m3: 0 };

/**
 * A running error bound (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, section 3.3) for tensor cores. These add
 * b products and the sum so far at once: each is cut off 2^23 below the largest of them, and so is what comes out (Fasi et al.,
 * "Numerical behavior of NVIDIA tensor cores", PeerJ CS 7:e330, 2021). A step is then at most (b + 2) 2^-23 of the largest from the
 * exact one, and that is at most any of the step's b partial sums |s| and all of its magnitudes |p| together. Over all steps that
 * makes (1 + 2 / b) 2^-23 of the sum of |s|, and (b + 2) 2^-23 of the sum of |p|: the bounds below for 3 <= b <= 30, with what
 * rounding adds to an error. Sums go in the order of K in all versions.
 */
const OF_PARTIALS = 2 ** -22;
const OF_MAGNITUDE = 2 ** -18;

/**
 * Products of 8 bits on a Hopper keep fewer places: those of a step of 32, and the sum so far, are cut off 2^13 below the largest, and
 * the new sum behind 14 digits (an H200, bit by bit: `src/ptx/isa/fragments/tensor-sums.ts`; DeepSeek-V3, arXiv 2412.19437, section 3.3.2,
 * found 14 bits, too). A part of a number is then lost that is at most 2^-13 of that largest, L:
 * - of the sum where a product is larger, and behind the step: at most 2^-13 of the largest product and of the new sum. All may have the
 *   same sign, so these add up.
 * - of each product: at most 2^-13 L, with the product's sign. Signs of the operands are drawn, evenly and one by one, so these are
 *   bounded steps of no drift, whose sum is beyond 8 times the root of the sum of their squares once in 4 10^13 (Azuma and Hoeffding; for
 *   sums of roundings: Higham and Mary, "A new approach to probabilistic rounding error analysis", SIAM J. Sci. Comput. 41, 2019).
 *   If all had the same sign, a bound would be as large as C itself at K = 8192, and would find nothing.
 * L is that of the exact sums; the sixteenth more is for those of a version, which differ a little, and for rounding an error.
 */
const OF_CUT = 2 ** -13 * (1 + 2 ** -4);
const DEVIATIONS = 8;
const STEP = 32;

/** `cuda/kernels/gemm/reference.cu` has the same, to the last bit: no operation may change places. */
export function sumsOf(rows: OperandLines, columns: OperandLines, elementType: GemmElement): ReferenceSums {
  const { k } = rows;
  const [m, n] = [rows.numbers.length / k, columns.numbers.length / k];
  const c = new Float64Array(m * n);
  const bounds = new Float64Array(m * n);
  const dotOf = elementType === 'e4m3' ? dotOfBytes : dotOfShorts;
  for (let at = 0; at < c.length; at++) {
    const column = at % n;
    const sums = dotOf(rows.numbers, ((at - column) / n) * k, columns.numbers, column * k, k);
    c[at] = sums.sum;
    bounds[at] = Math.max(Math.abs(sums.sum) * ROUNDING[elementType], LEAST[elementType]) + sums.cut;
  }
  return { c, bounds };
}

interface Dot {
  readonly sum: number;
  /** What tensor cores may have cut off in all. */
  readonly cut: number;
}

function dotOfShorts(a: Float64Array, fromA: number, b: Float64Array, fromB: number, k: number): Dot {
  let sum = 0;
  let magnitude = 0;
  let partials = 0;
  for (let i = 0; i < k; i++) {
    const product = a[fromA + i] * b[fromB + i];
    sum += product;
    magnitude += Math.abs(product);
    partials += Math.abs(sum);
  }
  return { sum, cut: partials * OF_PARTIALS + magnitude * OF_MAGNITUDE };
}

function dotOfBytes(a: Float64Array, fromA: number, b: Float64Array, fromB: number, k: number): Dot {
  let sum = 0;
  let ofSums = 0;
  let squares = 0;
  for (let first = 0; first < k; first += STEP) {
    const count = Math.min(STEP, k - first);
    const before = Math.abs(sum);
    let product = 0;
    for (let i = first; i < first + count; i++) {
      const each = a[fromA + i] * b[fromB + i];
      sum += each;
      product = Math.max(product, Math.abs(each));
    }
    const largest = Math.max(before, product);
    ofSums += product + Math.abs(sum);
    squares += count * (largest * largest);
  }
  return { sum, cut: (ofSums + DEVIATIONS * Math.sqrt(squares)) * OF_CUT };
}
