/**
 * NaN results that keep a payload: arithmetic on f64, and conversions from and to it, give the NaN of a source, made quiet and cut
 * or filled to the result's width (measured on sm_90). All else gives the canonical NaN of its type. Goes by words, for JavaScript
 * may change the bits of a NaN.
 */
import type { Lanes, Slots } from '../machine/operation.ts';
import type { Effect, ValueKind } from './effect.ts';

const SIGN = -0x80000000;
const INFINITY32 = 0x7f800000;

/** Result of an invalid operation on numbers: CUDART_NAN. */
const INVALID: Words = [-0x80000, 0];

/** Words of a quiet f64 NaN. */
type Words = readonly [high: number, low: number];

export const isNan64 = (low: number, high: number): boolean =>
  (high & 0x7ff00000) === 0x7ff00000 && ((high & 0xfffff) | low) !== 0;

/** Quiet NaN of a NaN: quiet ones have the highest bit of the mantissa set. */
export const quieted = (high: number): number => high | 0x80000;

export const keepsNan = ({ to, from }: Effect): boolean =>
  to === 'f64' || (from[0] === 'f64' && (to === 'f32' || to === 'f16' || to === 'bf16'));

/** Writes the NaN that the effect gives in a lane. */
export function writeNan({ to, from, nanFrom }: Effect, { r }: Lanes, slots: Slots, lane: number): void {
  const places = [slots.a, slots.b, slots.c];
  let nan: Words | null = null;
  for (const i of nanFrom) nan ??= nanAt(from[i], r, places[i] + lane);
  store(to, nan ?? INVALID, r, slots.d + lane);
}

/** The NaN in a register, as an f64; null when a number is there. */
function nanAt(kind: ValueKind, r: Int32Array, at: number): Words | null {
  if (kind === 'f64') return isNan64(r[at], r[at + 32]) ? [quieted(r[at + 32]), r[at]] : null;
  const pattern = kind === 'f32' ? r[at] : kind === 'bf16' ? r[at] << 16 : widenedF16(r[at]);
  if ((pattern & ~SIGN) <= INFINITY32) return null;
  return [(pattern & SIGN) | 0x7ff80000 | ((pattern & 0x7fffff) >> 3), pattern << 29];
}

/** An f16 as an f32 with the same fields; right for infinities and NaN. */
const widenedF16 = (pattern: number): number =>
  ((pattern & 0x8000) << 16) | ((pattern & 0x7c00) === 0x7c00 ? INFINITY32 : 0) | ((pattern & 0x3ff) << 13);

function store(to: ValueKind, [high, low]: Words, r: Int32Array, at: number): void {
  if (to === 'f64') {
    r[at] = low;
    r[at + 32] = high;
  } else if (to === 'f16') {
    r[at] = ((high >>> 16) & 0x8000) | 0x7e00 | ((high >> 10) & 0x3ff);
  } else {
    const pattern = (high & SIGN) | 0x7fc00000 | ((high & 0xfffff) << 3) | (low >>> 29);
    r[at] = to === 'f32' ? pattern : pattern >>> 16;
  }
}
