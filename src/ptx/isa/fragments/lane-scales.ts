/**
 * Scale factors of `mma.sync` in the registers of lanes (PTX ISA, "Block scaling for mma.sync"; CUTLASS, `SFALayout` of `SM120`): of each
 * quad one thread has that of a column of B, and two have those of two rows of A. A register has a byte for each block along K.
 */
import type { Lanes } from '../../machine/operation.ts';
import { type ScaleBlocks, type ScaleType, scaleOf } from './scale-factors.ts';

/** Where a matrix has its factors. */
export interface LaneScales {
  /** Slot of the registers. */
  readonly data: number;
  /** Slots of the first byte's number, and of the number of the thread, or of the pair of threads, in its quad. */
  readonly byte: number;
  readonly thread: number;
}

export interface ScaledFactors {
  readonly a: LaneScales;
  readonly b: LaneScales;
  readonly blocks: ScaleBlocks;
  readonly type: ScaleType;
}

const PAIRS = 2;
const THREADS = 4;
const BYTES = 4;

/** Says which selector is none; null if all are right. */
export function badSelector({ r }: Lanes, { a, b, blocks }: ScaledFactors): string | null {
  for (const [name, { byte, thread }, threads] of [['A', a, PAIRS] as const, ['B', b, THREADS] as const]) {
    if (r[thread] < 0 || r[thread] >= threads)
      return `selects thread ${r[thread]} of 0 to ${threads - 1} for the factors of ${name}`;
    if (r[byte] < 0 || r[byte] > BYTES - blocks.count || r[byte] % blocks.count !== 0)
      return `selects byte ${r[byte]}, with which ${blocks.count} factors of ${name} cannot begin`;
  }
  return null;
}

/** Multiplies the elements of A and of B, held by its columns, with their factors. */
export function scaleByLanes(
  lanes: Lanes,
  factors: ScaledFactors,
  a: Float64Array,
  b: Float64Array,
  depth: number,
): void {
  const { r } = lanes;
  const pair = 2 * r[factors.a.thread];
  const thread = r[factors.b.thread];
  scaleRows(lanes, factors, factors.a, a, depth, 16, row => 4 * (row & 7) + pair + (row >> 3));
  scaleRows(lanes, factors, factors.b, b, depth, 8, column => 4 * column + thread);
}

function scaleRows(
  { r }: Lanes,
  { blocks, type }: ScaledFactors,
  { data, byte }: LaneScales,
  values: Float64Array,
  depth: number,
  rows: number,
  laneOf: (row: number) => number,
): void {
  for (let row = 0; row < rows; row++) {
    const word = r[data + laneOf(row)] >>> (8 * r[byte]);
    for (let k = 0; k < depth; k++)
      values[row * depth + k] *= scaleOf(type, (word >>> (8 * Math.floor(k / blocks.size))) & 0xff);
  }
}
