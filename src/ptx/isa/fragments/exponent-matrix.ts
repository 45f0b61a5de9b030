/** Numbers with their exponents, by which tensor cores align what they add (`tensor-sums.ts`). */

/**
 * Exponents of zero, and of infinities and NaN: a product with one of these is known by its exponent, whatever the
 * other factor is.
 */
const OF_ZERO = -4096;
const OF_NO_NUMBER = 8192;
const LEAST_OF_NUMBERS = -2048;
const LARGEST_OF_NUMBERS = 2048;
const LEAST_EXPONENT_F32 = -126;

/** Exponents of the least normal factors: those of 8 bits are multiplied as f16. */
export const LEAST_EXPONENT: Readonly<Record<string, number>> = {
  f16: -14,
  bf16: -126,
  tf32: -126,
  e4m3: -14,
  e5m2: -14,
  e3m2: -14,
  e2m3: -14,
  e2m1: -14,
};

/** Exponents of scaled factors are their own. */
export const NO_LEAST = -1022;

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** Exponent of a finite number; below the type's normal numbers, the least exponent of these. */
function exponentOf(value: number, least: number): number {
  if (value === 0) return OF_ZERO;
  bits[0] = value;
  const exponent = ((words[1] >>> 20) & 0x7ff) - 1023;
  return exponent === 1024 ? OF_NO_NUMBER : Math.max(exponent, least);
}

export const exponentOfSum = (sum: number): number => exponentOf(sum, LEAST_EXPONENT_F32);

/** Whether sums are aligned, by the largest exponent: not for infinities and NaN, and not if all are zeros. */
export const isAligned = (largest: number): boolean => largest >= LEAST_OF_NUMBERS && largest <= LARGEST_OF_NUMBERS;

/** Elements of a matrix with their exponents. */
export class ExponentMatrix {
  readonly values: Float64Array;
  readonly exponents: Int32Array;
  /** Whether all that was noted are numbers, neither infinite nor NaN. */
  isFinite = true;

  constructor(elements: number) {
    this.values = new Float64Array(elements);
    this.exponents = new Int32Array(elements);
  }

  /** The values have changed. `least`: exponent of the least normal number of the factors' type. */
  note(count: number, least: number): void {
    const { values, exponents } = this;
    let largest = OF_ZERO;
    for (let i = 0; i < count; i++) {
      exponents[i] = exponentOf(values[i], least);
      if (exponents[i] > largest) largest = exponents[i];
    }
    this.isFinite = largest < OF_NO_NUMBER;
  }

  /** Whether so many elements from `first` on are zeros. */
  isZero(first: number, count: number): boolean {
    const { exponents } = this;
    for (let i = first; i < first + count; i++) if (exponents[i] !== OF_ZERO) return false;
    return true;
  }

  /** Puts the columns of each row in that order. */
  order(rows: number, order: Uint8Array): void {
    const { values } = this;
    for (let row = 0; row < rows * order.length; row += order.length) {
      const before = values.slice(row, row + order.length);
      for (let k = 0; k < order.length; k++) values[row + k] = before[order[k]];
    }
  }
}
