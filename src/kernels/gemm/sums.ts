/** Rows of A times columns of B: sums in doubles, and how far a version with sums in f32 may be from them. Knows no tiles. */

/** Rows of A or columns of B behind one another, each of K numbers of bf16. */
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

/** Half a step of a bf16 is at most this part of the number. */
const ROUNDING = 2 ** -8;

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

/** `cuda/kernels/gemm/reference.cu` has the same, to the last bit: no operation may change places. */
export function sumsOf(rows: OperandLines, columns: OperandLines): ReferenceSums {
  const { k } = rows;
  const [m, n] = [rows.numbers.length / k, columns.numbers.length / k];
  const c = new Float64Array(m * n);
  const bounds = new Float64Array(m * n);
  for (let at = 0; at < c.length; at++) {
    const column = at % n;
    const sums = dotOf(rows.numbers, ((at - column) / n) * k, columns.numbers, column * k, k);
    c[at] = sums.sum;
    bounds[at] = Math.abs(sums.sum) * ROUNDING + sums.partials * OF_PARTIALS + sums.magnitude * OF_MAGNITUDE;
  }
  return { c, bounds };
}

function dotOf(a: Float64Array, fromA: number, b: Float64Array, fromB: number, k: number) {
  let sum = 0;
  let magnitude = 0;
  let partials = 0;
  for (let i = 0; i < k; i++) {
    const product = a[fromA + i] * b[fromB + i];
    sum += product;
    magnitude += Math.abs(product);
    partials += Math.abs(sum);
  }
  return { sum, magnitude, partials };
}
