/**
 * A block's way through shared memory, counted out: one side's elements in the order in which its lanes count them, each
 * with its place and the residue of that, and for each run of lanes that the banks serve together whether it steps from
 * bank to bank, meets no bank twice, or has a conflict.
 */
import { LANES } from '../../trace/access-trace.ts';
import { type BlockMove, elementsOf } from './block.ts';
import { type Placement, placedOffset, type Side, sideOdometer } from './placement.ts';
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
  readonly runs: readonly Run[];
}

export interface Run {
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

/** Of a whole block. */
export function spoolOf(side: Side, move: BlockMove, placement: Placement): Spool {
  const places = placesOf(side, move, placement);
  const residue = residueElements(move.elementBytes);
  const runs: Run[] = [];
  const step = lanesPerPhase(move.elementBytes);
  for (let first = 0; first < places.elements.length; first += step)
    if (places.elements[first] !== NO_ELEMENT) runs.push(runOf(places.offsets, first, move, move.vectors[side]));
  return {
    ...places,
    addresses: places.offsets.map(offset => (offset === NO_ELEMENT ? NO_ELEMENT : offset * move.elementBytes)),
    residues: Int16Array.from(places.offsets, offset => (offset === NO_ELEMENT ? NO_ELEMENT : offset % residue)),
    runs,
  };
}

function placesOf(side: Side, move: BlockMove, placement: Placement): Pick<Spool, 'elements' | 'offsets'> {
  const vector = move.vectors[side];
  const count = elementsOf(move.modes);
  const slots = Math.ceil(count / (LANES * vector)) * LANES * vector;
  const elements = new Int32Array(slots).fill(NO_ELEMENT);
  const offsets = new Int32Array(slots).fill(NO_ELEMENT);
  const byNumber = sideOdometer(side, move, unpaddedStrides(move));
  const byPlace = sideOdometer(side, move, placement.strides);
  for (let number = 0; number < count; number++) {
    const slot = slotOf(number, vector);
    elements[slot] = byNumber.offset;
    offsets[slot] = placedOffset(byPlace.offset, placement);
    byNumber.step();
    byPlace.step();
  }
  return { elements, offsets };
}

function runOf(offsets: Int32Array, first: number, { elementBytes }: BlockMove, vector: number): Run {
  const phase = offsets.subarray(first, first + lanesPerPhase(elementBytes));
  const run = phase.filter(offset => offset !== NO_ELEMENT);
  const { wavefronts, conflicts } = meetings(run, first % LANES, elementBytes);
  const request = Math.floor(first / LANES);
  const steps = isConsecutive(run, elementBytes) ? 'consecutive' : 'distinct';
  return {
    warp: Math.floor(request / vector),
    request: request % vector,
    first,
    lanes: run.length,
    verdict: wavefronts > 1 ? 'colliding' : steps,
    wavefronts,
    conflicts,
  };
}

/** A bank here is what serves one element, or one word of small ones: two or four banks for elements of 8 or 16 bytes. */
function meetings(run: Int32Array, firstLane: number, elementBytes: number): Pick<Run, 'wavefronts' | 'conflicts'> {
  const perBank = bankStepElements(elementBytes);
  const banks = lanesPerPhase(elementBytes);
  const words: Set<number>[] = Array.from({ length: banks }, () => new Set());
  for (const offset of run) {
    const word = Math.floor(offset / perBank);
    words[word % banks].add(word);
  }
  const lanesOf = (bank: number): number[] =>
    [...run.keys()].filter(i => Math.floor(run[i] / perBank) % banks === bank).map(i => firstLane + i);
  const conflicts = [...words.keys()]
    .filter(bank => words[bank].size > 1)
    .map(bank => ({ bank: (bank * LANES) / banks, lanes: lanesOf(bank) }));
  return { wavefronts: Math.max(...words.map(({ size }) => size)), conflicts };
}

function isConsecutive(run: Int32Array, elementBytes: number): boolean {
  const residue = residueElements(elementBytes);
  return [1, bankStepElements(elementBytes)].some(step =>
    run.every((offset, i) => i === 0 || (run[i - 1] + step - offset) % residue === 0),
  );
}
