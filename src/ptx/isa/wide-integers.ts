/** Exact arithmetic on 64-bit integers held as two 32-bit words. No BigInt, except for divisions of large values. */

const TWO_32 = 2 ** 32;

/** High word of the signed 64-bit product. The double product is off by less than 2^11, so rounding is exact. */
export const mulHighSigned = (a: number, b: number): number =>
  Math.round((a * b - (Math.imul(a, b) >>> 0)) / TWO_32) | 0;

/** High word of the unsigned product of two values in [0, 2^32). */
export const mulHighUnsigned = (a: number, b: number): number =>
  Math.round((a * b - (Math.imul(a, b) >>> 0)) / TWO_32) | 0;

/** Carry (0 or 1) out of a + b, given their 32-bit sum. */
export const carryOf = (a: number, b: number, sum: number): number => ((a & b) | ((a | b) & ~sum)) >>> 31;

/** Borrow (0 or 1) out of a - b, given their 32-bit difference. */
export const borrowOf = (a: number, b: number, difference: number): number =>
  ((~a & b) | (~(a ^ b) & difference)) >>> 31;

export const addHigh = (al: number, ah: number, bl: number, bh: number): number =>
  (ah + bh + carryOf(al, bl, (al + bl) | 0)) | 0;

export const subHigh = (al: number, ah: number, bl: number, bh: number): number =>
  (ah - bh - borrowOf(al, bl, (al - bl) | 0)) | 0;

export const unsigned64 = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
export const signed64 = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);
export const lowWord = (value: bigint): number => Number(BigInt.asIntN(32, value));
export const highWord = (value: bigint): number => Number(BigInt.asIntN(32, value >> 32n));

/** Division by zero is unspecified in PTX; quotient and remainder are all ones here, as on the machines. */
export const quotient = (a: bigint, b: bigint): bigint => (b === 0n ? -1n : a / b);
export const remainder = (a: bigint, b: bigint): bigint => (b === 0n ? -1n : a % b);

/** Nearest double of a 64-bit integer. */
export const doubleOfSigned = (low: number, high: number): number => high * TWO_32 + (low >>> 0);
export const doubleOfUnsigned = (low: number, high: number): number => (high >>> 0) * TWO_32 + (low >>> 0);
