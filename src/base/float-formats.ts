/**
 * The small float formats as bit patterns: IEEE f16, bf16, the 8-bit e4m3 and e5m2 (OCP 8-bit floating point
 * specification; e4m3 has no infinity and one NaN per sign, 0x7f), and the 6- and 4-bit e2m3, e3m2 and e2m1 (OCP
 * microscaling formats; numbers only). Every value of each is an exact double.
 */

export interface FloatFormat {
  readonly mantissaBits: number;
  readonly signBit: number;
  /** Exponent of the smallest normal number, which the subnormal numbers share. */
  readonly smallestExponent: number;
  /**
   * Bits of a value that is too large: infinity, or NaN if the format has no infinity; a number above all patterns if
   * it has neither.
   */
  readonly overflow: number;
  /** The canonical NaN of PTX: all bits below the sign. Without NaNs that is the largest number, as `cvt` gives for NaN. */
  readonly nan: number;
  readonly largestFinite: number;
  /** 2^(mantissaBits - e) for each exponent e from the smallest on: scales a number of that exponent to an integer. */
  readonly scales: Float64Array;
  /**
   * Distance in bits by which a pattern is moved left to be read as an f32, and the ratio of the two formats'
   * exponents.
   */
  readonly shift: number;
  readonly ratio: number;
}

/** `topPatterns`: what the patterns of the largest exponent are. */
function makeFormat(
  exponentBits: number,
  mantissaBits: number,
  topPatterns: 'infinity' | 'oneNaN' | 'numbers',
): FloatFormat {
  const hasInfinity = topPatterns === 'infinity';
  const smallestExponent = 2 - 2 ** (exponentBits - 1);
  const exponents = 2 ** exponentBits - (hasInfinity ? 2 : 1);
  const largestExponent = smallestExponent + exponents - 1;
  const signBit = 2 ** (exponentBits + mantissaBits);
  const nan = signBit - 1;
  // The largest pattern of e4m3 is its NaN, so its largest mantissa is one smaller.
  const largestMantissa = 2 ** (mantissaBits + 1) - (topPatterns === 'oneNaN' ? 2 : 1);
  return {
    mantissaBits,
    signBit,
    smallestExponent,
    overflow: hasInfinity ? signBit - 2 ** mantissaBits : topPatterns === 'oneNaN' ? nan : signBit,
    nan,
    largestFinite: largestMantissa * 2 ** (largestExponent - mantissaBits),
    scales: Float64Array.from({ length: exponents }, (_, i) => 2 ** (mantissaBits - smallestExponent - i)),
    shift: 23 - mantissaBits,
    ratio: 2 ** (126 + smallestExponent),
  };
}

export const F16 = makeFormat(5, 10, 'infinity');
export const BF16 = makeFormat(8, 7, 'infinity');
export const E4M3 = makeFormat(4, 3, 'oneNaN');
export const E5M2 = makeFormat(5, 2, 'infinity');
export const E2M3 = makeFormat(2, 3, 'numbers');
export const E3M2 = makeFormat(3, 2, 'numbers');
export const E2M1 = makeFormat(2, 1, 'numbers');

/** Little-endian hosts only, like all that reads typed arrays here. */
const word = new Int32Array(2);
const single = new Float32Array(word.buffer);
const double = new Float64Array(word.buffer);

/** Added to a smaller positive number, it leaves no room for a fraction: the sum is rounded to nearest, ties to even. */
const NO_FRACTION = 2 ** 52;

/**
 * Pattern of the number nearest to `value`, ties to even, rounded once from the double. Beyond the largest finite
 * number (by half a step) it overflows; `cvt.satfinite` is the same after clamping to ±`largestFinite`.
 */
export function encodeFloat(format: FloatFormat, value: number): number {
  if (Number.isNaN(value)) return format.nan;
  double[0] = value;
  const high = word[1];
  const sign = high < 0 ? format.signBit : 0;
  const place = Math.max(((high >>> 20) & 0x7ff) - 1023 - format.smallestExponent, 0);
  if (place >= format.scales.length) return sign | format.overflow;
  // The product is exact: a power of two times a double, far from the ends of the doubles' range.
  const rounded = Math.abs(value) * format.scales[place] + NO_FRACTION - NO_FRACTION;
  // A normal number's leading one adds 1 to the exponent field; so does a carry out of the mantissa.
  return sign | Math.min((place << format.mantissaBits) + rounded, format.overflow);
}

/** The number behind a pattern; bits above the sign are ignored. */
export function decodeFloat(format: FloatFormat, pattern: number): number {
  const { signBit, overflow, nan } = format;
  const magnitude = pattern & nan;
  const isNegative = (pattern & signBit) !== 0;
  if (magnitude >= overflow) {
    if (magnitude !== overflow || overflow === nan) return Number.NaN;
    return isNegative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  // The fields of an f32 lie in the same order, so that only the exponents' bias differs; subnormal numbers included.
  word[0] = magnitude << format.shift;
  const value = single[0] * format.ratio;
  return isNegative ? -value : value;
}
