/**
 * Rows that are as far apart as there are rows: `out[y * height + x]`. Where rows and columns are as many, nothing tells such a
 * mistake; else rows meet or leave the array.
 */
import type { AddressReach } from './address-reach.ts';
import type { AddressSlice } from './address-slice.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';
import type { SliceNode } from './slice-node.ts';

export interface OwnPitch {
  /** The length by which an index that stays below it is multiplied. */
  readonly of: ScalarPlace;
  /** The node of the address. */
  readonly address: number;
  readonly isStore: boolean;
}

/** `isLength`: whether a parameter is the length along an axis of the grid. */
export function ownPitches(slice: AddressSlice, isLength: (place: ScalarPlace) => boolean): OwnPitch[] {
  const { nodes } = slice;
  const bounds = boundsOf(slice, isLength);
  const ownPitch = (index: number): ScalarPlace | null => {
    const own = factorsOf(nodes, index).flatMap(({ by, of }) =>
      by.op === 'param' && (bounds.get(of) ?? []).some(place => isSame(place, by.place)) ? [by.place] : [],
    );
    return own[0] ?? null;
  };
  return slice.accesses.flatMap(({ address, isStore }) => {
    const parts = [...partsOf(nodes, address)];
    const of = parts.map(ownPitch).find(place => place !== null) ?? null;
    const isBeside = (part: number): boolean =>
      (bounds.get(part) ?? []).some(place => of !== null && !isSame(place, of));
    return of !== null && parts.some(isBeside) ? [{ of, address, isStore }] : [];
  });
}

/** By node: the lengths below which it stays. */
function boundsOf({ nodes, comparisons }: AddressSlice, isLength: (place: ScalarPlace) => boolean) {
  const bounds = new Map<number, ScalarPlace[]>();
  for (const { a, b, kind } of comparisons) {
    for (const [index, by] of [
      [a, nodes[b]],
      [b, nodes[a]],
    ] as const) {
      if (kind === 'below' && by.op === 'param' && isLength(by.place))
        bounds.set(index, [...(bounds.get(index) ?? []), by.place]);
    }
  }
  return bounds;
}

/** Both ways to look at a product. */
function factorsOf(nodes: AddressSlice['nodes'], index: number): { readonly by: SliceNode; readonly of: number }[] {
  const node = nodes[index];
  if (node.op !== 'mul') return [];
  return [
    { by: nodes[node.a], of: node.b },
    { by: nodes[node.b], of: node.a },
  ];
}

/** All that an address is a sum of, on the way to it as well; multiples by a constant count as what is multiplied. */
function partsOf(nodes: AddressSlice['nodes'], address: number): ReadonlySet<number> {
  const parts = new Set([address]);
  for (const index of parts) {
    const node = nodes[index];
    const isMultiple = (node.op === 'mul' || node.op === 'shl') && nodes[node.b].op === 'number';
    if (node.op === 'add' || node.op === 'sub') parts.add(node.a).add(node.b);
    else if (isMultiple) parts.add(node.a);
  }
  return parts;
}

/** Axes in the order in which a guess has fewer elements along them: fewer rows than columns meet; more leave an array that is read. */
export function longestFirst(
  pitches: readonly OwnPitch[],
  axisOf: (place: ScalarPlace) => 0 | 1 | 2 | null,
): readonly number[] {
  const isOf = (axis: number, isStore: boolean): boolean =>
    pitches.some(pitch => pitch.isStore === isStore && axisOf(pitch.of) === axis);
  const rank = (axis: number): number => (isOf(axis, true) ? 1 : isOf(axis, false) ? -1 : 0);
  return [0, 1, 2].sort((a, b) => rank(a) - rank(b));
}

/** Whether one of the addresses leads behind the pointer. */
export const isBehind = (pitches: readonly OwnPitch[], reach: AddressReach | null, pointer: ScalarPlace): boolean =>
  pitches.some(({ address }) => reach?.pointersOf(address).some(place => isSame(place, pointer)));
