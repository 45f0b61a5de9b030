/** The warps of a block by the coordinates of their lanes, equal ones once: what the search costs again and again. */
import { type Access, LANES } from '../../trace/access-trace.ts';
import { countWavefronts } from '../banks/wavefronts.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { Odometer } from './odometer.ts';
import { laneOrder, type Side, warpAccess } from './placement.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';

export interface SearchWarp {
  readonly access: Access & { activeMask: number };
  /** Warps of the block that cost the same. */
  readonly count: number;
  /** Index of each lane along a mode, at 32 * mode + lane. */
  readonly lanes: Uint16Array;
  /**
   * By number of placed modes, in the order of the input: in each phase the largest group of lanes that differ in placed
   * modes only. What such a group costs, the whole phase costs at least.
   */
  readonly masks: readonly number[];
}

/** Elements smaller than a word are padded by whole words where that keeps every stride but the fastest one's whole. */
export function padStepElements({ modes, storeOrder, elementBytes }: BlockMove): number {
  const step = bankStepElements(elementBytes);
  return storeOrder.length > 0 && modes[storeOrder[0]].extent % step === 0 ? step : 1;
}

export function searchWarps(side: Side, move: BlockMove): SearchWarp[] {
  const { modes, storeOrder, elementBytes } = move;
  const order = laneOrder(side, move);
  const extents = order.map(mode => modes[mode].extent);
  const elements = elementsOf(modes);
  const turnsWords = padStepElements(move) === bankStepElements(elementBytes);
  const period = turnsWords ? periodOf(extents) : elements;
  const counters = order.map(
    (_, i) =>
      new Odometer(
        extents,
        order.map((__, j) => Number(i === j)),
      ),
  );
  return Array.from({ length: Math.ceil(period / LANES) }, (_, warp) => {
    const active = Math.min(LANES, period - warp * LANES);
    const lanes = new Uint16Array(LANES * modes.length);
    for (let lane = 0; lane < active; lane++)
      counters.forEach((counter, i) => {
        lanes[LANES * order[i] + lane] = counter.offset;
        counter.step();
      });
    const masks = masksOf(lanes, active, storeOrder, lanesPerPhase(elementBytes));
    return { access: warpAccess(side, elementBytes), count: elements / period, lanes, masks };
  });
}

/**
 * Warps that lie a period apart differ in slower modes only, by the same offset for all lanes. Their banks are turned by
 * whole words, or the lanes lie whole words apart and turn within a word together: their cost is equal.
 */
function periodOf(extents: readonly number[]): number {
  let elements = 1;
  for (const extent of extents) {
    if (elements % LANES === 0) break;
    elements *= extent;
  }
  return elements;
}

function masksOf(lanes: Uint16Array, active: number, storeOrder: readonly number[], phaseLanes: number): number[] {
  return Array.from({ length: storeOrder.length + 1 }, (_, placed) => {
    const open = storeOrder.slice(placed);
    let mask = 0;
    for (let first = 0; first < active; first += phaseLanes)
      mask |= largestGroup(lanes, first, Math.min(active, first + phaseLanes), open);
    return mask >>> 0;
  });
}

/** As a mask: the most lanes that agree in all open modes. */
function largestGroup(lanes: Uint16Array, first: number, end: number, open: readonly number[]): number {
  const groups = new Map<string, number[]>();
  for (let lane = first; lane < end; lane++) {
    const key = open.map(mode => lanes[LANES * mode + lane]).join();
    groups.set(key, [...(groups.get(key) ?? []), lane]);
  }
  const largest = [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a));
  return largest.reduce((mask, lane) => mask | (1 << lane), 0);
}

/** Wavefronts of all warps that `warp` stands for, at least, when the first `placed` modes have these strides. */
export function leastWavefronts(warp: SearchWarp, strides: readonly number[], placed: number): number {
  const { access, lanes, masks } = warp;
  const rank = strides.length;
  access.activeMask = masks[placed];
  for (let lane = 0; lane < LANES; lane++) {
    let offset = 0;
    for (let mode = rank - placed; mode < rank; mode++) offset += strides[mode] * lanes[LANES * mode + lane];
    access.address[lane] = offset * access.widthBytes;
  }
  return warp.count * countWavefronts(access).wavefronts;
}
