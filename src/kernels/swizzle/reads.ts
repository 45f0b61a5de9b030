/** How the tile is read, in closed form: as matrices, and by columns. Each read is followed by its store to global memory. */
import { CHUNK_BYTES, LANES, MATRIX_ROWS, WORD_BYTES } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import type { SwizzleParams } from './params.ts';
import { THREADS, tileLayout } from './tile.ts';

export type Read = Omit<CtaAccess, 'interval'>;

/** Matrices of one ldmatrix, and words in a row of one. */
const MATRICES = 4;
const ROW_WORDS = CHUNK_BYTES / WORD_BYTES;
const WARPS = THREADS / LANES;

const laneOf = (thread: number): number => thread % LANES;
const warpOf = (thread: number): number => Math.floor(thread / LANES);

/** Numbers of the first warp's work in each round, of so many pieces that a warp takes one at a time. */
const roundsOf = (pieces: number): number[] =>
  Array.from({ length: Math.ceil(pieces / WARPS) }, (_, round) => round * WARPS);

/** Matrices are counted down the rows first, four to an ldmatrix; beyond the last one it is read again and not stored. */
export function matrixReads(p: SwizzleParams, out: number): Read[] {
  const bands = p.rows / MATRIX_ROWS;
  const matrices = bands * (p.rowBytes / CHUNK_BYTES);
  return roundsOf(matrices / MATRICES).flatMap(before => {
    /** The j-th matrix of the thread's warp; null where the warp has nothing left. */
    const matrixOf = (thread: number, j: number) => {
      const first = (before + warpOf(thread)) * MATRICES;
      return first < matrices ? first + j : null;
    };
    return matrixRound(p, out, { bands, matrices, matrixOf });
  });
}

interface MatrixRound {
  readonly bands: number;
  readonly matrices: number;
  readonly matrixOf: (thread: number, j: number) => number | null;
}

function matrixRound(p: SwizzleParams, out: number, { bands, matrices, matrixOf }: MatrixRound): Read[] {
  const layout = tileLayout(p);
  const rowOf = (matrix: number) => (matrix % bands) * MATRIX_ROWS;
  const byteOf = (matrix: number) => Math.floor(matrix / bands) * CHUNK_BYTES;
  const read = (thread: number) => {
    const mine = matrixOf(thread, Math.floor(laneOf(thread) / MATRIX_ROWS));
    if (mine === null) return null;
    const matrix = Math.min(mine, matrices - 1);
    return byteAddressOf(layout, rowOf(matrix) + (laneOf(thread) % MATRIX_ROWS), byteOf(matrix) / layout.elementBytes);
  };
  const write = (j: number) => (thread: number) => {
    const matrix = matrixOf(thread, j);
    if (matrix === null || matrix >= matrices) return null;
    const row = rowOf(matrix) + Math.floor(laneOf(thread) / ROW_WORDS);
    return out + row * p.rowBytes + byteOf(matrix) + (laneOf(thread) % ROW_WORDS) * 4;
  };
  const stores = Array.from({ length: MATRICES }, (_, j) => write(j));
  return [
    { space: 'shared', kind: 'ldmatrix', widthBytes: CHUNK_BYTES, addressOf: read },
    ...stores.map(addressOf => ({ space: 'global', kind: 'store', widthBytes: 4, addressOf }) as const),
  ];
}

/** 32 rows of a column per warp and round, column by column. */
export function columnReads(p: SwizzleParams, out: number): Read[] {
  const layout = tileLayout(p);
  const { columns, elementBytes: widthBytes } = layout;
  const groups = Math.ceil(p.rows / LANES);
  return roundsOf(columns * groups).flatMap(before => {
    const at = (of: (row: number, column: number) => number) => (thread: number) => {
      const i = before + warpOf(thread);
      const [column, row] = [Math.floor(i / groups), (i % groups) * LANES + laneOf(thread)];
      return column < columns && row < p.rows ? of(row, column) : null;
    };
    const read = at((row, column) => byteAddressOf(layout, row, column));
    const write = at((row, column) => out + (column * p.rows + row) * widthBytes);
    return [
      { space: 'shared', kind: 'load', widthBytes, addressOf: read } as const,
      { space: 'global', kind: 'store', widthBytes, addressOf: write } as const,
    ];
  });
}
