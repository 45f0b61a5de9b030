/** Products, comparisons and shifts of 64-bit integers held as two 32-bit words. */
import { mulHighUnsigned, subHigh } from './wide-integers.ts';

const TWO_32 = 2 ** 32;

export const mulLowHigh = (al: number, ah: number, bl: number, bh: number): number =>
  (mulHighUnsigned(al >>> 0, bl >>> 0) + Math.imul(ah, bl) + Math.imul(al, bh)) | 0;

export const lessSigned = (al: number, ah: number, bl: number, bh: number): boolean =>
  ah === bh ? al >>> 0 < bl >>> 0 : ah < bh;

export const lessUnsigned = (al: number, ah: number, bl: number, bh: number): boolean =>
  ah === bh ? al >>> 0 < bl >>> 0 : ah >>> 0 < bh >>> 0;

/** Bits 64 to 127 of the unsigned product; `word` 0 or 1 selects the lower or upper half of them. */
export function mulHigh64(al: number, ah: number, bl: number, bh: number, word: 0 | 1): number {
  const [a0, a1, b0, b1] = [al >>> 0, ah >>> 0, bl >>> 0, bh >>> 0];
  const high = (x: number, y: number) => mulHighUnsigned(x, y) >>> 0;
  const low = (x: number, y: number) => Math.imul(x, y) >>> 0;
  const middle = high(a0, b0) + low(a0, b1) + low(a1, b0);
  const upper = low(a1, b1) + high(a0, b1) + high(a1, b0) + Math.floor(middle / TWO_32);
  return word === 0 ? upper | 0 : (high(a1, b1) + Math.floor(upper / TWO_32)) | 0;
}

/** The same for signed factors: the unsigned high half less the other factor for each negative one. */
export function mulHigh64Signed(al: number, ah: number, bl: number, bh: number, word: 0 | 1): number {
  let low = mulHigh64(al, ah, bl, bh, 0);
  let high = mulHigh64(al, ah, bl, bh, 1);
  if (ah < 0) {
    high = subHigh(low, high, bl, bh);
    low = (low - bl) | 0;
  }
  if (bh < 0) {
    high = subHigh(low, high, al, ah);
    low = (low - al) | 0;
  }
  return word === 0 ? low : high;
}

export const shiftLeftLow = (low: number, n: number): number => (n < 32 ? low << n : 0);

export function shiftLeftHigh(low: number, high: number, n: number): number {
  if (n === 0) return high;
  if (n < 32) return (high << n) | (low >>> (32 - n));
  return n < 64 ? low << (n - 32) : 0;
}

export function shiftRightLow(low: number, high: number, n: number, fill: number): number {
  if (n === 0) return low;
  if (n < 32) return (low >>> n) | (high << (32 - n));
  if (n === 32) return high;
  return n < 64 ? (fill < 0 ? high >> (n - 32) : high >>> (n - 32)) : fill;
}

export function shiftRightHigh(high: number, n: number, fill: number): number {
  if (n >= 32) return fill;
  return fill < 0 ? high >> n : high >>> n;
}
