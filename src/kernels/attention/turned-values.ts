/** Accesses of the FP8 version's producer, which turns each tile of values round: by ldmatrix from one ring, by stmatrix into another. */
import { LANES, WARPGROUP_WARPS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { multiplyingWarps, STAGES, sharedPlaces, tileKeys } from './build.ts';
import { type AttentionCta, count, keyTilesDown, slabTile } from './geometry.ts';

const CHUNK = 16;
/** Barriers passed: all threads pass one first. */
const RUNNING = 1;

/** A warp has 32 keys of each tile, 16 columns at a time. */
export function turnedValues(cta: AttentionCta): CtaAccess[] {
  const { variant, p, tiles } = cta;
  const places = sharedPlaces(variant, p);
  const firstWarp = multiplyingWarps(variant, p);
  return keyTilesDown(cta, tiles[0]).flatMap((_, step) => {
    const from = slabTile(variant, tileKeys(variant, p), places.v(step % STAGES));
    const to = slabTile(variant, p.headDim, places.turned(step % STAGES));
    const byProducer =
      (place: (warp: number, lane: number) => number) =>
      (thread: number): number | null => {
        const warp = Math.floor(thread / LANES) - firstWarp;
        return warp >= 0 && warp < WARPGROUP_WARPS ? place(warp, thread % LANES) : null;
      };
    const matrices = (kind: 'ldmatrix' | 'stmatrix', place: (warp: number, lane: number) => number): CtaAccess => ({
      ...({ space: 'shared', kind, widthBytes: 16, interval: RUNNING } as const),
      addressOf: byProducer(place),
    });
    return count(p.headDim / CHUNK).flatMap(chunk => [
      matrices('ldmatrix', (warp, lane) => byteAddressOf(from, warp * LANES + lane, chunk * CHUNK)),
      matrices('stmatrix', (warp, lane) =>
        byteAddressOf(to, chunk * CHUNK + (lane % CHUNK), (2 * warp + Math.floor(lane / CHUNK)) * CHUNK),
      ),
    ]);
  });
}
