/** Where a block's elements lie in shared memory, and what both sides pay for it. */
import { type Access, LANES, NO_PC } from '../../trace/access-trace.ts';
import { countWavefronts, type WavefrontCount } from '../banks/wavefronts.ts';
import { type BlockMove, elementsOf, type Mode } from './block.ts';
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

export type Side = 'store' | 'load';

/** Lanes store in the order of the input and load in the order of the output. Modes, fastest first. */
export const laneOrder = (side: Side, move: BlockMove): readonly number[] =>
  side === 'store' ? move.storeOrder : move.loadOrder;

/** Elements from the first to the last, both included. */
export const spanElements = (modes: readonly Mode[], strides: readonly number[]): number =>
  modes.reduce((span, { extent }, mode) => span + (extent - 1) * strides[mode], 1);

/** Where the element lies whose strides give `offset`; both count elements. */
export const placedOffset = (offset: number, { xor, table }: Pick<Placement, 'xor' | 'table'>): number =>
  table?.[offset] ?? xor.reduce((placed, { bit, from }) => placed ^ (((offset >>> from) & 1) << bit), offset);

export type WarpAccess = Access & { activeMask: number };

/** A warp's access to shared memory, to be filled in lane by lane. */
export const warpAccess = (side: Side, elementBytes: number): WarpAccess => ({
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

/** Every request of a whole block; ragged ones are cheaper. */
export function sideCost(side: Side, move: BlockMove, placement: Placement): SideCost {
  let [wavefronts, ideal, worst] = [0, 0, 0];
  for (const cost of requestCosts(side, move, placement)) {
    wavefronts += cost.wavefronts;
    ideal += cost.ideal;
    worst = Math.max(worst, cost.wavefronts);
  }
  return { wavefronts, ideal, worst };
}

/** As `sideCost`; some number above `most` where there are more. */
export function wavefrontsUpTo(most: number, side: Side, move: BlockMove, placement: Placement): number {
  let wavefronts = 0;
  for (const cost of requestCosts(side, move, placement)) {
    wavefronts += cost.wavefronts;
    if (wavefronts > most) break;
  }
  return wavefronts;
}

function* requestCosts(side: Side, move: BlockMove, placement: Placement): Generator<WavefrontCount> {
  const odometer = sideOdometer(side, move, placement.strides);
  const vector = move.vectors[side];
  const requests = Array.from({ length: vector }, () => warpAccess(side, move.elementBytes));
  for (let left = elementsOf(move.modes) / vector; left > 0; left -= LANES) {
    fillRequests(requests, Math.min(LANES, left), odometer, placement);
    for (const request of requests) yield countWavefronts(request);
  }
}

/** Counts through the elements of a block as one side does. */
export function sideOdometer(side: Side, move: BlockMove, strides: readonly number[]): Odometer {
  const order = laneOrder(side, move);
  return new Odometer(
    order.map(mode => move.modes[mode].extent),
    order.map(mode => strides[mode]),
  );
}

/** Each lane counts through a vector; request k takes the k-th element of every lane. */
function fillRequests(requests: WarpAccess[], lanes: number, odometer: Odometer, placement: Placement): void {
  for (let lane = 0; lane < lanes; lane++)
    for (const { address, widthBytes } of requests) {
      address[lane] = placedOffset(odometer.offset, placement) * widthBytes;
      odometer.step();
    }
  for (const request of requests) request.activeMask = lanes === LANES ? ALL_LANES : 2 ** lanes - 1;
}
