/** Where a block's elements lie in shared memory, and the order in which both sides take them. */
import { LANES } from '../../base/hardware.ts';
import { type Access, type AccessSide, NO_PC } from '../../trace/access-trace.ts';
import type { BlockMove, TensorMode } from './block.ts';
import { Odometer } from './odometer.ts';

export const ALL_LANES = 0xffff_ffff;

/** Bit `bit` of an element's offset is XORed with bit `from`. */
export interface XorBit {
  readonly bit: number;
  readonly from: number;
}

export interface Placement {
  /** By mode of the block [elements]. */
  readonly strides: readonly number[];
  /** Applied to the offset that the strides give. */
  readonly xor: readonly XorBit[];
  /** Where no formula gives the place: by that offset. Strides are then those of a block without gaps, and nothing is XORed. */
  readonly table: Uint32Array | null;
}

/** One side of a block's way: its stores to shared memory or its loads from it, all requests of all warps together. */
export interface SideCost {
  readonly wavefronts: number;
  /** Without a conflict. */
  readonly ideal: number;
  /** The most that one request of a warp needs. */
  readonly worst: number;
}

/** Lanes store in the order of the input and load in the order of the output. Modes, fastest first. */
export const laneOrder = (side: AccessSide, move: BlockMove): readonly number[] =>
  side === 'store' ? move.storeOrder : move.loadOrder;

/** Elements from the first to the last, both included. */
export const spanElements = (modes: readonly TensorMode[], strides: readonly number[]): number =>
  modes.reduce((span, { extent }, mode) => span + (extent - 1) * strides[mode], 1);

/** Where the element lies whose strides give `offset`; both count elements. */
export const placedOffset = (offset: number, { xor, table }: Pick<Placement, 'xor' | 'table'>): number =>
  table?.[offset] ?? xor.reduce((placed, { bit, from }) => placed ^ (((offset >>> from) & 1) << bit), offset);

type WarpAccess = Access & { activeMask: number };

/** A warp's access to shared memory, to be filled in lane by lane. */
export const warpAccess = (side: AccessSide, elementBytes: number): WarpAccess => ({
  cta: 0,
  warp: 0,
  pc: NO_PC,
  space: 'shared',
  kind: side,
  widthBytes: elementBytes,
  activeMask: ALL_LANES,
  interval: 0,
  line: 0,
  file: '',
  address: new Float64Array(LANES),
});

/** Counts through the elements of a block as one side does. */
export function sideOdometer(side: AccessSide, move: BlockMove, strides: readonly number[]): Odometer {
  const order = laneOrder(side, move);
  return new Odometer(
    order.map(mode => move.modes[mode].extent),
    order.map(mode => strides[mode]),
  );
}
