/**
 * A block's way through shared memory, request by request: one side's elements in the order in which its lanes count
 * them, each with its place and residue. For each run of lanes that the banks serve together, it says whether the run
 * steps from bank to bank, uses no bank twice, or has a conflict.
 */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { type Placement, placedOffset, sideOdometer } from './placement.ts';
import { bankStepElements, lanesPerPhase, residueElements, unpaddedStrides } from './strides.ts';

/** Arrays are ordered by request, then lane: entry 32 * (warp * vector + k) + lane belongs to the k-th request of a warp. */
export interface RequestSequence {
  /** Number of the element in the order of the input; `NO_ELEMENT` in idle lanes, in all these arrays. */
  readonly elements: Int32Array;
  /** Places in shared memory [elements]. */
  readonly offsets: Int32Array;
  /** Byte addresses in shared memory. */
  readonly addresses: Int32Array;
  /** Places modulo 128 bytes, in elements; for words this is modulo 32. */
  readonly residues: Int16Array;
  readonly runs: readonly RequestRun[];
}

export interface RequestRun {
  readonly warp: number;
  /** Number of the request in its warp, from 0. */
  readonly request: number;
  /** Where the run starts in the sequence's arrays, and how many of its lanes have an element. */
  readonly first: number;
  readonly lanes: number;
  /**
   * `consecutive`: each lane's residue is one more than that of the lane before, in elements or in whole words.
   * `distinct`: the lanes want at most one word of each bank. `colliding`: some bank has more than one.
   */
  readonly verdict: 'consecutive' | 'distinct' | 'colliding';
  readonly wavefronts: number;
  /**
   * Lanes of the warp that want more than one word of a bank, bank by bank. For larger elements, the first of their banks
   * is named.
   */
  readonly conflicts: readonly Conflict[];
}

export interface Conflict {
  readonly bank: number;
  readonly lanes: readonly number[];
}

export const NO_ELEMENT = -1;

/** The index of an element in a sequence whose lanes have `vector` neighbours each and access them one after another. */
export function slotOf(number: number, vector: number): number {
  const thread = Math.floor(number / vector);
  const request = Math.floor(thread / LANES) * vector + (number % vector);
  return LANES * request + (thread % LANES);
}

export function requestSequence(side: AccessSide, move: BlockMove, placement: Placement): RequestSequence {
  const places = placesOf(side, move, placement);
  const residue = residueElements(move.elementBytes);
  const runs: RequestRun[] = [];
  const step = lanesPerPhase(move.elementBytes);
  for (let first = 0; first < places.elements.length; first += step) {
    const run = runOf(places.offsets.subarray(first, first + step), first, move.elementBytes, move.vectors[side]);
    if (run.lanes > 0) runs.push(run);
  }
  return {
    ...places,
    addresses: places.offsets.map(offset => (offset === NO_ELEMENT ? NO_ELEMENT : offset * move.elementBytes)),
    residues: Int16Array.from(places.offsets, offset => (offset === NO_ELEMENT ? NO_ELEMENT : offset % residue)),
    runs,
  };
}

type Places = Pick<RequestSequence, 'elements' | 'offsets'>;

function placesOf(side: AccessSide, move: BlockMove, placement: Placement): Places {
  const vector = move.vectors[side];
  const count = elementsOf(move.modes);
  const slots = Math.ceil(count / (LANES * vector)) * LANES * vector;
  const elements = new Int32Array(slots).fill(NO_ELEMENT);
  const offsets = new Int32Array(slots).fill(NO_ELEMENT);
  const byNumber = sideOdometer(side, move, unpaddedStrides(move));
  const byPlace = sideOdometer(side, move, placement.strides);
  for (let number = 0; number < count; number++, byNumber.step(), byPlace.step()) {
    const slot = slotOf(number, vector);
    elements[slot] = byNumber.offset;
    offsets[slot] = placedOffset(byPlace.offset, placement);
  }
  return { elements, offsets };
}

/** @param offsets those of the lanes of one phase. */
function runOf(offsets: Int32Array, first: number, elementBytes: number, vector: number): RequestRun {
  const lanes = [...offsets.keys()].filter(lane => offsets[lane] !== NO_ELEMENT);
  const { wavefronts, conflicts } = meetings(offsets, lanes, elementBytes);
  const request = Math.floor(first / LANES);
  const steps = isConsecutive(offsets, lanes, elementBytes) ? 'consecutive' : 'distinct';
  return {
    warp: Math.floor(request / vector),
    request: request % vector,
    first,
    lanes: lanes.length,
    verdict: wavefronts > 1 ? 'colliding' : steps,
    wavefronts,
    conflicts: conflicts.map(({ bank, lanes }) => ({ bank, lanes: lanes.map(lane => (first % LANES) + lane) })),
  };
}

type Meetings = Pick<RequestRun, 'wavefronts' | 'conflicts'>;

/**
 * A bank here is what serves one element, or one word of small elements: two or four banks for elements of 8 or 16 bytes.
 */
function meetings(offsets: Int32Array, lanes: readonly number[], elementBytes: number): Meetings {
  const perBank = bankStepElements(elementBytes);
  const banks = lanesPerPhase(elementBytes);
  const words: Set<number>[] = Array.from({ length: banks }, () => new Set());
  for (const lane of lanes) {
    const word = Math.floor(offsets[lane] / perBank);
    words[word % banks].add(word);
  }
  const conflicts = [...words.keys()]
    .filter(bank => words[bank].size > 1)
    .map(bank => ({
      bank: (bank * LANES) / banks,
      lanes: lanes.filter(lane => Math.floor(offsets[lane] / perBank) % banks === bank),
    }));
  return { wavefronts: Math.max(...words.map(({ size }) => size)), conflicts };
}

function isConsecutive(offsets: Int32Array, lanes: readonly number[], elementBytes: number): boolean {
  const residue = residueElements(elementBytes);
  const [first] = lanes;
  return [1, bankStepElements(elementBytes)].some(step =>
    lanes.every(lane => (offsets[lane] - offsets[first] - step * (lane - first)) % residue === 0),
  );
}
