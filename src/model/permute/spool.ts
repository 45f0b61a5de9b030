/**
 * A block's way through shared memory, counted out: one side's elements in the order in which its lanes count them, each
 * with its place and the residue of that, and for each run of lanes that the banks serve together whether it steps from
 * bank to bank, meets no bank twice, or has a conflict.
 */
import { LANES } from '../../base/hardware.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { type Placement, placedOffset, sideOdometer } from './placement.ts';
import { bankStepElements, lanesPerPhase, residueElements, unpaddedStrides } from './strides.ts';

/** Arrays are by request, then lane: at 32 * (warp * vector + k) + lane for the k-th request of a warp. */
export interface Spool {
  /** Number of the element in the order of the input; `NO_ELEMENT` in idle lanes, as in the others. */
  readonly elements: Int32Array;
  /** Places in shared memory [elements]. */
  readonly offsets: Int32Array;
  /** [bytes] */
  readonly addresses: Int32Array;
  /** Places modulo 128 bytes [elements]: modulo 32 for words. */
  readonly residues: Int16Array;
  readonly runs: readonly SpoolRun[];
}

export interface SpoolRun {
  readonly warp: number;
  /** Of the warp, from 0. */
  readonly request: number;
  /** Where it starts in the spool's arrays, and how many of its lanes have an element. */
  readonly first: number;
  readonly lanes: number;
  /**
   * `consecutive`: each lane's residue is one more than that of the lane before, in elements or in whole words.
   * `distinct`: the lanes want one word at most of each bank. `colliding`: they do not.
   */
  readonly verdict: 'consecutive' | 'distinct' | 'colliding';
  readonly wavefronts: number;
  /** Lanes of the warp that want more than one word of a bank, bank by bank; of larger elements the first bank. */
  readonly conflicts: readonly Conflict[];
}

export interface Conflict {
  readonly bank: number;
  readonly lanes: readonly number[];
}

export const NO_ELEMENT = -1;

/** Where an element is in a spool whose lanes have `vector` neighbours each and take them one after the other. */
export function slotOf(number: number, vector: number): number {
  const thread = Math.floor(number / vector);
  const request = Math.floor(thread / LANES) * vector + (number % vector);
  return LANES * request + (thread % LANES);
}

export function spoolOf(side: AccessSide, move: BlockMove, placement: Placement): Spool {
  const places = placesOf(side, move, placement);
  const residue = residueElements(move.elementBytes);
  const runs: SpoolRun[] = [];
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

type Places = Pick<Spool, 'elements' | 'offsets'>;

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

/** `offsets`: of the lanes of one phase. */
function runOf(offsets: Int32Array, first: number, elementBytes: number, vector: number): SpoolRun {
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

type Meetings = Pick<SpoolRun, 'wavefronts' | 'conflicts'>;

/** A bank here is what serves one element, or one word of small ones: two or four banks for elements of 8 or 16 bytes. */
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
