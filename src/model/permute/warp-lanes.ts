/** Which elements of a block the lanes of a warp access, as indices along its modes. */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { countedOffsets } from './counted-offsets.ts';
import { perMove } from './once-per-move.ts';
import { product } from './permutation.ts';
import { laneOrder } from './placement.ts';

export interface WarpRequest {
  /**
   * For each mode of more than one element: the index of each element, in the order in which the side's lanes count them.
   */
  readonly indices: readonly Int32Array[];
  /** Lane l accesses the element at first + step * l. */
  readonly first: number;
  readonly step: number;
  /** How many lanes have an element; these are the first ones. */
  readonly active: number;
  /** Modes along which lanes may differ; along all others they have the same index. */
  readonly differing: readonly number[];
  /** How many requests of the block cost the same. */
  readonly count: number;
}

/**
 * The requests of a block's warps. Of requests that must cost the same, mostly only one is listed. @param turnsWords
 * whether all strides except that of the fastest mode are whole words.
 */
export const requestsOf = (side: AccessSide, move: BlockMove, turnsWords: boolean): readonly WarpRequest[] =>
  turnsWords ? repeatedRequests(move, side) : allRequests(move, side);

const repeatedRequests = perMove((move, side: AccessSide) => listRequests(side, move, true));
const allRequests = perMove((move, side: AccessSide) => listRequests(side, move, false));

function listRequests(side: AccessSide, move: BlockMove, turnsWords: boolean): WarpRequest[] {
  const { modes } = move;
  const vector = move.vectors[side];
  const order = laneOrder(side, move);
  const extents = order.map(mode => modes[mode].extent);
  const counted = order.slice(0, turnsWords ? periodModes(extents, LANES * vector) : order.length);
  const period = product(counted.map(mode => modes[mode].extent));
  // Then all requests of a warp are its first one, shifted along the fastest mode.
  const isAlike = turnsWords && extents.find(extent => extent > 1)! % vector === 0;
  const perWarp = isAlike ? 1 : vector;
  const count = (elementsOf(modes) / period) * (vector / perWarp);
  const indices = modes.map(({ extent }, mode) => (extent > 1 ? indicesAlong(mode, move, counted) : NO_INDICES));
  return Array.from({ length: Math.ceil(period / (LANES * vector)) * perWarp }, (_, i) => {
    const warp = Math.floor(i / perWarp);
    const first = warp * LANES * vector + (i % perWarp);
    const active = Math.min(LANES, period / vector - warp * LANES);
    const differing = differingModes(move, counted, first, first + (active - 1) * vector);
    return { indices, first, step: vector, active, differing, count };
  });
}

const NO_INDICES = new Int32Array(0);

/** For each element, counted along the modes of `counted`: its index along one mode. */
const indicesAlong = (mode: number, move: BlockMove, counted: readonly number[]): Int32Array =>
  countedOffsets(
    move,
    counted,
    move.modes.map((_, other) => Number(other === mode)),
  );

/** Modes whose index changes between two elements. */
function differingModes({ modes }: BlockMove, counted: readonly number[], first: number, last: number): number[] {
  let faster = 1;
  return counted.filter(mode => {
    const ticks = Math.floor(first / faster) !== Math.floor(last / faster);
    faster *= modes[mode].extent;
    return ticks && modes[mode].extent > 1;
  });
}

/**
 * Two warps that are a period apart differ only in slower modes, by the same offset for all lanes. That offset rotates
 * their banks by whole words, or moves all lanes alike within words, so both warps cost the same. Returns how many modes,
 * from the fastest on, make up a period.
 */
function periodModes(extents: readonly number[], perWarp: number): number {
  const isPeriod = (_: number, end: number) => product(extents.slice(0, end)) % perWarp === 0;
  const end = extents.findIndex(isPeriod);
  return end < 0 ? extents.length : end;
}
