/** 2^x and its inverse in doubles by nothing but products, sums and quotients, so that a GPU's reference has the same bits. */

/** 1 / n! for n from 13 down to 0. */
const COEFFICIENTS: readonly number[] = Array.from({ length: 14 }, (_, i) => 13 - i).map(
  n => 1 / Array.from({ length: n }, (_, i) => i + 1).reduce((product, factor) => product * factor, 1),
);

/** 2^x for an x of at most 0, within some 2^-50; 0 for minus infinity, and if an f32 would be 0. */
export function powerOfTwo(x: number): number {
  if (!(x >= -160)) return 0;
  const whole = Math.floor(x + 0.5);
  const rest = (x - whole) * Math.LN2;
  return COEFFICIENTS.reduce((sum, coefficient) => sum * rest + coefficient, 0) * 2 ** whole;
}

/** Coefficients 1 / n of the odd powers of z in atanh(z), for n from 35 down to 1; z is below 1/3. */
const TERMS: readonly number[] = Array.from({ length: 18 }, (_, i) => 1 / (35 - 2 * i));

/** log2(x) for an x of at least 1, within some 2^-50. */
export function binaryLogarithm(x: number): number {
  let [whole, part] = [0, x];
  while (part >= 2) {
    part /= 2;
    whole++;
  }
  const z = (part - 1) / (part + 1);
  const series = TERMS.reduce((sum, term) => sum * (z * z) + term, 0);
  return whole + (2 * z * series) / Math.LN2;
}
