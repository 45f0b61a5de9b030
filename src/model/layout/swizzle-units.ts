/** One swizzle pattern in bits, bytes or elements. */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse } from './layout-error.ts';
import { printSwizzle, type Swizzle } from './swizzle.ts';

/** Bits in one step of an offset: 1 for bits, 8 for bytes, a power of two for elements. */
export type UnitBits = number;

export const BIT: UnitBits = 1;
export const BYTE: UnitBits = 8;

/**
 * The same pattern on offsets of another unit: M changes, B and S stay. Refused if the pattern flips bits inside the
 * larger unit; CuTe's upcast silently drops those bits.
 */
export function inUnits(swizzle: Swizzle, from: UnitBits, to: UnitBits): Refusable<Swizzle> {
  const rise = Math.log2(from / to);
  if (!Number.isInteger(rise)) return refuse('inadmissible', `units of ${from} and ${to} bits: expected powers of two`);
  const base = swizzle.base + rise;
  if (base >= 0) return ok({ ...swizzle, base });
  if (swizzle.bits === 0) return ok({ ...swizzle, base: 0 });
  return refuse(
    'inadmissible',
    `${printSwizzle(swizzle)} on units of ${from} bits flips bits inside ${to}-bit ones; units of at most ` +
      `${from * 2 ** swizzle.base} bits would do`,
  );
}
