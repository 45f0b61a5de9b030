/** Small exact integer functions. Everything here works on 32-bit values unless it says otherwise. */

/** Number of set bits of a 32-bit mask (0 to 32). */
export function popcount32(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Index of the lowest set bit, or -1 for an empty mask. */
export const lowestBit32 = (mask: number): number => (mask === 0 ? -1 : 31 - Math.clz32(mask & -mask));

/** Smallest multiple of `step` that is >= `n`. Safe to 2^53. */
export const roundUp = (n: number, step: number): number => Math.ceil(n / step) * step;
