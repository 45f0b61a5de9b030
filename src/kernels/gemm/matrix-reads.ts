/** How warps read a stage for mma.sync, in closed form: 64 x 64 of C each, 16 elements of K at a time. */
import { LANES, MATRIX_ROWS, WARPGROUP_WARPS } from '../../base/hardware.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import type { CtaAccess } from '../cta-trace.ts';
import type { GemmBuild } from './build.ts';
import { TILE_K } from './build.ts';
import { type GemmOperand, operandTile, type TileCorner } from './tiles.ts';
import { multipliesByWarpgroup } from './versions.ts';

export const WARP_ROWS = 64;
export const WARP_COLUMNS = 64;

export const mmaThreads = ({ tileM, tileN }: GemmBuild): number =>
  ((tileM * tileN) / (WARP_ROWS * WARP_COLUMNS)) * LANES;

/** Asks for the copies of a version that specialises warps: the first behind those that multiply. */
export const producerWarp = (build: GemmBuild): number =>
  multipliesByWarpgroup(build.version) ? build.consumers * WARPGROUP_WARPS : mmaThreads(build) / LANES;

/** Corner of the warp's part in the CTA's tile. */
export function warpCorner({ tileM }: GemmBuild, thread: number): TileCorner {
  const [warp, down] = [Math.floor(thread / LANES), tileM / WARP_ROWS];
  return { row: (warp % down) * WARP_ROWS, column: Math.floor(warp / down) * WARP_COLUMNS };
}

/** Reads for each 16 elements of K: all that the warp needs of B, then of A. */
export function matrixReads(build: GemmBuild, stage: number, interval: number): CtaAccess[] {
  const sixteens = (count: number) => Array.from({ length: count / 16 }, (_, i) => i * 16);
  return sixteens(TILE_K).flatMap(k => [
    ...sixteens(WARP_COLUMNS).map(first => read(build, { operand: 'b', first, k, stage, interval })),
    ...sixteens(WARP_ROWS).map(first => read(build, { operand: 'a', first, k, stage, interval })),
  ]);
}

interface MatrixRead {
  readonly operand: GemmOperand;
  /** First of 16 rows of A, or of 16 columns of B, in the warp's part. */
  readonly first: number;
  readonly k: number;
  readonly stage: number;
  readonly interval: number;
}

/** Four matrices: those of A lie below each other first, as the product's fragments do, those of B beside each other. */
function read(build: GemmBuild, { operand, first, k, stage, interval }: MatrixRead): CtaAccess {
  const layout = operandTile(build, stage, operand);
  const addressOf = (thread: number) => {
    if (thread >= mmaThreads(build)) return null;
    const corner = warpCorner(build, thread);
    const lane = thread % LANES;
    const [low, high] = [Math.floor(lane / MATRIX_ROWS) % 2, Math.floor(lane / (2 * MATRIX_ROWS))];
    const [below, beside] = operand === 'a' ? [low, high] : [high, low];
    const row = (operand === 'a' ? corner.row : corner.column) + first + below * MATRIX_ROWS + (lane % MATRIX_ROWS);
    return byteAddressOf(layout, row, k + beside * MATRIX_ROWS);
  };
  return { space: 'shared', kind: 'ldmatrix', widthBytes: 16, interval, addressOf };
}
