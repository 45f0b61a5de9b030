/**
 * Four sums at once, of two rows of A with two columns of B: each number is read for two of them. They are those of
 * `sumFrom`, all products in one step.
 */
import { exponentOfSum, isAligned } from './exponent-matrix.ts';
import { POWERS_MIDDLE, powers, sumFrom, type TensorSums } from './tensor-sums.ts';

const largest = new Int32Array(4);

/** Largest exponent of each sum and its products: row `i`, `below`; column `j`, `beside`. */
function findLargest(
  starts: Float64Array,
  sums: TensorSums,
  i: number,
  below: number,
  j: number,
  beside: number,
): void {
  const { exponents: x } = sums.a;
  const { exponents: y } = sums.b;
  let l0 = exponentOfSum(starts[0]);
  let l1 = exponentOfSum(starts[1]);
  let l2 = exponentOfSum(starts[2]);
  let l3 = exponentOfSum(starts[3]);
  for (let k = 0; k < sums.depth; k++) {
    const p = x[i + k];
    const q = x[below + k];
    const u = y[j + k];
    const v = y[beside + k];
    if (p + u > l0) l0 = p + u;
    if (p + v > l1) l1 = p + v;
    if (q + u > l2) l2 = q + u;
    if (q + v > l3) l3 = q + v;
  }
  largest[0] = l0;
  largest[1] = l1;
  largest[2] = l2;
  largest[3] = l3;
}

const scales = new Float64Array(4);

function addAligned(
  starts: Float64Array,
  { a, b, depth }: TensorSums,
  i: number,
  below: number,
  j: number,
  beside: number,
): void {
  const [c0, c1, c2, c3] = scales;
  let s0 = Math.trunc(starts[0] * c0);
  let s1 = Math.trunc(starts[1] * c1);
  let s2 = Math.trunc(starts[2] * c2);
  let s3 = Math.trunc(starts[3] * c3);
  for (let k = 0; k < depth; k++) {
    const p = a.values[i + k];
    const q = a.values[below + k];
    const u = b.values[j + k];
    const v = b.values[beside + k];
    s0 += Math.trunc(p * u * c0);
    s1 += Math.trunc(p * v * c1);
    s2 += Math.trunc(q * u * c2);
    s3 += Math.trunc(q * v * c3);
  }
  [starts[0], starts[1], starts[2], starts[3]] = [s0, s1, s2, s3];
}

/** Adds to `starts` the products of row `i` with columns `j` and `beside`, then those of row `below`. */
export function addToFour(
  starts: Float64Array,
  sums: TensorSums,
  i: number,
  below: number,
  j: number,
  beside: number,
): void {
  findLargest(starts, sums, i, below, j, beside);
  if (!largest.every(isAligned)) {
    for (let n = 0; n < 4; n++) starts[n] = sumFrom(starts[n], sums, n < 2 ? i : below, n % 2 === 0 ? j : beside);
    return;
  }
  for (let n = 0; n < 4; n++) scales[n] = powers[POWERS_MIDDLE + sums.keptPlaces - largest[n]];
  addAligned(starts, sums, i, below, j, beside);
  for (let n = 0; n < 4; n++) starts[n] = sums.round(starts[n] / scales[n]) + 0;
}
