/** The requests of a block's warps by the coordinates of their lanes, equal ones once: what the search costs again and again. */
import { lowestBit32 } from '../../base/bits.ts';
import { LANES } from '../../trace/access-trace.ts';
import { NVIDIA_BANKS } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { addWords, mostInBank } from './phases.ts';
import { ALL_LANES, type Side } from './placement.ts';
import { bankStepElements, lanesPerPhase, turnsWords } from './strides.ts';
import { requestsOf, type WarpRequest } from './warp-lanes.ts';

export interface SearchWarp extends WarpRequest {
  readonly move: BlockMove;
  /** Wavefronts, without a conflict, of all the requests that it stands for. */
  readonly ideal: number;
  /** As masks, by number of placed modes along which lanes differ; filled in as they are asked for. */
  readonly groups: number[];
  /**
   * Where strides need not be whole words: open modes may still move all lanes within a word, by fewer elements than this,
   * and other lanes then share words. Such elements have one phase.
   */
  readonly shifts: number;
  /** Modes that move all lanes alike, where that makes a difference: not if they are moved by whole words. */
  readonly moving: readonly number[];
  /** Time that costing it takes, in units of a warp that shares no words. */
  readonly work: number;
}

export function searchWarps(side: Side, move: BlockMove): SearchWarp[] {
  const { modes, elementBytes } = move;
  const phaseLanes = lanesPerPhase(elementBytes);
  const turns = turnsWords(move);
  const shifts = turns ? 1 : bankStepElements(elementBytes);
  const work = elementBytes < NVIDIA_BANKS.bankBytes ? 4 * shifts : 1;
  return requestsOf(side, move, turns).map(request => {
    const ideal = request.count * Math.ceil(request.active / phaseLanes);
    const moving = turns ? [] : [...modes.keys()].filter(mode => !request.differing.includes(mode));
    return { ...request, move, ideal, groups: [], shifts, moving, work };
  });
}

/** Modes from this index on are placed: the last ones are the fastest. */
const firstPlaced = ({ modes }: BlockMove, placed: number): number => modes.length - placed;

/**
 * In each phase the largest group of lanes that differ in placed modes only. What such a group costs, the whole phase costs
 * at least.
 */
function groupsAt(warp: SearchWarp, placed: number): number {
  const { move, differing, groups } = warp;
  const first = firstPlaced(move, placed);
  let known = 0;
  for (const mode of differing) if (mode >= first) known++;
  groups[known] ??= groupsOf(warp, known === differing.length ? [] : differing.filter(mode => mode < first));
  return groups[known];
}

/** By lane, where it is in the open modes, as one number. */
const openPlaces = new Int32Array(LANES);

function groupsOf({ move, indices, first, step, active }: SearchWarp, open: readonly number[]): number {
  if (open.length === 0) return active === LANES ? ALL_LANES : 2 ** active - 1;
  openPlaces.fill(0);
  for (const mode of open) {
    const { extent } = move.modes[mode];
    const along = indices[mode];
    for (let lane = 0; lane < active; lane++) openPlaces[lane] = openPlaces[lane] * extent + along[first + step * lane];
  }
  const phaseLanes = lanesPerPhase(move.elementBytes);
  let groups = 0;
  for (let lane = 0; lane < active; lane += phaseLanes)
    groups |= largestGroup(lane, Math.min(active, lane + phaseLanes));
  return groups;
}

/** The most lanes that have the same place in the open modes. */
function largestGroup(first: number, end: number): number {
  let [most, chosen] = [0, first];
  for (let lane = first; lane < end; lane++) {
    let count = 0;
    for (let other = first; other <= lane; other++) if (openPlaces[other] === openPlaces[lane]) count++;
    if (count > most) [most, chosen] = [count, lane];
  }
  let group = 0;
  for (let lane = first; lane < end; lane++) if (openPlaces[lane] === openPlaces[chosen]) group |= 1 << lane;
  return group;
}

/** Wavefronts of all requests that `warp` stands for, at least, when the first `placed` modes have these strides. */
export function leastWavefronts(warp: SearchWarp, strides: readonly number[], placed: number): number {
  const { move, active, count } = warp;
  const groups = groupsAt(warp, placed);
  const shifts = placed < strides.length ? warp.shifts : 1;
  const phaseLanes = lanesPerPhase(move.elementBytes);
  const firstLanes = ALL_LANES >>> (LANES - phaseLanes);
  let wavefronts = 0;
  for (let lane = 0; lane < active; lane += phaseLanes) {
    const lanes = sumPlaces(warp, strides, placed, groups & (firstLanes << lane));
    if (lanes === 1) wavefronts++;
    else if (move.elementBytes >= NVIDIA_BANKS.bankBytes) wavefronts += mostInBank(places, 0, lanes, phaseLanes);
    else wavefronts += leastShared(lanes, bankStepElements(move.elementBytes), shifts);
  }
  return count * wavefronts;
}

const elements = new Int32Array(LANES);
const places = new Int32Array(LANES);
const words = new Int32Array(LANES);

/** Where the elements of some lanes lie, as far as the placed modes say. Gives how many they are. */
function sumPlaces(warp: SearchWarp, strides: readonly number[], placed: number, lanes: number): number {
  const { move, indices, first, step, differing, moving } = warp;
  const end = firstPlaced(move, placed);
  let start = 0;
  for (const mode of moving) if (mode >= end) start += strides[mode] * indices[mode][first];
  let count = 0;
  for (let rest = lanes; rest !== 0; rest &= rest - 1) {
    places[count] = start;
    elements[count++] = first + step * lowestBit32(rest);
  }
  for (const mode of differing) {
    if (mode < end) continue;
    const stride = strides[mode];
    const along = indices[mode];
    for (let i = 0; i < count; i++) places[i] += stride * along[elements[i]];
  }
  return count;
}

/** Of so many lanes whose elements may share words, wherever these start among the elements. */
function leastShared(lanes: number, perWord: number, shifts: number): number {
  let least = LANES;
  for (let shift = 0; shift < shifts; shift++) {
    const count = addWords(words, 0, { places, first: 0, end: lanes, step: 1, perWord });
    least = Math.min(least, mostInBank(words, 0, count, LANES));
    for (let i = 0; i < lanes; i++) places[i]++;
  }
  return least;
}
