/**
 * The requests of a block's warps, by the coordinates of their lanes. Equal requests are listed once, since the search
 * computes their cost again and again.
 */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { NVIDIA_BANKS } from '../banks/wavefronts.ts';
import type { BlockMove } from './block.ts';
import { DistinctWords, mostInBank } from './phases.ts';
import { bankStepElements, lanesPerPhase, turnsWords } from './strides.ts';
import { groupsOf, type WarpGroups } from './warp-groups.ts';
import { requestsOf, type WarpRequest } from './warp-lanes.ts';

/** `differing` lists the modes in the order in which the search places them, fastest first. */
export interface SearchWarp extends WarpRequest {
  readonly move: BlockMove;
  /** Wavefronts without a conflict of all the requests for which this one stands. */
  readonly ideal: number;
  /**
   * Groups, indexed by the number of placed modes along which lanes differ; each entry is computed when it is first
   * asked for.
   */
  readonly groups: WarpGroups[];
  /**
   * If strides need not be whole words, a mode without a stride may still shift all lanes by part of a word, by fewer
   * elements than this, so that other lanes share words. Such elements are served in one phase.
   */
  readonly shifts: number;
  /** Modes that shift all lanes by the same amount, if that matters. A shift by whole words changes nothing. */
  readonly moving: readonly number[];
  /** How long its cost takes to compute; 1 is the time for a warp that shares no words. */
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

/**
 * A lower bound of the wavefronts of all requests that `warp` stands for, when the first `placed` modes have these
 * strides.
 */
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

/** Gives each lane the sum of its offsets along the modes in which lanes differ. */
function sumPlaces({ ends, indices }: WarpGroups, modes: readonly number[], strides: readonly number[]): void {
  const lanes = ends[ends.length - 1];
  for (let lane = 0; lane < lanes; lane++) places[lane] = 0;
  for (let i = 0, at = 0; at < indices.length; i++) {
    const stride = strides[modes[i]];
    for (let lane = 0; lane < lanes; lane++) places[lane] += Math.imul(stride, indices[at++]);
  }
}

/** The offset that the other modes add to all lanes. */
function movedBy({ moving, indices, first }: SearchWarp, strides: readonly number[], firstPlaced: number): number {
  let start = 0;
  for (const mode of moving) if (mode >= firstPlaced) start += strides[mode] * indices[mode][first];
  return start;
}

/** Wavefronts for elements of whole words, where no two lanes share a word. */
function wholeWords({ ends }: WarpGroups, banks: number): number {
  let wavefronts = 0;
  for (let phase = 0, first = 0; phase < ends.length; first = ends[phase++])
    wavefronts += mostInBank(places, first, ends[phase], banks);
  return wavefronts;
}

/** The fewest wavefronts over all shifts of the lanes, from `start` elements up to, but without, `end`. */
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
