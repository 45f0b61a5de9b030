/** How C leaves as rows, in closed form: stmatrix into the ring's memory, and from there chunks side by side. */
import { LANES, MATRIX_ROWS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import { BLOCK_ROWS, ELEMENT_BYTES } from './build.ts';
import { consumerRow, type Leaving, steps } from './output-stores.ts';
import { BOX_ROWS, rowsTile } from './tiles.ts';

const CHUNK = 16 / ELEMENT_BYTES;

/** A block of each warpgroup at a time. */
export function rowStores(leaving: Leaving, c: number): CtaAccess[] {
  const { build, size } = leaving;
  const width = size.n % CHUNK === 0 ? CHUNK : 1;
  const blocks = steps(Math.max(build.tileM / build.consumers, BLOCK_ROWS), BLOCK_ROWS);
  return blocks.flatMap(block => [...matrixStores(leaving), ...copies(leaving, c, block, width)]);
}

/** Sixteen columns of a warp's rows at a time, each lane giving the place of a chunk. */
const matrixStores = ({ build, interval }: Leaving): CtaAccess[] =>
  steps(build.tileN, 2 * MATRIX_ROWS).map(first => ({
    ...({ space: 'shared', kind: 'stmatrix', widthBytes: 16, interval } as const),
    addressOf(thread) {
      const [warp, lane] = [Math.floor(thread / LANES), thread % LANES];
      if (consumerRow(build, warp) === null) return null;
      return byteAddressOf(rowsTile(build, warp), lane % BOX_ROWS, first + Math.floor(lane / BOX_ROWS) * MATRIX_ROWS);
    },
  }));

/** `width`: elements of an access; those beyond the edges of C stay. */
const copies = ({ build, size, corner, interval }: Leaving, c: number, block: number, width: number): CtaAccess[] =>
  steps(BOX_ROWS * build.tileN, width * LANES).flatMap(first => {
    const at = (placeOf: (warp: number, row: number, column: number) => number) => (thread: number) => {
      const [warp, element] = [Math.floor(thread / LANES), first + (thread % LANES) * width];
      const own = consumerRow(build, warp);
      const [row, column] = [Math.floor(element / build.tileN), element % build.tileN];
      if (own === null || row >= BOX_ROWS) return null;
      const isInside = corner.row + own + block + row < size.m && corner.column + column < size.n;
      return isInside ? placeOf(warp, row, column) : null;
    };
    const inC = (warp: number, row: number, column: number) => {
      const rowOfC = corner.row + consumerRow(build, warp)! + block + row;
      return c + (rowOfC * size.n + corner.column + column) * ELEMENT_BYTES;
    };
    const inShared = (warp: number, row: number, column: number) => byteAddressOf(rowsTile(build, warp), row, column);
    const shape = { widthBytes: width * ELEMENT_BYTES, interval };
    return [
      { ...shape, space: 'shared', kind: 'load', addressOf: at(inShared) } as const,
      { ...shape, space: 'global', kind: 'store', addressOf: at(inC) } as const,
    ];
  });
