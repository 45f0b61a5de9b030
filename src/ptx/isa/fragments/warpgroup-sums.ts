/** The sums of a warpgroup's product as a warp holds them in the registers of D. */
import { decodeFloat, encodeFloat, F16 } from '../../../base/float-formats.ts';
import type { Lanes } from '../../machine/operation.ts';
import { bitsOfNumber } from '../float.ts';
import type { SparseFactor } from './sparse-columns.ts';

export type SumType = 'f16' | 'f32' | 's32';

/** Factors, and the place of the sums. */
export interface WarpgroupProduct {
  readonly columns: number;
  readonly depth: number;
  readonly isBitwise: boolean;
  /** Whether the factors are floats of 8 bits. */
  readonly hasBytes: boolean;
  readonly sums: SumType;
  readonly saturates: boolean;
  /** Half of the elements of A's rows are there, `depth` of them. */
  readonly sparse?: SparseFactor;
  /** Registers of D. */
  readonly slots: readonly number[];
}

/** Values of a lane in columns 8 j to 8 j + 7, in the order of `dots`: C, or D. */
export const cells = new Float64Array(4);

interface CellAccess {
  readonly load: (lanes: Lanes, slots: readonly number[], j: number, lane: number) => void;
  readonly store: (lanes: Lanes, product: WarpgroupProduct, j: number, lane: number) => void;
}

export const CELLS: Readonly<Record<SumType, CellAccess>> = {
  f32: {
    load: ({ f }, slots, j, lane) => {
      for (let i = 0; i < 4; i++) cells[i] = f[slots[4 * j + i] + lane];
    },
    store: ({ r }, { slots }, j, lane) => {
      for (let i = 0; i < 4; i++) r[slots[4 * j + i] + lane] = bitsOfNumber(cells[i]);
    },
  },
  s32: {
    load: ({ r }, slots, j, lane) => {
      for (let i = 0; i < 4; i++) cells[i] = r[slots[4 * j + i] + lane];
    },
    store: ({ r }, { slots, saturates }, j, lane) => {
      for (let i = 0; i < 4; i++) {
        const value = cells[i];
        r[slots[4 * j + i] + lane] = saturates ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value)) : value | 0;
      }
    },
  },
  // Two sums in a register.
  f16: {
    load: ({ r }, slots, j, lane) => {
      for (let i = 0; i < 4; i++) cells[i] = decodeFloat(F16, r[slots[2 * j + (i >> 1)] + lane] >>> (16 * (i & 1)));
    },
    store: ({ r }, { slots }, j, lane) => {
      for (let i = 0; i < 2; i++) {
        r[slots[2 * j + i] + lane] = encodeFloat(F16, cells[2 * i]) | (encodeFloat(F16, cells[2 * i + 1]) << 16);
      }
    },
  },
};

const keptHalf = (bits: number): number => encodeFloat(F16, decodeFloat(F16, bits) + 0);

/** A register with nothing added to what it holds: zeros lose their sign. */
const KEPT: Readonly<Record<Exclude<SumType, 's32'>, (lanes: Lanes, at: number) => number>> = {
  f32: ({ f }, at) => bitsOfNumber(f[at] + 0),
  f16: ({ r }, at) => keptHalf(r[at]) | (keptHalf(r[at] >>> 16) << 16),
};

/** D = C. */
export function keepSums(lanes: Lanes, slots: readonly number[], sums: keyof typeof KEPT, isAdded: boolean): void {
  const kept = KEPT[sums];
  for (const slot of slots) for (let at = slot; at < slot + 32; at++) lanes.r[at] = isAdded ? kept(lanes, at) : 0;
}
