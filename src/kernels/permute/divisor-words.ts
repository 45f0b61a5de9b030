/** Division by a constant on the device: n / divisor is the high half of 2 n x multiplier, shifted. */

/** The words of `Divisor`: for numbers below 2^31, and divisors up to 2^30. */
export function divisorWords(divisor: number): number[] {
  const shift = Math.ceil(Math.log2(divisor));
  const multiplier = ceilOf(2n ** BigInt(31 + shift), BigInt(divisor));
  return [divisor, Number(multiplier), shift];
}

const ceilOf = (n: bigint, by: bigint): bigint => (n + by - 1n) / by;
