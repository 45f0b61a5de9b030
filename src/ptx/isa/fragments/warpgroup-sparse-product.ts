/** D = A B + C of a warpgroup whose A is sparse: as `warpgroup-product.ts`, but each row of A meets its own rows of B. */
import type { Lanes } from '../../machine/operation.ts';
import { ExponentMatrix } from './exponent-matrix.ts';
import { SparseColumns, type SparseFactor } from './sparse-columns.ts';
import { sumFrom } from './tensor-sums.ts';
import { MOST_COLUMNS, sumsOf, WARP_ROWS } from './warpgroup-product.ts';
import { CELLS, cells, type WarpgroupProduct } from './warpgroup-sums.ts';

const MOST_KEPT = 32;
const sparseColumns = new SparseColumns();
/** B as a row meets it, and as the row 8 below. */
const met = [0, 8].map(() => new ExponentMatrix(MOST_COLUMNS * MOST_KEPT));

/** Rows of warp `index`, whose lanes hold their metadata. Says what is undefined about these; null if nothing is. */
export function multiplySparseRows(
  lanes: Lanes,
  index: number,
  product: WarpgroupProduct & { readonly sparse: SparseFactor },
  a: ExponentMatrix,
  b: ExponentMatrix,
  isAdded: boolean,
): string | null {
  sparseColumns.find(lanes, product.sparse);
  for (let group = 0; group < 8; group++) {
    for (const [i, into] of met.entries()) sparseColumns.gather(b, group + 8 * i, product.columns, null, into);
    for (let lane = 4 * group; lane < 4 * group + 4; lane++) addInLane(lanes, lane, index, product, a, isAdded);
  }
  const first = WARP_ROWS * index * product.depth;
  return sparseColumns.undefinedMetadata(lanes, product.sparse, a.values.subarray(first));
}

function addInLane(
  lanes: Lanes,
  lane: number,
  index: number,
  product: WarpgroupProduct,
  a: ExponentMatrix,
  isAdded: boolean,
): void {
  const { columns, depth, slots } = product;
  const { load, store } = CELLS[product.sums];
  const row = (WARP_ROWS * index + (lane >> 2)) * depth;
  for (let j = 0; j < columns / 8; j++) {
    if (isAdded) load(lanes, slots, j, lane);
    else cells.fill(0);
    for (let i = 0; i < 4; i++) {
      const at = [row + (i >> 1) * 8 * depth, (8 * j + 2 * (lane & 3) + (i & 1)) * depth] as const;
      cells[i] = sumOf(cells[i], product, a, met[i >> 1], ...at);
    }
    store(lanes, product, j, lane);
  }
}

function sumOf(
  start: number,
  product: WarpgroupProduct,
  a: ExponentMatrix,
  b: ExponentMatrix,
  row: number,
  column: number,
): number {
  if (product.sums !== 's32') return sumFrom(start, sumsOf(product, a, b), row, column);
  let sum = start;
  for (let k = 0; k < product.depth; k++) sum += a.values[row + k] * b.values[column + k];
  return sum;
}
