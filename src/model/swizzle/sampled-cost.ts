/** What an access costs at its worst origin, counted quickly: for searches over many patterns. */
import { type Access, LANES, NO_PC } from '../../trace/access-trace.ts';
import { countWavefronts, type WavefrontCount } from '../banks/wavefronts.ts';
import { type AccessPattern, type LinearRequest, requestsOf, strideOf } from './accesses.ts';
import { keepsWhole, linearAddress, rowBytes, type SwizzledTile } from './tile.ts';

/** Of one access, over all origins that are looked at. */
const MOST_REQUESTS = 64;

/** Requests by origin. */
export function sampledRequests(tile: SwizzledTile, access: AccessPattern): LinearRequest[][] {
  const step = strideOf(tile, access);
  const across = Math.max(1, Math.floor(rowBytes(tile) / step.bytes));
  const origins = across * Math.max(1, Math.floor(tile.rows / step.rows));
  const each = requestsOf(tile, access, { row: 0, column: 0 }).length;
  const samples = Math.min(Math.ceil(MOST_REQUESTS / Math.max(1, each)), origins);
  const apart = Math.floor(origins / samples);
  return Array.from({ length: samples }, (_, sample) => {
    // Not equally far apart, or all would fall on rows that are alike.
    const at = sample * apart + (sample % apart);
    const column = ((at % across) * step.bytes) / tile.elementBytes;
    return requestsOf(tile, access, { row: Math.floor(at / across) * step.rows, column });
  });
}

/** Null where a lane's bytes are torn apart or misaligned, or no lane has any. */
export function worstCount(
  tile: SwizzledTile,
  place: (linear: number) => number,
  origins: readonly (readonly LinearRequest[])[],
): WavefrontCount | null {
  let worst: WavefrontCount | null = null;
  for (const requests of origins) {
    let wavefronts = 0;
    let ideal = 0;
    for (const request of requests) {
      const count = countRequest(tile, place, request);
      if (count === null) return null;
      wavefronts += count.wavefronts;
      ideal += count.ideal;
    }
    if (ideal > 0 && (worst === null || wavefronts > worst.wavefronts)) worst = { wavefronts, ideal };
  }
  return worst;
}

const address = new Float64Array(LANES);

function countRequest(
  tile: SwizzledTile,
  place: (linear: number) => number,
  { instruction, widthBytes, offsets }: LinearRequest,
): WavefrontCount | null {
  if (!keepsWhole(tile, widthBytes)) return null;
  const origin = linearAddress(tile, { row: 0, column: 0 });
  let activeMask = 0;
  for (let lane = 0; lane < LANES; lane++) {
    const offset = offsets[lane];
    address[lane] = offset === null ? -1 : place(origin + offset);
    if (offset === null) continue;
    activeMask |= 1 << lane;
    if (address[lane] % widthBytes !== 0) return null;
  }
  const kind = instruction === 'ld' ? 'load' : 'ldmatrix';
  return countWavefronts({ ...ACCESS, kind, widthBytes, activeMask });
}

/** What does not matter for the count. */
const ACCESS: Omit<Access, 'kind' | 'widthBytes' | 'activeMask'> = {
  cta: 0,
  warp: 0,
  pc: NO_PC,
  space: 'shared',
  interval: 0,
  line: 0,
  file: '',
  address,
};
