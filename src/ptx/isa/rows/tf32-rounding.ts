/**
 * Rounding of f32 on the way into shared memory, by copies with a tensor map of tf32. The manual does not say; an H200
 * does this.
 */
import type { Combine } from '../../machine/bulk-copy.ts';

const INFINITY = 0x7f800000;
const NAN = 0x7fffe000;
/** Bits of an f32's fraction that tf32 does not have. */
const DROPPED_BITS = 13;

/** Rounds to the nearest, and to the even one of two equally near; subnormals stay; every NaN becomes the same one. */
export function roundedToTf32(word: number): number {
  if ((word & 0x7fffffff) > INFINITY) return NAN;
  const toEven = (1 << (DROPPED_BITS - 1)) - 1 + ((word >>> DROPPED_BITS) & 1);
  return ((word + toEven) >>> DROPPED_BITS) << DROPPED_BITS;
}

export const roundingToTf32: Combine = (memory, at, data, from, count) => {
  const [to, source] = [memory, data].map(bytes => new DataView(bytes.buffer, bytes.byteOffset));
  for (let b = 0; b < count; b += 4) to.setInt32(at + b, roundedToTf32(source.getInt32(from + b, true)), true);
};
