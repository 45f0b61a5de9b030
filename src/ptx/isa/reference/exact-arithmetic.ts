/** Arithmetic and comparison of exact values. */
import { bitLength, type Exact, type RoundingMode } from './exact-float.ts';

export const negate = (a: Exact): Exact =>
  a.kind === 'nan'
    ? a
    : a.kind === 'infinite'
      ? { ...a, sign: a.sign < 0 ? 1 : -1 }
      : { ...a, integer: -a.integer, sign: a.sign < 0 ? 1 : -1 };

export function add(a: Exact, b: Exact, mode: RoundingMode = 'rn'): Exact {
  if (a.kind === 'nan' || b.kind === 'nan') return { kind: 'nan' };
  if (a.kind === 'infinite') return b.kind === 'infinite' && b.sign !== a.sign ? { kind: 'nan' } : a;
  if (b.kind === 'infinite') return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const integer = (a.integer << BigInt(a.exponent - exponent)) + (b.integer << BigInt(b.exponent - exponent));
  if (integer !== 0n) return { kind: 'finite', integer, exponent, sign: integer < 0n ? -1 : 1 };
  const sign = a.integer === 0n && a.sign === b.sign ? a.sign : mode === 'rm' ? -1 : 1;
  return { kind: 'finite', integer, exponent, sign };
}

export function multiply(a: Exact, b: Exact): Exact {
  if (a.kind === 'nan' || b.kind === 'nan') return { kind: 'nan' };
  const sign = a.sign === b.sign ? 1 : -1;
  const isZero = (v: Exact) => v.kind === 'finite' && v.integer === 0n;
  if (a.kind === 'infinite' || b.kind === 'infinite')
    return isZero(a) || isZero(b) ? { kind: 'nan' } : { kind: 'infinite', sign };
  return { kind: 'finite', integer: a.integer * b.integer, exponent: a.exponent + b.exponent, sign };
}

/** Enough quotient digits, and one more that is odd when the division leaves a rest, so that rounding is right. */
export function divide(a: Exact, b: Exact): Exact {
  if (a.kind === 'nan' || b.kind === 'nan') return { kind: 'nan' };
  const sign = a.sign === b.sign ? 1 : -1;
  if (a.kind === 'infinite') return b.kind === 'infinite' ? { kind: 'nan' } : { kind: 'infinite', sign };
  if (b.kind === 'infinite') return { kind: 'finite', integer: 0n, exponent: 0, sign };
  if (b.integer === 0n) return a.integer === 0n ? { kind: 'nan' } : { kind: 'infinite', sign };
  const [n, d] = [abs(a.integer) << 200n, abs(b.integer)];
  const quotient = (n / d) * 2n + (n % d === 0n ? 0n : 1n);
  return { kind: 'finite', integer: sign < 0 ? -quotient : quotient, exponent: a.exponent - b.exponent - 201, sign };
}

export function squareRoot(a: Exact): Exact {
  if (a.kind === 'nan') return a;
  if (a.kind === 'infinite') return a.sign > 0 ? a : { kind: 'nan' };
  if (a.integer === 0n) return a;
  if (a.integer < 0n) return { kind: 'nan' };
  const odd = Math.abs(a.exponent) % 2;
  const scaled = a.integer << BigInt(200 + odd);
  const root = integerRoot(scaled);
  const sticky = root * root === scaled ? 0n : 1n;
  return { kind: 'finite', integer: root * 2n + sticky, exponent: (a.exponent - odd - 200) / 2 - 1, sign: 1 };
}

function integerRoot(n: bigint): bigint {
  let x = 1n << BigInt((bitLength(n) + 1) >> 1);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

const abs = (v: bigint): bigint => (v < 0n ? -v : v);

/** -1, 0, 1, or null when either is NaN. */
export function compare(a: Exact, b: Exact): number | null {
  const difference = add(a, negate(b));
  if (a.kind === 'nan' || b.kind === 'nan') return null;
  if (difference.kind === 'nan') return 0;
  if (difference.kind === 'infinite') return difference.sign;
  return difference.integer === 0n ? 0 : difference.sign;
}

/** The integer that the rounding mode of `cvt` gives. */
export function toInteger(a: Extract<Exact, { kind: 'finite' }>, mode: 'rni' | 'rzi' | 'rmi' | 'rpi'): bigint {
  if (a.exponent >= 0) return a.integer << BigInt(a.exponent);
  const shift = BigInt(-a.exponent);
  const floor = a.integer >> shift;
  const rest = a.integer - (floor << shift);
  if (rest === 0n || mode === 'rmi') return floor;
  if (mode === 'rpi') return floor + 1n;
  if (mode === 'rzi') return a.integer < 0n ? floor + 1n : floor;
  const half = 1n << (shift - 1n);
  return rest > half || (rest === half && (floor & 1n) === 1n) ? floor + 1n : floor;
}
