/**
 * `Swizzle<B,M,S>`: flips B bits of an offset by B others, S higher. The unit of the offset is whoever's calls it.
 *
 *     S > 0:  …  YYY  …  ZZZ  m…m     ZZZ ^= YYY      S < 0: YYY at bit M, ZZZ |S| above it
 *              M+S ┘    M ┘  └ M bits that stay
 *
 * It undoes itself, since no bit is in both groups. Exact for offsets to 2^53.
 */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse } from './layout-error.ts';

export interface Swizzle {
  /** B: how many bits are flipped. */
  readonly bits: number;
  /** M: the lowest bit that takes part. */
  readonly base: number;
  /** S: how far above their targets the flipping bits lie; negative: below. */
  readonly shift: number;
}

/** Bits of an offset that is exact here. */
const EXACT_BITS = 53;

/** Refuses what CuTe refuses, |S| < B among it, and bits beyond 2^53. */
export function swizzleOf(bits: number, base: number, shift: number): Refusable<Swizzle> {
  const name = `Swizzle<${bits},${base},${shift}>`;
  if (![bits, base, shift].every(Number.isInteger) || bits < 0 || base < 0)
    return refuse('inadmissible', `${name}: B and M are whole numbers from 0 up, S is a whole number`);
  if (Math.abs(shift) < bits)
    return refuse('inadmissible', `${name}: S is at least B or at most -B, so that no bit flips itself`);
  if (bits > 0 && base + bits + Math.abs(shift) > EXACT_BITS)
    return refuse('range', `${name}: bit ${base + bits + Math.abs(shift) - 1} is beyond 2^53`);
  return ok({ bits, base, shift });
}

/** Lowest bits of the groups YYY and ZZZ. */
export const groupsOf = ({ base, shift }: Swizzle): { readonly source: number; readonly target: number } => ({
  source: base + Math.max(shift, 0),
  target: base - Math.min(shift, 0),
});

/**
 * The swizzle as a function of offsets from 0 to 2^53. A power of two scales them exactly, and `&` takes a number of any size
 * modulo 2^32, its fraction cut off; B is at most 26, so the groups fit. The rest is a sum, not logic, and exact, too.
 */
export function swizzler(swizzle: Swizzle): (offset: number) => number {
  const { source, target } = groupsOf(swizzle);
  const mask = 2 ** swizzle.bits - 1;
  const [fromSource, fromTarget, toTarget] = [2 ** -source, 2 ** -target, 2 ** target];
  return offset => {
    const z = (offset * fromTarget) & mask;
    return offset + ((((offset * fromSource) & mask) ^ z) - z) * toTarget;
  };
}

export const printSwizzle = ({ bits, base, shift }: Swizzle): string => `Sw<${bits},${base},${shift}>`;
