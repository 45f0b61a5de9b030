/** How O and LSE leave: straight from registers, or O by way of shared memory. */
import { LANES, MATRIX_ROWS, WARPGROUP_WARPS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { byWarp, engineCopy } from '../engine-copy.ts';
import { BOX_QUERIES, ELEMENT_BYTES, multiplyingWarps, SLAB, sharedPlaces, slabsOf, warpBoxes } from './build.ts';
import { mapOf } from './engine-boxes.ts';
import { type AttentionCta, count, type QueryTile, slabTile } from './geometry.ts';
import { taskLoad } from './tasks.ts';
import { isNarrow, isSeamless } from './variants.ts';

/** Rows of a warp's 16 that a lane has: one of the upper 8, and the one 8 below. */
const HALVES = [0, MATRIX_ROWS];
const LSE_BYTES = 4;
/** Barriers passed before the stores: all threads pass one first. */
const RUNNING = 1;

const warpOf = (thread: number): number => Math.floor(thread / LANES);

/** The row of Q that a thread has; null beyond the last one, and for a producer's threads. */
function rowOf(
  { variant, p }: AttentionCta,
  { head, firstQuery }: QueryTile,
  thread: number,
  below: number,
): number | null {
  if (warpOf(thread) >= multiplyingWarps(variant, p)) return null;
  const query = firstQuery + warpOf(thread) * BOX_QUERIES + Math.floor((thread % LANES) / 4) + below;
  return query < p.queries ? head * p.queries + query : null;
}

function store(cta: AttentionCta, tile: QueryTile, below: number, interval: number) {
  return (widthBytes: number, placeOf: (row: number, thread: number) => number | null): CtaAccess => ({
    ...({ space: 'global', kind: 'store', widthBytes, interval } as const),
    addressOf: thread => {
      const row = rowOf(cta, tile, thread, below);
      return row === null ? null : placeOf(row, thread);
    },
  });
}

/** The first lane of a quad has the row's. */
const lseStore = (cta: AttentionCta, tile: QueryTile, below: number, interval: number): CtaAccess =>
  store(
    cta,
    tile,
    below,
    interval,
  )(LSE_BYTES, (row, thread) => (thread % 4 === 0 ? cta.addressOf('lse') + row * LSE_BYTES : null));

/** Two neighbours of a row at a time; in FP8 four, as even and odd columns lie in two blocks of sums. */
export function registerStores(cta: AttentionCta, interval: number): CtaAccess[] {
  const { p, addressOf } = cta;
  const [tile] = cta.tiles;
  const together = isNarrow(cta.variant) ? 4 : 2;
  return HALVES.flatMap(below => [
    ...count(p.headDim / (4 * together)).map(j =>
      store(
        cta,
        tile,
        below,
        interval,
      )(together * ELEMENT_BYTES, (row, thread) => {
        const column = (j * 4 + (thread % 4)) * together;
        return addressOf('o') + (row * p.headDim + column) * ELEMENT_BYTES;
      }),
    ),
    lseStore(cta, tile, below, interval),
  ]);
}

/** Stores of matrices by stmatrix into a warp's boxes, from which the engine copies them. */
export const boxStores = (cta: AttentionCta): CtaAccess[] => [
  ...taskLoad(cta, 0),
  ...cta.tiles.flatMap((tile, number) => [
    ...HALVES.map(below => lseStore(cta, tile, below, RUNNING)),
    ...taskLoad(cta, number + 1),
    ...count(slabsOf(cta.p)).flatMap(slab => [...matrixStores(cta, tile, slab), ...boxesOut(cta, tile, slab)]),
  ]),
];

const boxAt = ({ variant, p }: AttentionCta, warp: number, slab: number) =>
  slabTile(variant, p, BOX_QUERIES, sharedPlaces(variant, p).box(warp, slab % warpBoxes(p)));

/** Warpgroups of version 7 without a row of the tile leave it to the others. */
function storesBox({ variant, p }: AttentionCta, { firstQuery }: QueryTile, warp: number): boolean {
  if (warp >= multiplyingWarps(variant, p)) return false;
  const warpgroup = Math.floor(warp / WARPGROUP_WARPS);
  return !isSeamless(variant) || firstQuery + warpgroup * WARPGROUP_WARPS * BOX_QUERIES < p.queries;
}

const matrixStores = (cta: AttentionCta, tile: QueryTile, slab: number): CtaAccess[] =>
  count(SLAB / (2 * MATRIX_ROWS)).map(pair => ({
    ...({ space: 'shared', kind: 'stmatrix', widthBytes: 16, interval: RUNNING } as const),
    addressOf: thread => {
      if (!storesBox(cta, tile, warpOf(thread))) return null;
      const column = pair * 2 * MATRIX_ROWS + Math.floor((thread % LANES) / BOX_QUERIES) * MATRIX_ROWS;
      return byteAddressOf(boxAt(cta, warpOf(thread), slab), thread % BOX_QUERIES, column);
    },
  }));

/** One lane of each warp asks for its box. */
const boxesOut = (cta: AttentionCta, tile: QueryTile, slab: number): CtaAccess[] =>
  count(multiplyingWarps(cta.variant, cta.p))
    .filter(warp => storesBox(cta, tile, warp))
    .flatMap(warp => {
      const start = [slab * SLAB, tile.firstQuery + warp * BOX_QUERIES, tile.head];
      const copy = { map: mapOf(cta, 'o'), start, base: boxAt(cta, warp, slab).baseBytes, direction: 'store' } as const;
      return byWarp(warp, engineCopy(copy, cta.addressOf('o'), RUNNING));
    });
