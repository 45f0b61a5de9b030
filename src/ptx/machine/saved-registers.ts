/** The registers of a function that may be active already: put aside when it is called, back when it returns. */
import { lowestBit32, popcount32 } from '../../base/bits.ts';
import type { FunctionPlace } from './function-place.ts';
import type { Warp } from './warp.ts';

/** Words of registers that a warp may put aside: 8 MiB. */
export const MOST_SAVED_WORDS = 2 ** 21;

/** The lanes' registers of the function, lane by lane; then its predicates. */
export function save(
  warp: Warp,
  { planes, predicates, frameSlot, addresses }: FunctionPlace,
  mask: number,
): Int32Array {
  const { r } = warp;
  const all = [...planes, frameSlot, ...addresses.map(a => a.slot)];
  const saved = new Int32Array(all.length * popcount32(mask) + predicates.length);
  let next = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = lowestBit32(m);
    for (const plane of all) saved[next++] = r[plane + l];
  }
  for (const predicate of predicates) saved[next++] = r[predicate];
  warp.savedWords += saved.length;
  return saved;
}

/** Lanes of one activation may return one after the other. */
export function restore(warp: Warp, place: FunctionPlace, saved: Int32Array, savedLanes: number, mask: number): void {
  const { r } = warp;
  const all = [...place.planes, place.frameSlot, ...place.addresses.map(a => a.slot)];
  for (let m = mask; m !== 0; m &= m - 1) {
    const l = lowestBit32(m);
    let next = popcount32(savedLanes & ((1 << l) - 1)) * all.length;
    for (const plane of all) r[plane + l] = saved[next++];
  }
  const tail = saved.length - place.predicates.length;
  place.predicates.forEach((predicate, i) => {
    r[predicate] = (r[predicate] & ~mask) | (saved[tail + i] & mask);
  });
  warp.savedWords -= all.length * popcount32(mask);
}
