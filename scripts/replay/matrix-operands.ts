/** Values for matrices: numbers whose sums lose digits, cancel, overflow or are exact. */
import type { RegisterPiece } from './matrix-form.ts';

export const CLASSES = ['bits', 'integers', 'near', 'wide', 'cancelling', 'subnormal', 'special'] as const;
export type OperandClass = (typeof CLASSES)[number];

/** Bits of sign, exponent and mantissa of a float. tf32 has the bits of f32 in registers, with the lowest 13 unused. */
interface FloatBits {
  readonly exponentBits: number;
  readonly mantissaBits: number;
}
const FLOATS: Readonly<Record<string, FloatBits>> = {
  f16: { exponentBits: 5, mantissaBits: 10 },
  bf16: { exponentBits: 8, mantissaBits: 7 },
  tf32: { exponentBits: 8, mantissaBits: 23 },
  f32: { exponentBits: 8, mantissaBits: 23 },
  f64: { exponentBits: 11, mantissaBits: 20 },
  e4m3: { exponentBits: 4, mantissaBits: 3 },
  e5m2: { exponentBits: 5, mantissaBits: 2 },
};
export const isFloat = (type: string): boolean => type in FLOATS;

/** xorshift32, seeded by a name: each call gives a whole number from 0 to `end` - 1. */
export type Random = (end: number) => number;
export function randomFrom(name: string): Random {
  let x = [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0x2026_1120);
  return end => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % end;
  };
}

/** Bytes of the piece. */
export function operandBytes(
  { type, sizeBytes }: RegisterPiece,
  operandClass: OperandClass,
  random: Random,
): Uint8Array {
  if (type === 'row') return permutation(sizeBytes / 4, random);
  const float = FLOATS[type];
  const isSmall = operandClass === 'integers';
  if (!float || operandClass === 'bits') return integerBytes(type, sizeBytes, isSmall, random);
  return floatBytes(type, float, sizeBytes, operandClass, random);
}

function permutation(count: number, random: Random): Uint8Array {
  const rows = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = random(i + 1);
    [rows[i], rows[other]] = [rows[other], rows[i]];
  }
  return new Uint8Array(rows.buffer);
}

/** Random bits; small ones keep sums of 32 bits and of 8-bit factors from wrapping. */
function integerBytes(type: string, sizeBytes: number, isSmall: boolean, random: Random): Uint8Array {
  if (isSmall && type === 's32') {
    return new Uint8Array(Int32Array.from({ length: sizeBytes / 4 }, () => random(2001) - 1000).buffer);
  }
  return Uint8Array.from({ length: sizeBytes }, () => random(256));
}

function floatBytes(
  type: string,
  float: FloatBits,
  sizeBytes: number,
  operandClass: Exclude<OperandClass, 'bits'>,
  random: Random,
): Uint8Array {
  const { exponentBits, mantissaBits } = float;
  const bits = 1 + exponentBits + mantissaBits;
  const pattern = () => (random(2) << (bits - 1)) | PATTERNS[operandClass](float, random);
  if (type === 'f64') {
    const isExact = operandClass === 'integers' || operandClass === 'special';
    const words = Array.from({ length: sizeBytes / 8 }, () => [isExact ? 0 : random(2 ** 32), pattern()]);
    return new Uint8Array(Int32Array.from(words.flat()).buffer);
  }
  if (bits === 8) return Uint8Array.from({ length: sizeBytes }, pattern);
  if (bits === 16) return new Uint8Array(Uint16Array.from({ length: sizeBytes / 2 }, pattern).buffer);
  return new Uint8Array(Int32Array.from({ length: sizeBytes / 4 }, pattern).buffer);
}

const biasOf = ({ exponentBits }: FloatBits): number => 2 ** (exponentBits - 1) - 1;
const joined = ({ mantissaBits }: FloatBits, exponent: number, mantissa: number): number =>
  (exponent << mantissaBits) | mantissa;
const anyMantissa = ({ mantissaBits }: FloatBits, random: Random): number => random(2 ** mantissaBits);

/** How far exponents go to either side, so that products stay within an f16. */
const widthOf = (float: FloatBits): number => Math.min(10, Math.floor((biasOf(float) - 1) / 2));

/** Exponent and mantissa of each class. */
const PATTERNS: Readonly<Record<Exclude<OperandClass, 'bits'>, (float: FloatBits, random: Random) => number>> = {
  integers: (float, random) => [0, joined(float, biasOf(float), 0), joined(float, biasOf(float) + 1, 0)][random(3)],
  near: (float, random) => joined(float, biasOf(float) - 2 + random(5), anyMantissa(float, random)),
  wide(float, random) {
    const width = widthOf(float);
    return joined(float, biasOf(float) - width + random(2 * width + 1), anyMantissa(float, random));
  },
  cancelling(float, random) {
    const last = 2 ** float.mantissaBits - 1;
    return joined(float, biasOf(float), [0, 1, last, last - 1][random(4)]);
  },
  subnormal: (float, random) => joined(float, random(2) * (biasOf(float) + random(3)), anyMantissa(float, random)),
  special(float, random) {
    const last = 2 ** float.mantissaBits - 1;
    const infinite = 2 ** float.exponentBits - 1;
    const choices = [
      joined(float, infinite, 0),
      joined(float, infinite, last),
      joined(float, infinite - 1, last),
      joined(float, 1, 0),
      1,
      0,
    ];
    return random(12) === 0 ? choices[random(choices.length)] : joined(float, biasOf(float) - random(3), 0);
  },
};
