/** Boxes of queries, keys and values that one thread of a CTA asks for. */
import { assert } from '../../base/assert.ts';
import type { TensorMap, TensorMapParam } from '../../trace/launch.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { byWarp, engineCopy } from '../engine-copy.ts';
import { multiplyingWarps, SLAB, STAGES, sharedPlaces, slabsOf, tileKeys } from './build.ts';
import { type AttentionCta, count, keyTilesDown, type QueryTile, SLAB_ROW_BYTES } from './geometry.ts';
import { isSpecialized } from './variants.ts';

export function mapOf({ launch }: AttentionCta, buffer: string): TensorMap {
  const map = launch.params.find(
    (param): param is TensorMapParam => param.kind === 'tensorMap' && param.buffer === buffer,
  );
  assert(map !== undefined, 'the version takes maps');
  return map;
}

/** Stages go round without regard to tiles of queries. */
export function tileBoxes(cta: AttentionCta): CtaAccess[] {
  const places = sharedPlaces(cta.variant, cta.p);
  let step = 0;
  const boxes = cta.tiles.flatMap(tile => {
    const kvHead = Math.floor(tile.head / cta.p.group);
    const queries = load(cta, 'q', { firstQuery: tile.firstQuery, head: tile.head }, places.q, 1);
    const keys = keyTilesDown(cta, tile).flatMap((keyTile, i) => {
      const stage = step++ % STAGES;
      const at = { firstQuery: keyTile * tileKeys(cta.variant, cta.p), head: kvHead };
      const interval = intervalOf(cta, i);
      return [...load(cta, 'k', at, places.k(stage), interval), ...load(cta, 'v', at, places.v(stage), interval)];
    });
    return [...queries.map(access => ({ ...access, interval: intervalOf(cta, 0) })), ...keys];
  });
  return byWarp(isSpecialized(cta.variant) ? multiplyingWarps(cta.variant, cta.p) : 0, boxes);
}

/** A producer goes on behind the one barrier that all pass; version 2 asks when all have read what was in the stage. */
function intervalOf({ variant }: AttentionCta, step: number): number {
  if (isSpecialized(variant)) return 1;
  return step < STAGES ? 0 : step - STAGES + 2;
}

function load(cta: AttentionCta, buffer: string, at: QueryTile, base: number, interval: number): CtaAccess[] {
  const map = mapOf(cta, buffer);
  return count(slabsOf(cta.p)).flatMap(slab => {
    const start = [slab * SLAB, at.firstQuery, at.head];
    const copy = { map, start, base: base + slab * map.box[1] * SLAB_ROW_BYTES, direction: 'load' } as const;
    return engineCopy(copy, cta.addressOf(buffer), interval);
  });
}
