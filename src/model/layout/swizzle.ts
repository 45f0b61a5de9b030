/**
 * `Swizzle<B,M,S>`: flips B bits of an offset by XOR with B other bits, which lie S higher. The caller decides the unit
 * of the offset.
 *
 *     S > 0:  …  YYY  …  ZZZ  m…m     ZZZ ^= YYY      S < 0: YYY at bit M, ZZZ |S| above it
 *              M+S ┘    M ┘  └ M bits that stay
 *
 * A swizzle is its own inverse, since no bit is in both groups. It is exact for offsets up to 2^53.
 */
import { ok } from '../../base/result.ts';
import { type Refusable, refuse } from './layout-error.ts';

export interface Swizzle {
  /** B: how many bits are flipped. */
  readonly bits: number;
  /** M: the lowest of the bits that are read or flipped. */
  readonly base: number;
  /** S: how many bits the group that is read lies above the group that is flipped; negative: below. */
  readonly shift: number;
}

/** How many bits an offset may have to be exact here. */
const EXACT_BITS = 53;

/** Refuses what CuTe refuses, for example |S| < B, and bits beyond 2^53. */
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
 * The swizzle as a function of offsets from 0 to 2^53, exact. Multiplying by a power of two is exact. `&` drops the
 * fraction and takes its operand modulo 2^32; that is enough, since B is at most 26. The last step is a sum, not a
 * logical operation, and exact, too.
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
