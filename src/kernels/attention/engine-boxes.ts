/** Boxes of queries, keys and values that one thread of a CTA asks for. */
import { assert } from '../../base/assert.ts';
import type { TensorMap, TensorMapParam } from '../../trace/launch.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { byWarp, engineCopy } from '../engine-copy.ts';
import { multiplyingWarps, queryStages, STAGES, sharedPlaces, slabColumns, slabRowBytes, tileKeys } from './build.ts';
import { type AttentionCta, count, keyTilesDown, type QueryTile } from './geometry.ts';
import { nextTile, taskStore } from './tasks.ts';
import { clusterCtas, isSpecialized } from './variants.ts';

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
  const boxes = cta.tiles.flatMap((tile, number) => {
    const kvHead = Math.floor(tile.head / cta.p.group);
    const place = places.q(number % queryStages(cta.variant, cta.p));
    const queries = load(cta, 'q', { firstQuery: tile.firstQuery, head: tile.head }, place, intervalOf(cta, 0));
    const keys = keyTilesDown(cta, tile).flatMap((keyTile, i): CtaAccess[] => {
      const stage = step++ % STAGES;
      const part = cta.rank * (tileKeys(cta.variant, cta.p) / clusterCtas(cta.variant));
      const at = { firstQuery: keyTile * tileKeys(cta.variant, cta.p) + part, head: kvHead };
      const loads = (['k', 'v'] as const).flatMap(buffer =>
        load(cta, buffer, at, places[buffer](stage) + part * slabRowBytes(cta.variant, cta.p), intervalOf(cta, i)),
      );
      return [...(keyTile === 0 ? nextTile(cta) : []), ...byProducer(cta, loads)];
    });
    return [...taskStore(cta, number), ...byProducer(cta, queries), ...keys];
  });
  return [...nextTile(cta), ...boxes, ...taskStore(cta, cta.tiles.length)];
}

const byProducer = (cta: AttentionCta, accesses: readonly CtaAccess[]): CtaAccess[] =>
  byWarp(isSpecialized(cta.variant) ? multiplyingWarps(cta.variant, cta.p) : 0, accesses);

/** A producer goes on behind the one barrier that all pass; version 2 asks when all have read what was in the stage. */
function intervalOf({ variant }: AttentionCta, step: number): number {
  if (isSpecialized(variant)) return 1;
  return step < STAGES ? 0 : step - STAGES + 2;
}

function load(cta: AttentionCta, buffer: string, at: QueryTile, base: number, interval: number): CtaAccess[] {
  const map = mapOf(cta, buffer);
  const rows = buffer === 'q' ? map.box[1] : tileKeys(cta.variant, cta.p);
  const columns = slabColumns(cta.variant, cta.p);
  return count(cta.p.headDim / columns).flatMap(slab => {
    const start = [slab * columns, at.firstQuery, at.head];
    const copy = {
      map,
      start,
      base: base + slab * rows * slabRowBytes(cta.variant, cta.p),
      direction: 'load',
    } as const;
    return engineCopy(copy, cta.addressOf(buffer), interval);
  });
}
