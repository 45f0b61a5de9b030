/** The requests of a block's warps by the coordinates of their lanes, equal ones once: what the search costs again and again. */
import { popcount32 } from '../../base/bits.ts';
import { LANES } from '../../trace/access-trace.ts';
import { countWavefronts } from '../banks/wavefronts.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { ALL_LANES, laneOrder, type Side, type WarpAccess, warpAccess } from './placement.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';
import { periodOf, warpsOf } from './warp-lanes.ts';

export interface SearchWarp {
  readonly access: WarpAccess;
  /** Requests of the block that cost the same. */
  readonly count: number;
  /** Wavefronts of all of these without a conflict. */
  readonly ideal: number;
  /** Index of each lane along a mode, at 32 * mode + lane. */
  readonly lanes: Uint16Array;
  /**
   * By number of placed modes, in the order of the input: in each phase the largest group of lanes that differ in placed
   * modes only. What such a group costs, the whole phase costs at least.
   */
  readonly masks: readonly number[];
  /**
   * Where strides need not be whole words: open modes may still move all lanes within a word, by fewer elements than this,
   * and other lanes then share words. Such elements have one phase.
   */
  readonly shifts: number;
}

/** Elements smaller than a word are padded by whole words where that keeps every stride but the fastest one's whole. */
export function padStepElements({ modes, storeOrder, elementBytes }: BlockMove): number {
  const step = bankStepElements(elementBytes);
  return storeOrder.length > 0 && modes[storeOrder[0]].extent % step === 0 ? step : 1;
}

export function searchWarps(side: Side, move: BlockMove): SearchWarp[] {
  const { modes, elementBytes } = move;
  const vector = move.vectors[side];
  const order = laneOrder(side, move);
  const extents = order.map(mode => modes[mode].extent);
  const elements = elementsOf(modes);
  const turnsWords = padStepElements(move) === bankStepElements(elementBytes);
  const period = turnsWords ? periodOf(extents, LANES * vector) : elements;
  // The requests of a warp are then the first one, moved along the fastest mode.
  const isAlike = turnsWords && extents.find(extent => extent > 1)! % vector === 0;
  const requests = Array.from({ length: isAlike ? 1 : vector }, (_, k) => k);
  const phaseLanes = lanesPerPhase(elementBytes);
  const shifts = turnsWords ? 1 : bankStepElements(elementBytes);
  return warpsOf(side, move, period, requests).map(({ lanes, active }) => {
    const count = (elements / period) * (vector / requests.length);
    const ideal = count * Math.ceil(active / phaseLanes);
    const masks = masksOf(lanes, active, move, phaseLanes);
    return { access: warpAccess(side, elementBytes), count, ideal, lanes, masks, shifts };
  });
}

function masksOf(lanes: Uint16Array, active: number, { modes, storeOrder }: BlockMove, phaseLanes: number): number[] {
  const masks = [active === LANES ? ALL_LANES : 2 ** active - 1];
  // One number for each lane's place in the open modes: the slowest mode opens first.
  const places = new Float64Array(LANES);
  for (const mode of storeOrder.toReversed()) {
    for (let lane = 0; lane < active; lane++)
      places[lane] = places[lane] * modes[mode].extent + lanes[LANES * mode + lane];
    let mask = 0;
    for (let first = 0; first < active; first += phaseLanes)
      mask |= largestGroup(places, first, Math.min(active, first + phaseLanes));
    masks.unshift(mask >>> 0);
  }
  return masks;
}

/** As a mask: the most lanes that have the same place. */
function largestGroup(places: Float64Array, first: number, end: number): number {
  const groups = new Map<number, number>();
  let largest = 0;
  for (let lane = first; lane < end; lane++) {
    const group = (groups.get(places[lane]) ?? 0) | (1 << lane);
    groups.set(places[lane], group);
    if (popcount32(group) > popcount32(largest)) largest = group;
  }
  return largest;
}

/** Wavefronts of all requests that `warp` stands for, at least, when the first `placed` modes have these strides. */
export function leastWavefronts(warp: SearchWarp, strides: readonly number[], placed: number): number {
  const { access, lanes, masks, shifts } = warp;
  const { address, widthBytes } = access;
  access.activeMask = masks[placed];
  address.fill(0);
  for (let mode = strides.length - placed; mode < strides.length; mode++) {
    const strideBytes = strides[mode] * widthBytes;
    for (let lane = 0; lane < LANES; lane++) address[lane] += strideBytes * lanes[LANES * mode + lane];
  }
  let least = countWavefronts(access).wavefronts;
  for (let shift = 1; shift < shifts && placed < strides.length; shift++) {
    for (let lane = 0; lane < LANES; lane++) address[lane] += widthBytes;
    least = Math.min(least, countWavefronts(access).wavefronts);
  }
  return warp.count * least;
}
