/**
 * The small float formats as bit patterns: IEEE f16, bf16, and the 8-bit e4m3 and e5m2 (OCP 8-bit floating point
 * specification; e4m3 has no infinity and one NaN per sign, 0x7f). Every value of each is an exact double.
 */

export interface FloatFormat {
  readonly mantissaBits: number;
  readonly signBit: number;
  /** Exponent of the smallest normal number, which the subnormal numbers share. */
  readonly smallestExponent: number;
  /** What a value too large becomes: infinity, or NaN where the format has none. */
  readonly overflow: number;
  /** The canonical NaN of PTX: all bits below the sign. */
  readonly nan: number;
  readonly largestFinite: number;
  /** 2^(mantissaBits - e) for each exponent e from the smallest on: scales a number of that exponent to an integer. */
  readonly scales: Float64Array;
}

function makeFormat(exponentBits: number, mantissaBits: number, hasInfinity: boolean): FloatFormat {
  const smallestExponent = 2 - 2 ** (exponentBits - 1);
  const exponents = 2 ** exponentBits - (hasInfinity ? 2 : 1);
  const largestExponent = smallestExponent + exponents - 1;
  const signBit = 2 ** (exponentBits + mantissaBits);
  const nan = signBit - 1;
  // The largest pattern of e4m3 is its NaN, so its largest mantissa is one smaller.
  const largestMantissa = 2 ** (mantissaBits + 1) - (hasInfinity ? 1 : 2);
  return {
    mantissaBits,
    signBit,
    smallestExponent,
    overflow: hasInfinity ? signBit - 2 ** mantissaBits : nan,
    nan,
    largestFinite: largestMantissa * 2 ** (largestExponent - mantissaBits),
    scales: Float64Array.from({ length: exponents }, (_, i) => 2 ** (mantissaBits - smallestExponent - i)),
  };
}

export const F16 = makeFormat(5, 10, true);
export const BF16 = makeFormat(8, 7, true);
export const E4M3 = makeFormat(4, 3, false);
export const E5M2 = makeFormat(5, 2, true);

const scratch = new DataView(new ArrayBuffer(8));

/**
 * Pattern of the number nearest to `value`, ties to even, rounded once from the double. Beyond the largest finite
 * number (by half a step) it overflows; `cvt.satfinite` is the same after clamping to ±`largestFinite`.
 */
export function encodeFloat(format: FloatFormat, value: number): number {
  if (Number.isNaN(value)) return format.nan;
  scratch.setFloat64(0, value);
  const high = scratch.getUint32(0);
  const sign = high >>> 31 === 1 ? format.signBit : 0;
  const exponent = Math.max(((high >>> 20) & 0x7ff) - 1023, format.smallestExponent);
  const place = exponent - format.smallestExponent;
  if (place >= format.scales.length) return sign | format.overflow;
  // Exact: a power of two times a double, far from the ends of the doubles' range.
  const scaled = Math.abs(value) * format.scales[place];
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
  // A normal number's leading one adds 1 to the exponent field; so does a carry out of the mantissa.
  const pattern = place * 2 ** format.mantissaBits + rounded;
  return sign | Math.min(pattern, format.overflow);
}

/** The number behind a pattern; bits above the sign are ignored. */
export function decodeFloat(format: FloatFormat, pattern: number): number {
  const { mantissaBits, signBit, smallestExponent, overflow, nan } = format;
  const magnitude = pattern & (signBit - 1);
  const sign = (pattern & signBit) === 0 ? 1 : -1;
  if (magnitude >= overflow)
    return magnitude === overflow && overflow !== nan ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  const field = magnitude >>> mantissaBits;
  const mantissa = magnitude & ((1 << mantissaBits) - 1);
  if (field === 0) return sign * mantissa * 2 ** (smallestExponent - mantissaBits);
  return sign * (mantissa + 2 ** mantissaBits) * 2 ** (field - 1 + smallestExponent - mantissaBits);
}
