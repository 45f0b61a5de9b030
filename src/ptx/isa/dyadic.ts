/** Doubles exactly, as integer · 2^exponent: for what double arithmetic cannot say itself. Slow. */

export type Dyadic = readonly [integer: bigint, exponent: number];

const double = new Float64Array(1);
const word = new BigInt64Array(double.buffer);

/** A finite double. */
export function dyadic(value: number): Dyadic {
  double[0] = value;
  const field = Number((word[0] >> 52n) & 0x7ffn);
  const mantissa = (word[0] & 0xf_ffff_ffff_ffffn) | (field === 0 ? 0n : 1n << 52n);
  return [value < 0 ? -mantissa : mantissa, Math.max(field, 1) - 1075];
}

export const product = ([m, e]: Dyadic, [n, f]: Dyadic): Dyadic => [m * n, e + f];

export function sum([m, e]: Dyadic, [n, f]: Dyadic): Dyadic {
  const least = Math.min(e, f);
  return [(m << BigInt(e - least)) + (n << BigInt(f - least)), least];
}

export const difference = (a: Dyadic, [n, f]: Dyadic): Dyadic => sum(a, [-n, f]);

/** The double above (+1) or below (-1) a finite one. */
export function neighbour64(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  double[0] = value;
  word[0] += value > 0 === direction > 0 ? 1n : -1n;
  return double[0];
}

/** Nearest double, ties to even, subnormals and overflow included. */
export function nearestDouble([value, exponent]: Dyadic): number {
  if (value === 0n) return 0;
  const size = value < 0n ? -value : value;
  const bits = size.toString(2).length;
  const drop = Math.max(bits - 53, -1074 - exponent, 0);
  const kept = size >> BigInt(drop);
  const rest = size - (kept << BigInt(drop));
  const half = drop === 0 ? 0n : 1n << BigInt(drop - 1);
  const up = drop > 0 && (rest > half || (rest === half && (kept & 1n) === 1n));
  const scale = exponent + drop;
  const mantissa = Number(up ? kept + 1n : kept);
  // Two steps, since 2^scale alone may over- or underflow; the first step is exact.
  const first = Math.max(-1000, Math.min(900, scale));
  const magnitude = mantissa * 2 ** first * 2 ** (scale - first);
  return value < 0n ? -magnitude : magnitude;
}
