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

export type RoundingMode = 'rn' | 'rz' | 'rm' | 'rp';

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

/** NaN that GPUs give: all ones below the sign; for f64, CUDART_NAN. */
const nanOf = (name: FloatName): bigint =>
  name === 'f64' ? 0xfff8000000000000n : (1n << BigInt(FORMATS[name].bits - 1)) - 1n;

export const bitLength = (v: bigint): number => (v === 0n ? 0 : v.toString(2).length);

/** Rounds to the format once. A sum of zero has the sign that the operands and the mode give it. */
export function encode(name: FloatName, value: Exact, mode: RoundingMode = 'rn'): bigint {
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

const overflowsToInfinity = (sign: 1 | -1, mode: RoundingMode): boolean =>
  mode === 'rn' || (mode === 'rp' && sign > 0) || (mode === 'rm' && sign < 0);

function roundOff(size: bigint, drop: number, sign: 1 | -1, mode: RoundingMode): bigint {
  const kept = size >> BigInt(drop);
  const rest = size - (kept << BigInt(drop));
  if (rest === 0n) return kept;
  const half = 1n << BigInt(drop - 1);
  if (mode === 'rn') return rest > half || (rest === half && (kept & 1n) === 1n) ? kept + 1n : kept;
  return (mode === 'rp' && sign > 0) || (mode === 'rm' && sign < 0) ? kept + 1n : kept;
}
