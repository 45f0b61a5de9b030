/**
 * The search behind "find me a swizzle": it compares every Swizzle<B,M,S> with S of either sign, every padding of rows
 * below a line, and both together, by what the wanted accesses cost. An access is tried at every place where it fits,
 * side by side; its worst place counts.
 */
import { CHUNK_BYTES, LINE_BYTES } from '../../base/hardware.ts';
import type { WavefrontCount } from '../banks/wavefronts.ts';
import { groupsOf, type Swizzle, swizzler } from '../layout/swizzle.ts';
import type { AccessPattern } from './accesses.ts';
import { byMerit } from './candidate-ranking.ts';
import { originsOf } from './origins.ts';
import { tmaModeOf } from './swizzle-names.ts';
import { extentBytes, keepsWhole, pitchBytes, rowBytes, type SwizzledTile } from './tile.ts';
import { costs, seenByBanks, totalOf } from './worst-cost.ts';

/** Input of the user. The search looks for pattern and padding. */
export interface FinderProblem {
  readonly tile: SwizzledTile;
  readonly accesses: readonly AccessPattern[];
}

export interface Candidate {
  readonly swizzle: Swizzle;
  readonly padBytes: number;
  /** The counts of each access, at its worst origin. */
  readonly counts: readonly WavefrontCount[];
  /** The sum over all accesses. */
  readonly wavefronts: number;
  readonly ideal: number;
  /** Bytes of shared memory, from the tile's base to behind its last byte. */
  readonly bytes: number;
  /** Whether all 16-byte chunks of a row stay whole and aligned, as cp.async, ldmatrix and 16-byte loads need them. */
  readonly aligned16: boolean;
  /**
   * The mode of the copy engine that lays out one box like this, with the box if it is wider than the tile; null if there
   * is none.
   */
  readonly tma: string | null;
  /** Whether compute capability 9.0 has that mode. */
  readonly onHopper: boolean;
}

/** Rows whose starts are one line apart begin in the same bank, so more padding repeats the banks of less. */
const MOST_PAD_BYTES = LINE_BYTES;

const NO_SWIZZLE: Swizzle = { bits: 0, base: 4, shift: 3 };

/**
 * The best candidates first, by `RANKING`. A candidate allows every access: the bytes of each lane stay in one piece, and
 * aligned. A swizzle with padding is listed only if it costs fewer wavefronts than the same swizzle alone and the same
 * padding alone, and if it flips only bits that change banks.
 */
export function findSwizzles({ tile, accesses }: FinderProblem): Candidate[] {
  const wanted = accesses.map(access => originsOf(tile, access));
  const unpadded = costs(laid(tile, NO_SWIZZLE, 0), wanted);
  const alone = swizzlesFor({ ...tile, padBytes: 0 }).flatMap(
    swizzle => candidateOf(laid(tile, swizzle, 0), unpadded(swizzle)) ?? [],
  );
  const pads = Array.from({ length: MOST_PAD_BYTES / tile.elementBytes }, (_, at) => at * tile.elementBytes);
  const padded = pads.flatMap(padBytes => {
    const costOf = costs(laid(tile, NO_SWIZZLE, padBytes), wanted);
    const plain = candidateOf(laid(tile, NO_SWIZZLE, padBytes), costOf(NO_SWIZZLE));
    if (plain === null || padBytes === 0 || plain.wavefronts === plain.ideal) return plain ?? [];
    const both = bankSwizzles({ ...tile, padBytes }).flatMap(swizzle => {
      const most = Math.min(plain.wavefronts, totalOf(unpadded(swizzle))) - 1;
      return candidateOf(laid(tile, swizzle, padBytes), costOf(swizzle, most)) ?? [];
    });
    return [plain, ...both];
  });
  return [...alone, ...padded].sort(byMerit);
}

type XorTile = SwizzledTile & { readonly pattern: { readonly kind: 'xor'; readonly swizzle: Swizzle } };

const laid = (tile: SwizzledTile, swizzle: Swizzle, padBytes: number): XorTile => ({
  ...tile,
  padBytes,
  pattern: { kind: 'xor', swizzle },
});

/** All swizzles whose bits are address bits of the tile, none of them inside an element. */
export function swizzlesFor(tile: SwizzledTile): Swizzle[] {
  const lowest = Math.log2(tile.elementBytes);
  const bits = Math.ceil(Math.log2(tile.base + extentBytes(tile)));
  const found: Swizzle[] = [];
  for (let base = lowest; base < bits; base++)
    for (let shift = 1; base + shift < bits; shift++)
      for (let flipped = 1; flipped <= shift && base + shift + flipped <= bits; flipped++)
        found.push({ bits: flipped, base, shift }, { bits: flipped, base, shift: -shift });
  return found;
}

/** The swizzles that flip only bits that change banks. */
const bankSwizzles = (tile: SwizzledTile): Swizzle[] =>
  swizzlesFor(tile).filter(swizzle => swizzle.bits === seenByBanks(swizzle).bits);

/** Bytes from the base to behind the last byte; null if a byte of the tile would move to before the base. */
function bytesOf(tile: XorTile): number | null {
  const { swizzle } = tile.pattern;
  const { base } = tile;
  const end = base + extentBytes(tile);
  if (swizzle.bits === 0) return end - base;
  const place = swizzler(swizzle);
  // The swizzle maps each block onto itself, and moves each piece of 2^M bytes as a whole.
  const block = 2 ** (groupsOf(swizzle).target + swizzle.bits);
  const piece = 2 ** swizzle.base;
  const whole = base % block === 0 ? end - (end % block) : base;
  let last = whole;
  for (let from = whole; from < end; from += piece - (from % piece)) {
    const to = Math.min(end, from + piece - (from % piece));
    if (place(from) < base) return null;
    last = Math.max(last, place(from) + to - from);
  }
  return last - base;
}

/** Null if an access cannot be made, or if bytes would lie before the base. */
function candidateOf(tile: XorTile, counts: readonly WavefrontCount[] | null): Candidate | null {
  const bytes = counts === null ? null : bytesOf(tile);
  if (bytes === null || counts === null) return null;
  const aligned = [tile.base, pitchBytes(tile), rowBytes(tile)].every(length => length % CHUNK_BYTES === 0);
  const { mode, boxColumns } = tmaModeOf(tile);
  const box = boxColumns === tile.columns ? '' : `, box of ${boxColumns}`;
  return {
    ...{ swizzle: tile.pattern.swizzle, padBytes: tile.padBytes, counts, bytes },
    wavefronts: totalOf(counts),
    ideal: counts.reduce((sum, { ideal }) => sum + ideal, 0),
    aligned16: aligned && keepsWhole(tile, CHUNK_BYTES),
    tma: mode === null ? null : `${mode.name}${box}`,
    onHopper: mode?.onHopper ?? false,
  };
}
