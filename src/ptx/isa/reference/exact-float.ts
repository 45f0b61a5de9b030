/**
 * Floating point by the definition, for tests: values are exact (integer * 2^exponent), and one function rounds them. Slow and
 * plain on purpose; it shares nothing with what the emulator computes with.
 */

export interface Format {
  readonly bits: number;
  readonly mantissaBits: number;
}

export const FORMATS = {
  f16: { bits: 16, mantissaBits: 10 },
  bf16: { bits: 16, mantissaBits: 7 },
  f32: { bits: 32, mantissaBits: 23 },
  f64: { bits: 64, mantissaBits: 52 },
} as const satisfies Record<string, Format>;
export type FloatName = keyof typeof FORMATS;

export type Mode = 'rn' | 'rz' | 'rm' | 'rp';

/** A finite value is integer * 2^exponent; `sign` matters for zeros. */
export type Exact =
  | { readonly kind: 'finite'; readonly integer: bigint; readonly exponent: number; readonly sign: 1 | -1 }
  | { readonly kind: 'infinite'; readonly sign: 1 | -1 }
  | { readonly kind: 'nan' };

const exponentBitsOf = (f: Format): number => f.bits - 1 - f.mantissaBits;
const biasOf = (f: Format): number => 2 ** (exponentBitsOf(f) - 1) - 1;

export function decode(name: FloatName, pattern: bigint): Exact {
  const f = FORMATS[name];
  const sign = (pattern >> BigInt(f.bits - 1)) & 1n ? -1 : 1;
  const field = Number((pattern >> BigInt(f.mantissaBits)) & ((1n << BigInt(exponentBitsOf(f))) - 1n));
  const mantissa = pattern & ((1n << BigInt(f.mantissaBits)) - 1n);
  if (field === 2 ** exponentBitsOf(f) - 1) return mantissa === 0n ? { kind: 'infinite', sign } : { kind: 'nan' };
  const whole = field === 0 ? mantissa : mantissa + (1n << BigInt(f.mantissaBits));
  const exponent = Math.max(field, 1) - biasOf(f) - f.mantissaBits;
  return { kind: 'finite', integer: sign < 0 ? -whole : whole, exponent, sign };
}

/** What the machines give for NaN: all ones below the sign; of f64, CUDART_NAN. */
const nanOf = (name: FloatName): bigint =>
  name === 'f64' ? 0xfff8000000000000n : (1n << BigInt(FORMATS[name].bits - 1)) - 1n;

const bitLength = (v: bigint): number => (v === 0n ? 0 : v.toString(2).length);

/** Rounds to the format once. A sum of zero has the sign that the operands and the mode give it. */
export function encode(name: FloatName, value: Exact, mode: Mode = 'rn'): bigint {
  const f = FORMATS[name];
  if (value.kind === 'nan') return nanOf(name);
  const signBit = value.sign < 0 ? 1n << BigInt(f.bits - 1) : 0n;
  const infinity = ((1n << BigInt(exponentBitsOf(f))) - 1n) << BigInt(f.mantissaBits);
  if (value.kind === 'infinite') return signBit | infinity;
  const size = value.integer < 0n ? -value.integer : value.integer;
  if (size === 0n) return signBit;
  const least = 1 - biasOf(f) - f.mantissaBits;
  const drop = Math.max(bitLength(size) - f.mantissaBits - 1, least - value.exponent);
  const rounded = drop <= 0 ? size << BigInt(-drop) : roundOff(size, drop, value.sign, mode);
  const carried = bitLength(rounded) > f.mantissaBits + 1;
  const mantissa = carried ? rounded >> 1n : rounded;
  const exponent = value.exponent + drop + (carried ? 1 : 0);
  const field = bitLength(mantissa) <= f.mantissaBits ? 0 : exponent - least + 1;
  if (field >= 2 ** exponentBitsOf(f) - 1)
    return signBit | (overflowsToInfinity(value.sign, mode) ? infinity : infinity - 1n);
  return signBit | (BigInt(field) << BigInt(f.mantissaBits)) | (mantissa & ((1n << BigInt(f.mantissaBits)) - 1n));
}

const overflowsToInfinity = (sign: 1 | -1, mode: Mode): boolean =>
  mode === 'rn' || (mode === 'rp' && sign > 0) || (mode === 'rm' && sign < 0);

function roundOff(size: bigint, drop: number, sign: 1 | -1, mode: Mode): bigint {
  const kept = size >> BigInt(drop);
  const rest = size - (kept << BigInt(drop));
  if (rest === 0n) return kept;
  const half = 1n << BigInt(drop - 1);
  if (mode === 'rn') return rest > half || (rest === half && (kept & 1n) === 1n) ? kept + 1n : kept;
  return (mode === 'rp' && sign > 0) || (mode === 'rm' && sign < 0) ? kept + 1n : kept;
}

export const negate = (a: Exact): Exact =>
  a.kind === 'nan'
    ? a
    : a.kind === 'infinite'
      ? { ...a, sign: a.sign < 0 ? 1 : -1 }
      : { ...a, integer: -a.integer, sign: a.sign < 0 ? 1 : -1 };

export function add(a: Exact, b: Exact, mode: Mode = 'rn'): Exact {
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
