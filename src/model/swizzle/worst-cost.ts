/** The cost of accesses at their worst origin, for each swizzle. */
import { NVIDIA_BANKS, type WavefrontCount } from '../banks/wavefronts.ts';
import { groupsOf, type Swizzle } from '../layout/swizzle.ts';
import { countAt, type Xor, xorOf } from './origin-count.ts';
import { type AccessOrigins, type Origin, type OriginFrame, originKinds } from './origins.ts';
import { pitchBytes, type SwizzledTile } from './tile.ts';

const { bankCount, bankBytes } = NVIDIA_BANKS;
/** The address bits at which a word (4 bytes) and a line (128 bytes) begin. */
const [WORD_BIT, LINE_BIT] = [Math.log2(bankBytes), Math.log2(bankBytes * bankCount)];
const NONE: Swizzle = { bits: 0, base: 4, shift: 3 };

/**
 * The part of a swizzle that changes banks: every access costs the same under it as under the whole swizzle. A bit
 * flipped within a word or above the banks neither moves a word to another bank nor turns one word into two, unless the
 * bit that flips it lies within a word.
 */
export function seenByBanks(swizzle: Swizzle): Swizzle {
  const { bits, base, shift } = swizzle;
  const { target } = groupsOf(swizzle);
  if (shift < 0 && base < WORD_BIT) return swizzle;
  const low = Math.max(target, WORD_BIT);
  const high = Math.min(target + bits, LINE_BIT);
  return high <= low ? NONE : { bits: high - low, base: base + low - target, shift };
}

/**
 * The costs of accesses by swizzle, on tiles of one base and pitch. Null if an access touches nothing, if a lane's bytes
 * are torn apart or misaligned, or if all accesses together cost more than `most` wavefronts.
 */
export function costs(
  tile: SwizzledTile,
  accesses: readonly AccessOrigins[],
): (swizzle: Swizzle, most?: number) => readonly WavefrontCount[] | null {
  const frame = { base: tile.base, pitch: pitchBytes(tile) };
  const kinds = accesses.map(access => originKinds(access, frame));
  const widest = Math.max(...accesses.map(({ widthBytes }) => widthBytes));
  const known = new Map<string, readonly WavefrontCount[] | null>();
  return (swizzle, most = Number.POSITIVE_INFINITY) => {
    if (swizzle.bits > 0 && 2 ** swizzle.base < widest) return null;
    const seen = seenByBanks(swizzle);
    const key = `${seen.bits} ${seen.base} ${seen.shift}`;
    const before = known.get(key);
    if (before !== undefined) return totalOf(before) <= most ? before : null;
    const counts = countAll(frame, seen, accesses, kinds, most);
    if (most === Number.POSITIVE_INFINITY) known.set(key, counts);
    return counts;
  };
}

/** Wavefronts of all accesses; infinite if one of them cannot be made. */
export const totalOf = (counts: readonly WavefrontCount[] | null): number =>
  counts === null ? Number.POSITIVE_INFINITY : counts.reduce((sum, { wavefronts }) => sum + wavefronts, 0);

function countAll(
  frame: OriginFrame,
  swizzle: Swizzle,
  accesses: readonly AccessOrigins[],
  kinds: readonly ((swizzle: Swizzle) => readonly Origin[])[],
  most: number,
): readonly WavefrontCount[] | null {
  const xor = xorOf(swizzle);
  const counts: WavefrontCount[] = [];
  let rest = most;
  for (const [i, { widthBytes }] of accesses.entries()) {
    const count = worstCount(frame, xor, widthBytes, kinds[i](swizzle), rest);
    if (count === null || count.wavefronts > rest) return null;
    rest -= count.wavefronts;
    counts.push(count);
  }
  return counts;
}

/** The cost at the worst origin. Stops as soon as it exceeds `most` wavefronts. */
function worstCount(
  frame: OriginFrame,
  xor: Xor,
  widthBytes: number,
  origins: readonly Origin[],
  most: number,
): WavefrontCount | null {
  let worst: WavefrontCount | null = null;
  for (const origin of origins) {
    const count = countAt(frame, xor, widthBytes, origin);
    if (count === null) return null;
    if (worst === null || count.wavefronts > worst.wavefronts) worst = count;
    if (worst.wavefronts > most) break;
  }
  return worst;
}
