/** The requests of a block's warps by the coordinates of their lanes, equal ones once: what the search costs again and again. */
import { LANES } from '../../trace/access-trace.ts';
import { NVIDIA_BANKS } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { addWords, mostInBank } from './phases.ts';
import type { Side } from './placement.ts';
import { bankStepElements, lanesPerPhase, turnsWords } from './strides.ts';
import { requestsOf, type WarpRequest } from './warp-lanes.ts';

export interface SearchWarp extends WarpRequest {
  readonly move: BlockMove;
  /** Wavefronts, without a conflict, of all the requests that it stands for. */
  readonly ideal: number;
  /** Lanes by phase, by number of placed modes along which they differ; filled in as they are asked for. */
  readonly groups: (readonly Uint8Array[])[];
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
function groupsAt(warp: SearchWarp, placed: number): readonly Uint8Array[] {
  const first = firstPlaced(warp.move, placed);
  const open = warp.differing.filter(mode => mode < first);
  const known = warp.differing.length - open.length;
  warp.groups[known] ??= groupsOf(warp, open);
  return warp.groups[known];
}

function groupsOf({ move, indices, first, step, active }: SearchWarp, open: readonly number[]): Uint8Array[] {
  // One number for each lane's place in the open modes.
  const places = Array.from({ length: active }, (_, lane) =>
    open.reduce((place, mode) => place * move.modes[mode].extent + indices[mode][first + step * lane], 0),
  );
  const phaseLanes = lanesPerPhase(move.elementBytes);
  return Array.from({ length: Math.ceil(active / phaseLanes) }, (_, phase) =>
    largestGroup(places, phase * phaseLanes, Math.min(active, (phase + 1) * phaseLanes)),
  );
}

/** The most lanes that have the same place. */
function largestGroup(places: readonly number[], first: number, end: number): Uint8Array {
  const groups: number[][] = [];
  let largest: readonly number[] = [];
  for (let lane = first; lane < end; lane++) {
    const known = groups.find(([other]) => places[other] === places[lane]);
    const group = known ?? [];
    if (known === undefined) groups.push(group);
    group.push(lane);
    if (group.length > largest.length) largest = group;
  }
  return Uint8Array.from(largest);
}

/** Wavefronts of all requests that `warp` stands for, at least, when the first `placed` modes have these strides. */
export function leastWavefronts(warp: SearchWarp, strides: readonly number[], placed: number): number {
  const { elementBytes } = warp.move;
  const banks = lanesPerPhase(elementBytes);
  let wavefronts = 0;
  for (const lanes of groupsAt(warp, placed)) {
    // Most often there are two or more.
    if (lanes.length === 1) wavefronts++;
    else {
      sumPlaces(warp, strides, placed, lanes);
      if (elementBytes >= NVIDIA_BANKS.bankBytes) wavefronts += mostInBank(places, 0, lanes.length, banks);
      else
        wavefronts += leastShared(
          lanes.length,
          bankStepElements(elementBytes),
          placed < strides.length ? warp.shifts : 1,
        );
    }
  }
  return warp.count * wavefronts;
}

const places = new Int32Array(LANES);
const words = new Int32Array(LANES);

/** Where these lanes' elements lie, as far as the placed modes say. */
function sumPlaces(warp: SearchWarp, strides: readonly number[], placed: number, lanes: Uint8Array): void {
  const { move, indices, first, step, differing, moving } = warp;
  const end = firstPlaced(move, placed);
  let start = 0;
  for (const mode of moving) if (mode >= end) start += strides[mode] * indices[mode][first];
  for (let i = 0; i < lanes.length; i++) places[i] = start;
  for (const mode of differing) {
    if (mode < end) continue;
    const stride = strides[mode];
    const along = indices[mode];
    for (let i = 0; i < lanes.length; i++) places[i] += stride * along[first + step * lanes[i]];
  }
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
