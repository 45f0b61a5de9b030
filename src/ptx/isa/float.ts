/** Floats and the words that hold them. */

const word = new Int32Array(2);
const single = new Float32Array(word.buffer);
const double = new Float64Array(word.buffer);

export function bitsOfFloat(value: number): number {
  single[0] = value;
  return word[0];
}

/** Bits of a result: rounded to f32, with NaN as GPUs write it. */
export const bitsOfNumber = (value: number): number => (Number.isNaN(value) ? 0x7fffffff : bitsOfFloat(value));

export function floatOfBits(bits: number): number {
  word[0] = bits;
  return single[0];
}

export function doubleOfWords(low: number, high: number): number {
  word[0] = low;
  word[1] = high;
  return double[0];
}

/** Low word of a number; not of a NaN, whose words JavaScript may change. */
export function lowWordOfDouble(value: number): number {
  double[0] = value;
  return word[0];
}

export function highWordOfDouble(value: number): number {
  double[0] = value;
  return word[1];
}
