/**
 * Counts quickly what an access costs at one origin, for searches over many patterns. It gives the same numbers as the
 * bank model (`accessCost`) by using one more property: lanes of 8 or 16 bytes take aligned pieces of two or four banks
 * each, so a phase costs as many wavefronts as its busiest group of banks has distinct pieces.
 */
import { LANES } from '../../base/hardware.ts';
import { NVIDIA_BANKS, type WavefrontCount } from '../banks/wavefronts.ts';
import { groupsOf, type Swizzle } from '../layout/swizzle.ts';
import { type Origin, type OriginFrame, startOf } from './origins.ts';

const { bankCount, bankBytes } = NVIDIA_BANKS;

/** An XOR of byte addresses below 2^31, written as a mask and two shifts, one of which is by 0. */
export interface Xor {
  readonly mask: number;
  readonly right: number;
  readonly left: number;
}

export const xorOf = (swizzle: Swizzle): Xor => ({
  mask: (2 ** swizzle.bits - 1) * 2 ** groupsOf(swizzle).source,
  right: Math.max(0, swizzle.shift),
  left: Math.max(0, -swizzle.shift),
});

/** The counts at an origin; null if the bytes of a lane are misaligned. */
export function countAt(frame: OriginFrame, xor: Xor, widthBytes: number, origin: Origin): WavefrontCount | null {
  const pieceBytes = Math.max(bankBytes, widthBytes);
  const phaseLanes = Math.min(LANES, (bankCount * bankBytes) / pieceBytes);
  const start = startOf(frame, origin);
  let wavefronts = 0;
  let ideal = 0;
  for (let first = 0; first < origin.shape.rows.length; first += phaseLanes) {
    const lanes = addressLanes(origin, frame.pitch, start, xor, first, phaseLanes);
    if ((lowBits & (widthBytes - 1)) !== 0) return null;
    if (lanes === 0) continue;
    wavefronts += degreeOf(lanes, pieceBytes);
    ideal++;
  }
  return { wavefronts, ideal };
}

const address = new Int32Array(LANES);
let lowBits = 0;

/**
 * Fills `address` with the active lanes of a phase, and `lowBits` with the OR of their bits. Returns the number of lanes.
 */
function addressLanes(
  { shape }: Origin,
  pitch: number,
  start: number,
  { mask, right, left }: Xor,
  first: number,
  phaseLanes: number,
): number {
  let count = 0;
  lowBits = 0;
  for (let lane = first; lane < first + phaseLanes; lane++) {
    if (shape.rows[lane] < 0) continue;
    const linear = start + shape.rows[lane] * pitch + shape.bytes[lane];
    const placed = linear ^ (((linear & mask) >> right) << left);
    lowBits |= placed;
    address[count++] = placed;
  }
  return count;
}

const pieces = new Int32Array(bankCount * LANES);
const filled = new Uint8Array(bankCount);

/** The number of distinct pieces in the busiest group of banks. */
function degreeOf(lanes: number, pieceBytes: number): number {
  const shift = Math.log2(pieceBytes);
  const groups = (bankCount * bankBytes) / pieceBytes;
  filled.fill(0);
  let most = 0;
  for (let i = 0; i < lanes; i++) {
    const piece = address[i] >> shift;
    const group = piece & (groups - 1);
    const end = group * LANES + filled[group];
    let at = group * LANES;
    while (at < end && pieces[at] !== piece) at++;
    if (at < end) continue;
    pieces[end] = piece;
    filled[group]++;
    if (filled[group] > most) most = filled[group];
  }
  return most;
}
