/** Words of the grids in wide.hpp. Division by a constant: n / divisor is the high half of 2 n x multiplier, shifted. */

// Same value as in wide.hpp.
const MAX_DIMS = 12;

/** One count of nothing. */
const UNUSED = [1, 0, 0, 0, 0, 0, 0];

/** Of a grid that has less dimensions than it could have: each has a divisor and four numbers. */
export const dimWords = (dims: readonly (readonly number[])[]): number[] =>
  [...dims, ...Array.from({ length: MAX_DIMS - dims.length }, () => UNUSED)].flat();

/** The words of `Divisor`: for numbers below 2^31, and divisors up to 2^30. */
export function divisorWords(divisor: number): number[] {
  const shift = Math.ceil(Math.log2(divisor));
  const multiplier = ceilOf(2n ** BigInt(31 + shift), BigInt(divisor));
  return [divisor, Number(multiplier), shift];
}

const ceilOf = (n: bigint, by: bigint): bigint => (n + by - 1n) / by;
