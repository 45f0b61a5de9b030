/** Elements of a block by their number in the order of the input: coordinates, place in shared memory, and who moves them. */
import { LANES } from '../../base/hardware.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { type BlockMove, elementsOf } from '../../model/permute/block.ts';
import type { BlockLayout } from '../../model/permute/block-layout.ts';
import { Odometer } from '../../model/permute/odometer.ts';
import { laneOrder, placedOffset, warpAccess } from '../../model/permute/placement.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { Request } from '../records.ts';
import type { ChosenRequest, PermutedBlock } from './records.ts';

/** Lane that moves an element on one side: request k of its warp takes the k-th element of every lane. */
interface Mover {
  readonly warp: number;
  readonly k: number;
  readonly lane: number;
}

/** Coordinate of an element for each mode of the block. */
export function coordinatesOf(move: BlockMove, element: number): number[] {
  const coordinates = move.modes.map(() => 0);
  let rest = element;
  for (const mode of move.storeOrder) {
    const { extent } = move.modes[mode];
    coordinates[mode] = rest % extent;
    rest = Math.floor(rest / extent);
  }
  return coordinates;
}

export const elementAt = (move: BlockMove, coordinates: readonly number[]): number =>
  numberIn(move.storeOrder, move, coordinates);

/** How far the lanes of a side count to reach the element; on the store side its own number. */
export const numberOn = (side: AccessSide, move: BlockMove, element: number): number =>
  side === 'store' ? element : numberIn(move.loadOrder, move, coordinatesOf(move, element));

/** The element that the lanes of a side reach as their n-th. */
export function elementOn(side: AccessSide, move: BlockMove, number: number): number {
  if (side === 'store') return number;
  const coordinates = move.modes.map(() => 0);
  let rest = number;
  for (const mode of move.loadOrder) {
    const { extent } = move.modes[mode];
    coordinates[mode] = rest % extent;
    rest = Math.floor(rest / extent);
  }
  return elementAt(move, coordinates);
}

function numberIn(order: readonly number[], { modes }: BlockMove, coordinates: readonly number[]): number {
  let [number, faster] = [0, 1];
  for (const mode of order) {
    number += coordinates[mode] * faster;
    faster *= modes[mode].extent;
  }
  return number;
}

export function moverOf(side: AccessSide, move: BlockMove, element: number): Mover {
  const vector = move.vectors[side];
  const number = numberOn(side, move, element);
  const lane = Math.floor(number / vector);
  return { warp: Math.floor(lane / LANES), k: number % vector, lane: lane % LANES };
}

/** The request as the layout has it; null where it goes through no shared memory. */
export function predictedRequest({ move, layout, baseBytes }: PermutedBlock, chosen: ChosenRequest): Request | null {
  const places = placesOf(move, layout);
  if (places === null) return null;
  const access = { ...warpAccess(chosen.side, move.elementBytes), warp: chosen.warp };
  requestElements(move, chosen).forEach((element, lane) => {
    access.address[lane] = element < 0 ? -1 : baseBytes + places.placeOf[element] * move.elementBytes;
  });
  access.activeMask = access.address.reduce((mask, at, lane) => (at < 0 ? mask : mask | (1 << lane)), 0) >>> 0;
  return { access, cost: costOfAccess(access) };
}

/** Element of each lane; -1 if a ragged last warp has none left for it. */
export function requestElements(move: BlockMove, { side, warp, k }: ChosenRequest): Int32Array {
  const vector = move.vectors[side];
  const count = elementsOf(move.modes);
  return Int32Array.from({ length: LANES }, (_, lane) => {
    const number = (warp * LANES + lane) * vector + k;
    return number < count ? elementOn(side, move, number) : -1;
  });
}

interface ElementPlaces {
  /** Place of each element [elements from the block's start]. */
  readonly placeOf: Uint32Array;
  /** Element at each place, or -1 for padding. */
  readonly elementIn: Int32Array;
}

const known = new WeakMap<BlockLayout, ElementPlaces>();

/** Null where the block goes through no shared memory. Kept by layout. */
export function placesOf(move: BlockMove, layout: BlockLayout): ElementPlaces | null {
  if (layout.exchange !== null) return null;
  const kept = known.get(layout);
  if (kept !== undefined) return kept;
  const made = makePlaces(move, layout);
  known.set(layout, made);
  return made;
}

function makePlaces(move: BlockMove, layout: BlockLayout): ElementPlaces {
  const order = laneOrder('store', move);
  const odometer = new Odometer(
    order.map(mode => move.modes[mode].extent),
    order.map(mode => layout.strides[mode]),
  );
  const placeOf = new Uint32Array(elementsOf(move.modes));
  const elementIn = new Int32Array(layout.sharedBytes / move.elementBytes).fill(-1);
  for (let element = 0; element < placeOf.length; element++, odometer.step()) {
    placeOf[element] = placedOffset(odometer.offset, layout);
    elementIn[placeOf[element]] = element;
  }
  return { placeOf, elementIn };
}
