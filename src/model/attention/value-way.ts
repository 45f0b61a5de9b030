/**
 * Where one score of a warpgroup is on its way through both products (`wgmma` of m64nNk16, f32 sums; PTX ISA, "Register
 * Fragments for wgmma.mma_async"): as a sum of Q K^T and as a weight that is an operand of P V, it lies in the same lane.
 */
import { LANES } from '../../base/hardware.ts';

export interface ValueWay {
  /** Warp of the warpgroup. */
  readonly warp: number;
  readonly lane: number;
  /** Index among the lane's sums: 4 j + 2 i + c, for block j of 8 keys, half i of the row, and column c of two. */
  readonly sum: number;
  /** The operand of 16 keys that the weight belongs to; which of its four registers; which half of it, 0 the lower. */
  readonly operand: number;
  readonly register: number;
  readonly half: 0 | 1;
  /** In swizzled slabs of 128-byte rows: the 16-byte chunk in which the row's first 8 columns of K and V lie. */
  readonly keyChunk: number;
  readonly queryChunk: number;
}

/** @param row of the warpgroup's 64, @param key of the block. */
export function valueWay(row: number, key: number): ValueWay {
  const [upper, block, column] = [row % 16, Math.floor(key / 8), key % 8];
  const half = Math.floor(upper / 8);
  const pair = 2 * (block % 2) + half;
  return {
    warp: Math.floor(row / 16),
    lane: ((upper % 8) * 4 + Math.floor(column / 2)) % LANES,
    sum: 4 * block + 2 * half + (column % 2),
    operand: Math.floor(key / 16),
    register: pair,
    half: (column % 2) as 0 | 1,
    keyChunk: key % 8,
    queryChunk: row % 8,
  };
}
