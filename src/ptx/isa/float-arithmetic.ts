/**
 * Correctly rounded narrowing and fused multiply-add, from double arithmetic. `Math.fround` of the double result is exact for
 * f32 add, sub, mul, div and sqrt (a double has more than twice the digits); a sum that is not exact in double must be
 * rounded to odd first (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums").
 */
import { bitsOfFloat, floatOfBits } from './float.ts';

const word = new Int32Array(2);
const double = new Float64Array(word.buffer);

export type Rounding = 'rn' | 'rz' | 'rm' | 'rp' | 'rna';

/** Rounding error of the sum `s` of x + y (Knuth's TwoSum): x + y = s + error exactly. */
export function sumError(x: number, y: number, s: number): number {
  const part = s - x;
  return x - (s - part) + (y - part);
}

/** `s` with its last digit made odd when the exact value s + error lies beside it: a later rounding is then exact. */
export function roundToOdd(s: number, error: number): number {
  if (error === 0 || Number.isNaN(error)) return s;
  double[0] = s;
  if ((word[0] & 1) === 1) return s;
  const away = error > 0 === s > 0;
  if (away) word[0] |= 1;
  else if (word[0] === 0) {
    word[0] = -1;
    word[1] -= 1;
  } else word[0] -= 1;
  return double[0];
}

/** x + y as a double that rounds to any narrower format as the exact sum would. */
export function oddSum(x: number, y: number): number {
  const s = x + y;
  return roundToOdd(s, sumError(x, y, s));
}

/** The same for rounding downwards, where a sum that cancels is -0. */
export function oddSumDown(x: number, y: number): number {
  const s = oddSum(x, y);
  return s === 0 && !(Object.is(x, 0) && Object.is(y, 0)) ? -0 : s;
}

/**
 * Nearest f32 of a * b + c. The product of two f32 is exact in double and the sum s nearly so: rounding s is right
 * unless s lies exactly between two f32, where the digits that s lost decide.
 */
export function fma32(a: number, b: number, c: number): number {
  const p = a * b;
  const s = p + c;
  const nearest = Math.fround(s);
  const off = s - nearest;
  if (off === 0) return nearest;
  const opposite = nearest + 2 * off;
  return Math.fround(opposite) === opposite || !Number.isFinite(nearest) ? Math.fround(oddSum(p, c)) : nearest;
}

/** The neighbour of f32 `value` above (+1) or below (-1). */
export function neighbour(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * 2 ** -149;
  const bits = bitsOfFloat(value);
  return floatOfBits(value > 0 === direction > 0 ? bits + 1 : bits - 1);
}

/** f32 of `exact` in the given direction; `exact` is an exact value or one rounded to odd. */
export function toFloat(exact: number, rounding: Rounding): number {
  const nearest = Math.fround(exact);
  if (rounding === 'rn' || exact === nearest || Number.isNaN(exact)) return nearest;
  const tooHigh = nearest > exact;
  const down = rounding === 'rm' || (rounding === 'rz' && exact > 0);
  if (down) return tooHigh ? neighbour(nearest, -1) : nearest;
  return tooHigh ? nearest : neighbour(nearest, 1);
}

/** Subnormal f32 become zeros of their sign (`.ftz`). */
export const flush = (value: number): number => (Math.abs(value) < 2 ** -126 ? value * 0 : value);

/** The same for another least normal number. */
export const flushBelow =
  (least: number) =>
  (value: number): number =>
    Math.abs(value) < least ? value * 0 : value;

/** `.sat`: clamp to [0, 1]; NaN and -0 become +0. */
export const saturate = (value: number): number => (value > 0 ? Math.min(value, 1) : 0);

/** Rounds to an integer, ties to even. */
export function nearestInteger(value: number): number {
  const size = Math.abs(value);
  const floor = Math.floor(size);
  const rest = size - floor;
  const nearest = rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
  // -0.3 becomes -0.
  return value < 0 || Object.is(value, -0) ? -nearest : nearest;
}
