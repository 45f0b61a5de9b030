/** Where a block's elements lie in shared memory, and the order in which both sides access them. */
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
  /** The stride of each mode of the block [elements]. */
  readonly strides: readonly number[];
  /** Applied to the offset that the strides give. */
  readonly xor: readonly XorBit[];
  /**
   * If no formula gives the place: the place, indexed by that offset. The strides are then those of a block without
   * gaps, and no bits are XORed.
   */
  readonly table: Uint32Array | null;
}

/** One side of a block's move: its stores to shared memory or its loads from it, all requests of all warps together. */
export interface SideCost {
  readonly wavefronts: number;
  /** Wavefronts without a conflict. */
  readonly ideal: number;
  /** The most wavefronts of one request. */
  readonly worst: number;
}

/**
 * The modes in the order in which lanes count them, fastest first. Lanes store in the order of the input, and load in the
 * order of the output.
 */
export const laneOrder = (side: AccessSide, move: BlockMove): readonly number[] =>
  side === 'store' ? move.storeOrder : move.loadOrder;

/** How many elements lie from the first to the last, both counted. */
export const spanElements = (modes: readonly TensorMode[], strides: readonly number[]): number =>
  modes.reduce((span, { extent }, mode) => span + (extent - 1) * strides[mode], 1);

/** The place of the element whose strides give `offset`; both are in elements. */
export const placedOffset = (offset: number, { xor, table }: Pick<Placement, 'xor' | 'table'>): number =>
  table?.[offset] ?? xor.reduce((placed, { bit, from }) => placed ^ (((offset >>> from) & 1) << bit), offset);

type WarpAccess = Access & { activeMask: number };

/** One access of a warp to shared memory, still to be filled lane by lane. */
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
