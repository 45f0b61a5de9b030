/** The three numbers of a swizzle as handles: the user moves one, and the others change if they must. */
import { groupsOf, type Swizzle } from '../layout/swizzle.ts';

export type Bracket = 'bits' | 'base' | 'shift';

/** Above the highest bit that a swizzle can need: a tile of 227 KiB has 18 bits. */
export const MOST_BITS = 20;

/** One above the highest bit of the swizzle. */
export const topBit = (swizzle: Swizzle): number =>
  swizzle.bits === 0 ? 0 : swizzle.base + swizzle.bits + Math.abs(swizzle.shift);

/** The nearest swizzle with one number changed; the same swizzle if there is none. S jumps from B to -B. */
export function withBracket(swizzle: Swizzle, bracket: Bracket, wanted: number): Swizzle {
  const value = Math.round(wanted);
  const next = bracket === 'shift' ? shifted(swizzle, value) : { ...swizzle, [bracket]: Math.max(0, value) };
  const sign = next.shift < 0 ? -1 : 1;
  const fitting = Math.abs(next.shift) < next.bits ? { ...next, shift: sign * next.bits } : next;
  return topBit(fitting) <= MOST_BITS && fitting.base < MOST_BITS ? fitting : swizzle;
}

function shifted(swizzle: Swizzle, value: number): Swizzle {
  const { bits, shift } = swizzle;
  if (Math.abs(value) >= bits) return { ...swizzle, shift: value };
  return { ...swizzle, shift: value < shift ? -bits : bits };
}

/** The number of bytes after which the pattern of a swizzle on bytes repeats. */
export function repeatOf(swizzle: Swizzle): number {
  const { source, target } = groupsOf(swizzle);
  return swizzle.bits === 0 ? 1 : 2 ** (Math.max(source, target) + swizzle.bits);
}
