/** What the page calls a warp's accesses of shared memory: which tile they reach, and where in it they begin. */
import { cellAt, type TileLayout } from '../../model/layout/tile-layout.ts';
import type { Access } from '../../trace/access-trace.ts';
import {
  BOX_BYTES,
  BOX_QUERIES,
  queryStages,
  SLAB,
  STAGES,
  sharedPlaces,
  slabColumns,
  slabRowBytes,
  tileKeys,
  tileQueries,
  warpBoxes,
} from './build.ts';
import { slabTile, turnedTile } from './geometry.ts';
import type { AttentionParams } from './params.ts';
import { type AttentionVariant, isNarrow, takesMaps } from './variants.ts';

interface NamedSlab {
  readonly name: string;
  readonly firstColumn: number;
  readonly layout: TileLayout;
}

/** The slab that an access's first lane reaches; null without an access of shared memory, or behind all tiles. */
export function slabOf(variant: AttentionVariant, p: AttentionParams, access: Access | null): NamedSlab | null {
  const first = access?.address.find(address => address >= 0);
  if (first === undefined || variant === 'naive' || first >= sharedPlaces(variant, p).end) return null;
  return slabAt(variant, p, first);
}

function slabAt(variant: AttentionVariant, p: AttentionParams, address: number): NamedSlab {
  const places = sharedPlaces(variant, p);
  const keys = tileKeys(variant, p);
  const stages = takesMaps(variant) ? STAGES : 1;
  const [columns, rowBytes] = [slabColumns(variant, p), slabRowBytes(variant, p)];
  const tiles = Array.from({ length: stages }, (_, stage) => [
    { name: stages > 1 ? `K, stage ${stage}` : 'K', base: places.k(stage), rows: keys },
    { name: stages > 1 ? `V, stage ${stage}` : 'V', base: places.v(stage), rows: keys },
  ]);
  const queries = Array.from({ length: queryStages(variant, p) }, (_, stage) => ({
    ...{ name: stage > 0 ? `Q, stage ${stage}` : 'Q', base: places.q(stage), rows: tileQueries(variant, p) },
  }));
  for (const { name, base, rows } of [...queries, ...tiles.flat()]) {
    const slab = Math.floor((address - base) / (rows * rowBytes));
    if (address < base || slab * columns >= p.headDim) continue;
    return { name, firstColumn: slab * columns, layout: slabTile(variant, p, rows, base + slab * rows * rowBytes) };
  }
  if (isNarrow(variant)) {
    const stage = address < places.turned(1) ? 0 : 1;
    return { name: `V turned round, stage ${stage}`, firstColumn: 0, layout: turnedTile(variant, p, stage) };
  }
  const box = Math.floor((address - places.box(0, 0)) / BOX_BYTES);
  const [warp, i] = [Math.floor(box / warpBoxes(p)), box % warpBoxes(p)];
  return {
    name: `O of warp ${warp}`,
    firstColumn: i * SLAB,
    layout: slabTile(variant, p, BOX_QUERIES, places.box(warp, i)),
  };
}

/** 'K, row 32, column 16'. */
export function requestName(variant: AttentionVariant, p: AttentionParams, access: Access | null): string {
  if (access?.space === 'global') return access.kind === 'store' ? 'its row of O' : 'global memory';
  const slab = slabOf(variant, p, access);
  if (access === null) return 'no such access';
  if (slab === null) return 'what the producer says of a tile';
  const cells = Array.from(access.address, address => (address < 0 ? null : cellAt(slab.layout, address)));
  const inside = cells.filter(cell => cell !== null && cell !== 'pad');
  const row = Math.min(...inside.map(cell => cell.row));
  return `${slab.name}, row ${row}, column ${slab.firstColumn + Math.min(...inside.map(cell => cell.column))}`;
}
