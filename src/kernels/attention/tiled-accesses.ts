/** Accesses of version 1: 16-byte copies by all threads, then matrices that warps read for mma.sync. */
import { LANES, MATRIX_ROWS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { ELEMENT_BYTES, SLAB, sharedPlaces, threadsOf, tileKeys, tileQueries } from './build.ts';
import { type AttentionCta, count, keyTilesDown, SLAB_ROW_BYTES, slabTile } from './geometry.ts';
import { registerStores } from './output-stores.ts';

/** Elements of a 16-byte copy. */
const CHUNK = 8;
/** Queries of a warp, and what a product takes along its sum. */
const WARP_QUERIES = 16;
const MMA_K = 16;

type Operand = 'q' | 'k' | 'v';

/** Two barriers a tile of keys: behind the first its keys are there, behind the second its values. */
export function tiledAccesses(cta: AttentionCta): CtaAccess[] {
  const [tile] = cta.tiles;
  const down = keyTilesDown(cta, tile);
  const last = down.length > 0 ? [...copies(cta, 'q', tile.firstQuery, 0), ...copyKeys(cta, 'k', down[0], 0)] : [];
  const loop = down.flatMap((keys, step) => [
    ...copyKeys(cta, 'v', keys, 2 * step + 1),
    ...keyReads(cta, 2 * step + 1),
    ...(keys > 0 ? copyKeys(cta, 'k', keys - 1, 2 * step + 2) : []),
    ...valueReads(cta, 2 * step + 2),
  ]);
  return [...last, ...loop, ...registerStores(cta, 2 * down.length)];
}

const copyKeys = (cta: AttentionCta, operand: Operand, tile: number, interval: number): CtaAccess[] =>
  copies(cta, operand, tile * tileKeys(cta.variant, cta.p), interval);

const rowsOf = ({ variant, p }: AttentionCta, operand: Operand): number =>
  operand === 'q' ? tileQueries(variant, p) : tileKeys(variant, p);

/** Offset of an element in the operand's tile, which is stored slab by slab. */
function placeOf(cta: AttentionCta, operand: Operand, row: number, column: number): number {
  const places = sharedPlaces(cta.variant, cta.p);
  const base = places[operand](0);
  const rows = rowsOf(cta, operand);
  const slab = slabTile(cta.variant, cta.p, rows, base + Math.floor(column / SLAB) * rows * SLAB_ROW_BYTES);
  return byteAddressOf(slab, row, column % SLAB);
}

/** All threads copy some rows at a time, a chunk each; beyond the last row they read nothing and write zeros. */
function copies(cta: AttentionCta, operand: Operand, firstRow: number, interval: number): CtaAccess[] {
  const { p, addressOf } = cta;
  const [{ head }] = cta.tiles;
  const chunks = p.headDim / CHUNK;
  const rowsAtOnce = threadsOf(cta.variant, cta.p) / chunks;
  const [rows, matrix] = operand === 'q' ? [p.queries, head] : [p.keys, Math.floor(head / p.group)];
  return count(rowsOf(cta, operand) / rowsAtOnce).flatMap((pass): CtaAccess[] => {
    const rowOf = (thread: number) => pass * rowsAtOnce + Math.floor(thread / chunks);
    const columnOf = (thread: number) => (thread % chunks) * CHUNK;
    const source = (thread: number) => {
      const row = firstRow + rowOf(thread);
      const element = (matrix * rows + row) * p.headDim + columnOf(thread);
      return row < rows ? addressOf(operand) + element * ELEMENT_BYTES : null;
    };
    const shape = { kind: 'copy', widthBytes: CHUNK * ELEMENT_BYTES, interval } as const;
    return [
      { ...shape, space: 'global', addressOf: source },
      { ...shape, space: 'shared', addressOf: thread => placeOf(cta, operand, rowOf(thread), columnOf(thread)) },
    ];
  });
}

/** Four matrices, of which each lane gives the place of a row. */
function matrices(
  cta: AttentionCta,
  operand: Operand,
  interval: number,
  at: (thread: number) => { readonly row: number; readonly column: number },
): CtaAccess {
  const addressOf = (thread: number) => placeOf(cta, operand, at(thread).row, at(thread).column);
  return { space: 'shared', kind: 'ldmatrix', widthBytes: 16, interval, addressOf };
}

/** For each 16 columns: the warp's queries, then all keys, 16 at a time. */
function keyReads(cta: AttentionCta, interval: number): CtaAccess[] {
  const keys = tileKeys(cta.variant, cta.p);
  return count(cta.p.headDim / MMA_K).flatMap(step => [
    matrices(cta, 'q', interval, thread => ({
      row: Math.floor(thread / LANES) * WARP_QUERIES + (thread % WARP_QUERIES),
      column: step * MMA_K + Math.floor((thread % LANES) / 16) * MATRIX_ROWS,
    })),
    ...count(keys / 16).map(j =>
      matrices(cta, 'k', interval, thread => ({
        row: j * 16 + Math.floor((thread % LANES) / 16) * MATRIX_ROWS + (thread % MATRIX_ROWS),
        column: step * MMA_K + (Math.floor(thread / MATRIX_ROWS) % 2) * MATRIX_ROWS,
      })),
    ),
  ]);
}

/** For each 16 keys: all columns of their values, 16 at a time. */
const valueReads = (cta: AttentionCta, interval: number): CtaAccess[] =>
  count(tileKeys(cta.variant, cta.p) / MMA_K).flatMap(step =>
    count(cta.p.headDim / 16).map(j =>
      matrices(cta, 'v', interval, thread => ({
        row: step * MMA_K + (thread % 16),
        column: j * 16 + Math.floor((thread % LANES) / 16) * MATRIX_ROWS,
      })),
    ),
  );
