/** The requests of a block's warps by the coordinates of their lanes, equal ones once: what the search costs again and again. */
import { popcount32 } from '../../base/bits.ts';
import { LANES } from '../../trace/access-trace.ts';
import { countWavefronts, NVIDIA_BANKS } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { ALL_LANES, type Side, type WarpAccess, warpAccess } from './placement.ts';
import { bankStepElements, lanesPerPhase, turnsWords } from './strides.ts';
import { requestsOf } from './warp-lanes.ts';

export interface SearchWarp {
  readonly move: BlockMove;
  readonly access: WarpAccess;
  /** Requests of the block that cost the same. */
  readonly count: number;
  /** Wavefronts of all of these without a conflict. */
  readonly ideal: number;
  /** Index of each lane along a mode, at 32 * mode + lane. */
  readonly lanes: Uint16Array;
  /** Lanes with an element, from lane 0 on. */
  readonly active: number;
  /** By number of placed modes, filled in as they are asked for. */
  readonly masks: number[];
  /**
   * Where strides need not be whole words: open modes may still move all lanes within a word, by fewer elements than this,
   * and other lanes then share words. Such elements have one phase.
   */
  readonly shifts: number;
  /** Time that costing it takes, in units of a warp that shares no words. */
  readonly work: number;
}

export function searchWarps(side: Side, move: BlockMove): SearchWarp[] {
  const { elementBytes } = move;
  const phaseLanes = lanesPerPhase(elementBytes);
  const turns = turnsWords(move);
  const shifts = turns ? 1 : bankStepElements(elementBytes);
  const work = elementBytes < NVIDIA_BANKS.bankBytes ? 4 * shifts : 1;
  const common = { move, access: warpAccess(side, elementBytes), shifts, work };
  return requestsOf(side, move, turns).map(request => {
    const ideal = request.count * Math.ceil(request.active / phaseLanes);
    return { ...common, ...request, ideal, masks: [] };
  });
}

/**
 * In each phase the largest group of lanes that differ in the first `placed` modes only, in the order of the input. What
 * such a group costs, the whole phase costs at least.
 */
function maskOf({ move, lanes, active }: SearchWarp, placed: number): number {
  const { modes, storeOrder, elementBytes } = move;
  if (placed === modes.length) return active === LANES ? ALL_LANES : 2 ** active - 1;
  // One number for each lane's place in the open modes.
  const places = new Float64Array(LANES);
  for (const mode of storeOrder.slice(placed))
    for (let lane = 0; lane < active; lane++)
      places[lane] = places[lane] * modes[mode].extent + lanes[LANES * mode + lane];
  const phaseLanes = lanesPerPhase(elementBytes);
  let mask = 0;
  for (let first = 0; first < active; first += phaseLanes)
    mask |= largestGroup(places, first, Math.min(active, first + phaseLanes));
  return mask;
}

function maskAt(warp: SearchWarp, placed: number): number {
  warp.masks[placed] ??= maskOf(warp, placed);
  return warp.masks[placed];
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
  const { widthBytes } = warp.access;
  return (
    warp.count *
    (widthBytes < NVIDIA_BANKS.bankBytes ? sharedWords(warp, strides, placed) : wholeWords(warp, strides, placed))
  );
}

const offsets = new Int32Array(LANES);
const lanesInBank = new Uint8Array(LANES);

function sumOffsets({ lanes }: SearchWarp, strides: readonly number[], placed: number): void {
  offsets.fill(0);
  for (let mode = strides.length - placed; mode < strides.length; mode++) {
    const stride = strides[mode];
    const first = LANES * mode;
    for (let lane = 0; lane < LANES; lane++) offsets[lane] += stride * lanes[first + lane];
  }
}

/** Elements of whole words: no lanes share one, and the most in a bank (or as many banks as an element needs) are counted. */
function wholeWords(warp: SearchWarp, strides: readonly number[], placed: number): number {
  sumOffsets(warp, strides, placed);
  const phaseLanes = lanesPerPhase(warp.access.widthBytes);
  const mask = maskAt(warp, placed);
  let wavefronts = 0;
  for (let first = 0; first < LANES; first += phaseLanes) {
    lanesInBank.fill(0, 0, phaseLanes);
    let most = 0;
    for (let lane = first; lane < first + phaseLanes; lane++)
      if ((mask >>> lane) & 1) most = Math.max(most, ++lanesInBank[offsets[lane] & (phaseLanes - 1)]);
    wavefronts += most;
  }
  return wavefronts;
}

function sharedWords(warp: SearchWarp, strides: readonly number[], placed: number): number {
  const { access, shifts } = warp;
  sumOffsets(warp, strides, placed);
  access.activeMask = maskAt(warp, placed);
  let least = Number.POSITIVE_INFINITY;
  for (let shift = 0; shift < (placed < strides.length ? shifts : 1); shift++) {
    for (let lane = 0; lane < LANES; lane++) access.address[lane] = (offsets[lane] + shift) * access.widthBytes;
    least = Math.min(least, countWavefronts(access).wavefronts);
  }
  return least;
}
