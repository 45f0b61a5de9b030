/** What one warp-wide access costs in its space, and whether another access must cost the same. */

import { popcount32 } from '../../base/bits.ts';
import { LANES, LINE_BYTES, SECTOR_BYTES, WORD_BYTES } from '../../base/hardware.ts';
import type { Access, Space } from '../../trace/access-trace.ts';
import { sectorsOf } from '../banks/sectors.ts';
import { countWavefronts } from '../banks/wavefronts.ts';

/** The fields of `AccessTotals`, for one request. */
export interface RequestCost {
  readonly lanes: number;
  readonly bytes: number;
  readonly parts: number;
  readonly ideal: number;
  readonly lines: number;
  readonly turns: number;
  readonly isUnaligned: boolean;
}

/** Addresses must be multiples of the width, as the emulator's are. */
export function costOfRequest(access: Access): RequestCost {
  const lanes = popcount32(access.activeMask);
  const turns = access.kind === 'atomic' ? mostLanesOnOneAddress(access) : 0;
  if (access.space === 'local') return { ...localCost(access), lanes, turns, isUnaligned: false };
  const { bytes, sectors, ideal, lines } = sectorsOf(access);
  if (access.space === 'global')
    return { lanes, bytes, parts: sectors, ideal, lines, turns, isUnaligned: lowest(access) % SECTOR_BYTES !== 0 };
  if (access.space === 'shared') {
    const { wavefronts, ideal: phases } = countWavefronts(access);
    return { lanes, bytes, parts: wavefronts, ideal: phases, lines: 0, turns, isUnaligned: false };
  }
  const addresses = bytes / access.widthBytes;
  // The cost of an access to another CTA's shared memory is not known, so no excess is reported.
  if (access.space === 'cluster')
    return { lanes, bytes, parts: addresses, ideal: addresses, lines, turns, isUnaligned: false };
  return { lanes, bytes, parts: addresses, ideal: Math.min(1, addresses), lines, turns, isUnaligned: false };
}

/** Which of two requests is worse: excess first, then turns (at most one for each lane). */
export const rankOf = ({ parts, ideal, turns }: RequestCost): number => (parts - ideal) * (LANES + 1) + turns;

/** Moving all lanes by a multiple of this changes nothing: another bank for each word, another line for each sector. */
const PERIOD_BYTES: Readonly<Record<Space, number>> = {
  shared: WORD_BYTES,
  local: WORD_BYTES,
  global: LINE_BYTES,
  const: LINE_BYTES,
  param: LINE_BYTES,
  cluster: WORD_BYTES,
};

/**
 * Whether the access must cost as much as one at `address` did. Both belong to one instruction and space. This holds
 * for most loops that walk along an array, and for CTAs that do the same at other addresses.
 */
export function costsTheSame(access: Access, mask: number, address: Float64Array): boolean {
  if (access.activeMask !== mask) return false;
  const now = access.address;
  const first = 31 - Math.clz32(mask & -mask);
  const shift = now[first] - address[first];
  if (shift % PERIOD_BYTES[access.space] !== 0) return false;
  for (let lane = first + 1; lane < LANES; lane++)
    if (now[lane] - address[lane] !== shift && (mask >>> lane) & 1) return false;
  return true;
}

const lowest = ({ activeMask, address }: Access): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let lane = 0; lane < LANES; lane++) if ((activeMask >>> lane) & 1) least = Math.min(least, address[lane]);
  return least;
};

function mostLanesOnOneAddress({ activeMask, address }: Access): number {
  let most = 0;
  for (let left = activeMask; left !== 0; ) {
    const at = address[31 - Math.clz32(left & -left)];
    let lanes = 0;
    for (let m = left; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      if (address[lane] === at) lanes |= 1 << lane;
    }
    most = Math.max(most, popcount32(lanes));
    left &= ~lanes;
  }
  return most;
}

/** Lanes whose words share a sector. */
const OCTET = SECTOR_BYTES / WORD_BYTES;

/** Words of one number lie side by side for the 32 lanes of a warp (CUDA C++ Programming Guide, "Local Memory"). */
function localCost({
  activeMask,
  address,
  widthBytes,
}: Access): Pick<RequestCost, 'bytes' | 'parts' | 'ideal' | 'lines'> {
  const all = new Set<number>();
  let sectors = 0;
  let ideal = 0;
  for (let first = 0; first < LANES; first += OCTET) {
    const words = new Set<number>();
    for (let lane = first; lane < first + OCTET; lane++)
      if ((activeMask >>> lane) & 1) words.add(Math.floor(address[lane] / WORD_BYTES));
    for (const word of words) all.add(word);
    sectors += words.size;
    ideal += Math.min(1, words.size);
  }
  const each = Math.max(1, widthBytes / WORD_BYTES);
  const bytes = popcount32(activeMask) * widthBytes;
  return { bytes, parts: sectors * each, ideal: ideal * each, lines: all.size * each };
}
