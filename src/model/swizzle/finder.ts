/**
 * Find me a swizzle: every Swizzle<B,M,S> and every padding of rows that a tile can have, by what the wanted accesses cost.
 * Each access is counted at origins all over the tile, as many as make up to 64 requests; its worst one counts.
 */
import { roundUp } from '../../base/bits.ts';
import type { WavefrontCount } from '../banks/wavefronts.ts';
import { groupsOf, type Swizzle, swizzler } from '../layout/swizzle.ts';
import type { AccessPattern, LinearRequest } from './accesses.ts';
import { tmaModeOf } from './names.ts';
import { sampledRequests, worstCount } from './sampled-cost.ts';
import { extentBytes, keepsWhole, pitchBytes, rowBytes, type SwizzledTile } from './tile.ts';

/** What is given; pattern and padding are looked for. */
export interface FinderProblem {
  readonly tile: SwizzledTile;
  readonly accesses: readonly AccessPattern[];
}

export interface Candidate {
  readonly swizzle: Swizzle;
  readonly padBytes: number;
  /** By access, of its worst origin. */
  readonly counts: readonly WavefrontCount[];
  /** Sum over the accesses. */
  readonly wavefronts: number;
  readonly ideal: number;
  /** Of shared memory, from the tile's base on. */
  readonly bytes: number;
  /** Do all 16-byte chunks of a row stay whole and aligned, as cp.async, ldmatrix and 16-byte loads need? */
  readonly aligned16: boolean;
  /** The copy engine's mode that lays one box like this; null where none does. */
  readonly tma: string | null;
}

/** A row that starts a line further has come round all banks. */
const MOST_PAD_BYTES = 128;
const CHUNK_BYTES = 16;

const NO_SWIZZLE: Swizzle = { bits: 0, base: 4, shift: 3 };

/** Best first. Only what every access can live with: a lane's bytes in one piece, aligned. */
export function findSwizzles({ tile, accesses }: FinderProblem): Candidate[] {
  const plain = { ...tile, padBytes: 0 };
  const pads = Array.from({ length: MOST_PAD_BYTES / tile.elementBytes }, (_, at) => at * tile.elementBytes);
  const padded = pads.map(padBytes => laid(tile, NO_SWIZZLE, padBytes));
  const requests = accesses.map(access => sampledRequests(plain, access));
  const swizzled = swizzlesFor(plain).flatMap(swizzle => {
    const next = laid(tile, swizzle, 0);
    return bytesOf(next) === null ? [] : (candidateOf(next, swizzle, requests) ?? []);
  });
  const paddings = padded.flatMap(
    each =>
      candidateOf(
        each,
        NO_SWIZZLE,
        accesses.map(access => sampledRequests(each, access)),
      ) ?? [],
  );
  return [...paddings, ...swizzled].sort(byMerit);
}

const laid = (tile: SwizzledTile, swizzle: Swizzle, padBytes: number): SwizzledTile => ({
  ...tile,
  padBytes,
  pattern: { kind: 'xor', swizzle },
});

/** All whose bits are address bits of the tile, and none of them inside an element. */
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

/** From the base on; null where bytes of the tile would land before it. */
function bytesOf(tile: SwizzledTile): number | null {
  const { pattern, base } = tile;
  const extent = extentBytes(tile);
  if (pattern.kind === 'table' || pattern.swizzle.bits === 0) return extent;
  // Blocks of this size map onto themselves.
  const block = 2 ** (groupsOf(pattern.swizzle).target + pattern.swizzle.bits);
  return base % block === 0 ? roundUp(extent, block) : null;
}

function candidateOf(
  tile: SwizzledTile,
  swizzle: Swizzle,
  accesses: readonly (readonly LinearRequest[][])[],
): Candidate | null {
  const place = swizzler(swizzle);
  const counts: WavefrontCount[] = [];
  for (const origins of accesses) {
    const count = worstCount(tile, place, origins);
    if (count === null) return null;
    counts.push(count);
  }
  const aligned = [tile.base, pitchBytes(tile), rowBytes(tile)].every(bytes => bytes % CHUNK_BYTES === 0);
  return {
    swizzle,
    padBytes: tile.padBytes,
    counts,
    wavefronts: counts.reduce((sum, { wavefronts }) => sum + wavefronts, 0),
    ideal: counts.reduce((sum, { ideal }) => sum + ideal, 0),
    bytes: bytesOf(tile)!,
    aligned16: aligned && keepsWhole(tile, CHUNK_BYTES),
    tma: tmaModeOf(tile).mode?.name ?? null,
  };
}

/** Fewest wavefronts, then bytes; then what the copy engine can write, what stays aligned, and the simplest. */
function byMerit(a: Candidate, b: Candidate): number {
  const keys = ({ wavefronts, bytes, tma, aligned16, swizzle }: Candidate): number[] => [
    wavefronts,
    bytes,
    tma === null ? 1 : 0,
    aligned16 ? 0 : 1,
    swizzle.shift < 0 ? 1 : 0,
    swizzle.bits,
    swizzle.base,
    Math.abs(swizzle.shift),
  ];
  const [left, right] = [keys(a), keys(b)];
  const at = left.findIndex((value, i) => value !== right[i]);
  return at < 0 ? 0 : left[at] - right[at];
}
