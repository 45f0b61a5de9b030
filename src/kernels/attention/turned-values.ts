/** Accesses of the FP8 version's producer, which turns each tile of values round: by ldmatrix from one ring, by stmatrix into another. */
import { LANES, WARPGROUP_WARPS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { multiplyingWarps, STAGES, sharedPlaces, slabColumns, slabRowBytes, tileKeys } from './build.ts';
import { type AttentionCta, count, keyTilesDown, slabTile, turnedTile } from './geometry.ts';

const CHUNK = 16;
/** Barriers passed: all threads pass one first. */
const RUNNING = 1;

/** A warp has 32 keys of each tile, 16 columns at a time. Where a tile has fewer than 128 keys, warps share its columns. */
export function turnedValues(cta: AttentionCta): CtaAccess[] {
  const { variant, p, tiles } = cta;
  const places = sharedPlaces(variant, p);
  const firstWarp = multiplyingWarps(variant, p);
  const keys = tileKeys(variant, p);
  const [parts, columns] = [keys / LANES, slabColumns(variant, p)];
  const together = WARPGROUP_WARPS / parts;
  return keyTilesDown(cta, tiles[0]).flatMap((_, step) => {
    const slabs = count(p.headDim / columns).map(slab =>
      slabTile(variant, p, keys, places.v(step % STAGES) + slab * keys * slabRowBytes(variant, p)),
    );
    const to = turnedTile(variant, p, step % STAGES);
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
    return count(p.headDim / CHUNK / together).flatMap(i => {
      const columnOf = (warp: number): number => (i * together + Math.floor(warp / parts)) * CHUNK;
      const keyOf = (warp: number): number => (warp % parts) * LANES;
      return [
        matrices('ldmatrix', (warp, lane) =>
          byteAddressOf(slabs[Math.floor(columnOf(warp) / columns)], keyOf(warp) + lane, columnOf(warp) % columns),
        ),
        matrices('stmatrix', (warp, lane) =>
          byteAddressOf(to, columnOf(warp) + (lane % CHUNK), keyOf(warp) + Math.floor(lane / CHUNK) * CHUNK),
        ),
      ];
    });
  });
}
