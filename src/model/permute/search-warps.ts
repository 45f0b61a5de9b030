/** The requests of a block's warps by the coordinates of their lanes, equal ones once: what the search costs again and again. */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { NVIDIA_BANKS } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { DistinctWords, mostInBank } from './phases.ts';
import { bankStepElements, lanesPerPhase, turnsWords } from './strides.ts';
import { groupsOf, type WarpGroups } from './warp-groups.ts';
import { requestsOf, type WarpRequest } from './warp-lanes.ts';

/** Its lanes differ along modes in the order in which these are placed, the fastest first. */
export interface SearchWarp extends WarpRequest {
  readonly move: BlockMove;
  /** Wavefronts, without a conflict, of all the requests that it stands for. */
  readonly ideal: number;
  /** By number of placed modes along which lanes differ; filled in as they are asked for. */
  readonly groups: WarpGroups[];
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

export function searchWarps(side: AccessSide, move: BlockMove): SearchWarp[] {
  const { modes, elementBytes } = move;
  const turns = turnsWords(move);
  const shifts = turns ? 1 : bankStepElements(elementBytes);
  const work = elementBytes < NVIDIA_BANKS.bankBytes ? 4 * shifts : 1;
  return requestsOf(side, move, turns).map(request => {
    const ideal = request.count * Math.ceil(request.active / lanesPerPhase(elementBytes));
    const differing = request.differing.toSorted((a, b) => b - a);
    const moving = turns ? [] : [...modes.keys()].filter(mode => modes[mode].extent > 1 && !differing.includes(mode));
    return { ...request, differing, move, ideal, groups: [], shifts, moving, work };
  });
}

/** Wavefronts of all requests that `warp` stands for, at least, when the first `placed` modes have these strides. */
export function leastWavefronts(warp: SearchWarp, strides: readonly number[], placed: number): number {
  const { move, differing, count } = warp;
  const firstPlaced = strides.length - placed;
  let known = 0;
  while (known < differing.length && differing[known] >= firstPlaced) known++;
  warp.groups[known] ??= groupsOf(move, warp, known);
  const groups = warp.groups[known];
  sumPlaces(groups, differing, strides);
  if (move.elementBytes >= NVIDIA_BANKS.bankBytes) return count * wholeWords(groups, lanesPerPhase(move.elementBytes));
  const start = movedBy(warp, strides, firstPlaced);
  const end = start + (placed < strides.length ? warp.shifts : 1);
  return count * sharedWords(groups, bankStepElements(move.elementBytes), start, end);
}

const places = new Int32Array(LANES);
const words = new DistinctWords();

/** How far modes along which they differ move lanes apart. */
function sumPlaces({ ends, indices }: WarpGroups, modes: readonly number[], strides: readonly number[]): void {
  const lanes = ends[ends.length - 1];
  for (let lane = 0; lane < lanes; lane++) places[lane] = 0;
  for (let i = 0, at = 0; at < indices.length; i++) {
    const stride = strides[modes[i]];
    for (let lane = 0; lane < lanes; lane++) places[lane] += Math.imul(stride, indices[at++]);
  }
}

/** How far other modes move all lanes. */
function movedBy({ moving, indices, first }: SearchWarp, strides: readonly number[], firstPlaced: number): number {
  let start = 0;
  for (const mode of moving) if (mode >= firstPlaced) start += strides[mode] * indices[mode][first];
  return start;
}

/** Elements of whole words: no lanes share one. */
function wholeWords({ ends }: WarpGroups, banks: number): number {
  let wavefronts = 0;
  for (let phase = 0, first = 0; phase < ends.length; first = ends[phase++])
    wavefronts += mostInBank(places, first, ends[phase], banks);
  return wavefronts;
}

/** The least when all lanes are moved by `start` elements, or by some more, but not by `end`. */
function sharedWords({ ends: [lanes] }: WarpGroups, perWord: number, start: number, end: number): number {
  const bits = Math.log2(perWord);
  let least = LANES;
  for (let shift = start; shift < end && least > 1; shift++) {
    words.clear();
    for (let lane = 0; lane < lanes; lane++) words.add((places[lane] + shift) >>> bits);
    least = Math.min(least, words.most);
  }
  return least;
}
