/**
 * Groups of lanes that the banks must serve at once, given by the indices of their elements. A padding without conflicts
 * must be free of conflicts for every group.
 */

import type { AccessSide } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { bankStepElements, lanesPerPhase } from './strides.ts';
import { requestsOf, type WarpRequest } from './warp-lanes.ts';

/**
 * The strides that padding may change. `rows`: the fastest mode stays contiguous, and all other strides are whole
 * words. `elements`: the elements of the fastest mode are also spread, each at the start of a word.
 */
export type PaddingScope = 'rows' | 'elements';

export interface LaneGroup {
  readonly side: AccessSide;
  readonly lanes: number;
  /** Modes along which lanes may differ. */
  readonly differing: readonly number[];
  /**
   * For each mode: the index of each lane relative to the first lane; undefined for modes along which lanes do not
   * differ. Lanes on the same word count as one.
   */
  readonly indices: readonly (Int32Array | undefined)[];
}

/** Groups with the same differences are listed once. Groups of one lane are left out. */
export function laneGroups(move: BlockMove, scope: PaddingScope): LaneGroup[] {
  const view = viewOf(move, scope);
  const phaseLanes = lanesPerPhase(move.elementBytes);
  const known = new SequenceSet();
  const groups: LaneGroup[] = [];
  for (const side of ['store', 'load'] as const)
    for (const request of requestsOf(side, move, true))
      for (let first = 0; first < request.active; first += phaseLanes) {
        const { lanes, places } = wordsOf(request, first, Math.min(first + phaseLanes, request.active), view);
        if (lanes.length > 1 && known.isNew(places)) groups.push(groupOf(side, request, lanes, view));
      }
  return groups;
}

/** How the indices of lanes along the modes are compared. */
interface IndexView {
  /** The lowest bits of an index that do not matter, since indices that differ only there share a word. */
  readonly wordBits: readonly number[];
  /** Whether there are such bits. */
  readonly isShared: boolean;
  /**
   * Factors with which the indices of a lane become one number. Differences of such numbers are equal only if the
   * differences of all indices are.
   */
  readonly weights: readonly number[];
}

function viewOf({ modes, storeOrder, elementBytes }: BlockMove, scope: PaddingScope): IndexView {
  const wordBits = modes.map((_, mode) =>
    scope === 'rows' && mode === storeOrder[0] ? Math.log2(bankStepElements(elementBytes)) : 0,
  );
  const weights = modes.map(() => 1);
  let weight = 1;
  for (const mode of storeOrder) {
    weights[mode] = weight;
    weight *= 2 * modes[mode].extent;
  }
  return { wordBits, isShared: wordBits.some(bits => bits > 0), weights };
}

/** The first lane of each word, with its indices relative to the first lane. */
function wordsOf({ indices, first, step, differing }: WarpRequest, start: number, end: number, view: IndexView) {
  const lanes: number[] = [];
  const places: number[] = [];
  const origin = placeOf(start);
  for (let lane = start; lane < end; lane++) {
    const place = placeOf(lane) - origin;
    if (view.isShared && places.includes(place)) continue;
    lanes.push(lane);
    places.push(place);
  }
  return { lanes, places };

  function placeOf(lane: number): number {
    let place = 0;
    for (const mode of differing)
      place += view.weights[mode] * (indices[mode][first + step * lane] >> view.wordBits[mode]);
    return place;
  }
}

function groupOf(side: AccessSide, request: WarpRequest, lanes: readonly number[], { wordBits }: IndexView): LaneGroup {
  const { first, step, differing } = request;
  const indices: Int32Array[] = [];
  for (const mode of differing) {
    const along = request.indices[mode];
    const indexOf = (lane: number) => along[first + step * lane] >> wordBits[mode];
    const less = indexOf(lanes[0]);
    indices[mode] = new Int32Array(lanes.length);
    for (let i = 0; i < lanes.length; i++) indices[mode][i] = indexOf(lanes[i]) - less;
  }
  return { side, lanes: lanes.length, differing, indices };
}

/** The lanes whose index has the bit set, as a mask. */
export function lanesWithBit({ indices }: LaneGroup, mode: number, bit: number): number {
  const along = indices[mode];
  if (along === undefined) return 0;
  let mask = 0;
  for (let lane = 0; lane < along.length; lane++) mask |= ((along[lane] >> bit) & 1) << lane;
  return mask;
}

class SequenceSet {
  readonly #byHash = new Map<number, (readonly number[])[]>();

  /** Adds the sequence; returns whether it is new. */
  isNew(sequence: readonly number[]): boolean {
    let hash = sequence.length;
    for (const number of sequence) hash = (Math.imul(hash, 31) + number) | 0;
    const alike = this.#byHash.get(hash) ?? [];
    if (alike.some(other => isSame(other, sequence))) return false;
    if (alike.push(sequence) === 1) this.#byHash.set(hash, alike);
    return true;
  }
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((number, i) => number === b[i]);
