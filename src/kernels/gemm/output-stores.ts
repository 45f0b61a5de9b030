/** How C leaves, in closed form: straight from registers, or by way of shared memory. */
import { LANES, MATRIX_ROWS, WARPGROUP_WARPS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { byWarp, engineCopy } from '../engine-copy.ts';
import { BLOCK_ROWS, ELEMENT_BYTES, type GemmBuild } from './build.ts';
import type { GemmSize } from './launch.ts';
import { mmaThreads, WARP_COLUMNS, WARP_ROWS, warpCorner } from './matrix-reads.ts';
import type { MappedBuffer } from './operand-copies.ts';
import { BOX_COLUMNS, BOX_ROWS, boxTile, type TileCorner } from './tiles.ts';

/** A tile of C on its way out. */
export interface Leaving {
  readonly build: GemmBuild;
  readonly size: GemmSize;
  readonly corner: TileCorner;
  readonly interval: number;
}

export const steps = (count: number, by: number): number[] => Array.from({ length: count / by }, (_, i) => i * by);

/** Stores of warps that multiply by mma.sync. */
export function warpStores({ build, ...leaving }: Leaving, c: number): CtaAccess[] {
  const cornerOf = (thread: number) => (thread < mmaThreads(build) ? warpCorner(build, thread) : null);
  return steps(WARP_ROWS, 16).flatMap(row =>
    steps(WARP_COLUMNS, MATRIX_ROWS).flatMap(column =>
      blockStores({ build, ...leaving }, c, { row, column }, cornerOf),
    ),
  );
}

export function warpgroupStores(leaving: Leaving, c: number): CtaAccess[] {
  const { build } = leaving;
  const rowsEach = build.tileM / build.consumers;
  const cornerOf = (thread: number) => ({ row: consumerRow(build, Math.floor(thread / LANES)) ?? -1, column: 0 });
  const isConsumer = (thread: number) => consumerRow(build, Math.floor(thread / LANES)) !== null;
  return steps(rowsEach, BLOCK_ROWS).flatMap(row =>
    steps(build.tileN, MATRIX_ROWS).flatMap(column =>
      blockStores(leaving, c, { row, column }, thread => (isConsumer(thread) ? cornerOf(thread) : null)),
    ),
  );
}

/** Row of the CTA's tile at which a consumer's warp begins; null for warps of the producer, and those that a small tile has no rows for. */
export function consumerRow({ tileM, consumers }: GemmBuild, warp: number): number | null {
  if (warp >= consumers * WARPGROUP_WARPS) return null;
  const row = Math.floor(warp / WARPGROUP_WARPS) * (tileM / consumers) + (warp % WARPGROUP_WARPS) * 16;
  return row < tileM ? row : null;
}

/** Two blocks of 8 x 8 below each other, two neighbours of a row in a lane. `cornerOf`: where a thread's warp begins. */
export function blockStores(
  { size, corner, interval }: Leaving,
  c: number,
  block: TileCorner,
  cornerOf: (thread: number) => TileCorner | null,
): CtaAccess[] {
  const store = (below: number, beside: number, widthBytes: number): CtaAccess => ({
    ...({ space: 'global', kind: 'store', widthBytes, interval } as const),
    addressOf: thread => {
      const own = cornerOf(thread);
      if (own === null) return null;
      const lane = thread % LANES;
      const row = corner.row + own.row + block.row + below + Math.floor(lane / 4);
      const column = corner.column + own.column + block.column + (lane % 4) * 2 + beside;
      return row < size.m && column < size.n ? c + (row * size.n + column) * ELEMENT_BYTES : null;
    },
  });
  const pair = (below: number) =>
    size.n % 2 === 0
      ? [store(below, 0, 2 * ELEMENT_BYTES)]
      : [store(below, 0, ELEMENT_BYTES), store(below, 1, ELEMENT_BYTES)];
  return [...pair(0), ...pair(MATRIX_ROWS)];
}

/**
 * Stores by stmatrix into a warp's boxes, from which the copy engine takes them. If no map can describe C, threads copy
 * the boxes.
 */
export function boxStores(leaving: Leaving, c: MappedBuffer): CtaAccess[] {
  const { build, size } = leaving;
  const boxes = (build.tileM / build.consumers / BLOCK_ROWS) * (build.tileN / BOX_COLUMNS);
  const isMapped = (size.n * ELEMENT_BYTES) % 16 === 0;
  return Array.from({ length: boxes }, (_, box) => box).flatMap(box => [
    ...matrixStores(leaving, box),
    ...(isMapped ? boxesOut(leaving, c, box) : threadsOut(leaving, c.address, box)),
  ]);
}

/** First row and column of C; null for warps of the producer. */
function boxCorner({ build, corner }: Leaving, warp: number, box: number): TileCorner | null {
  const row = consumerRow(build, warp);
  if (row === null) return null;
  const at = box * BOX_COLUMNS;
  return {
    row: corner.row + row + Math.floor(at / build.tileN) * BLOCK_ROWS,
    column: corner.column + (at % build.tileN),
  };
}

const matrixStores = (leaving: Leaving, box: number): CtaAccess[] =>
  steps(BOX_COLUMNS, 2 * MATRIX_ROWS).map(first => ({
    ...({ space: 'shared', kind: 'stmatrix', widthBytes: 16, interval: leaving.interval } as const),
    addressOf: thread => {
      const [warp, lane] = [Math.floor(thread / LANES), thread % LANES];
      if (consumerRow(leaving.build, warp) === null) return null;
      const column = first + Math.floor(lane / BOX_ROWS) * MATRIX_ROWS;
      return byteAddressOf(boxTile(leaving.build, warp, box), lane % BOX_ROWS, column);
    },
  }));

/** One lane of each warp asks for its box. */
function boxesOut(leaving: Leaving, { map, address }: MappedBuffer, box: number): CtaAccess[] {
  const warps = Array.from({ length: leaving.build.consumers * WARPGROUP_WARPS }, (_, warp) => warp);
  return warps.flatMap(warp => {
    const { row, column } = boxCorner(leaving, warp, box)!;
    const copy = {
      map,
      start: [column, row],
      base: boxTile(leaving.build, warp, box).baseBytes,
      direction: 'store',
    } as const;
    return byWarp(warp, engineCopy(copy, address, leaving.interval));
  });
}

/** 32 elements of a row at a time. */
const threadsOut = (leaving: Leaving, c: number, box: number): CtaAccess[] =>
  steps(BOX_ROWS * BOX_COLUMNS, LANES).flatMap(first => {
    const at = (of: (warp: number, row: number, column: number) => number) => (thread: number) => {
      const [warp, i] = [Math.floor(thread / LANES), first + (thread % LANES)];
      const corner = boxCorner(leaving, warp, box);
      const [row, column] = [Math.floor(i / BOX_COLUMNS), i % BOX_COLUMNS];
      const { m, n } = leaving.size;
      const isInside = corner !== null && corner.row + row < m && corner.column + column < n;
      return isInside ? of(warp, row, column) : null;
    };
    const placeInC = (warp: number, row: number, column: number) => {
      const corner = boxCorner(leaving, warp, box)!;
      return c + ((corner.row + row) * leaving.size.n + corner.column + column) * ELEMENT_BYTES;
    };
    const shape = { widthBytes: ELEMENT_BYTES, interval: leaving.interval };
    const read = at((warp, row, column) => byteAddressOf(boxTile(leaving.build, warp, box), row, column));
    return [
      { ...shape, space: 'shared', kind: 'load', addressOf: read } as const,
      { ...shape, space: 'global', kind: 'store', addressOf: at(placeInC) } as const,
    ];
  });
