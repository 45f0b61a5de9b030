/**
 * Places that a kernel draws from an array and stores at, with nothing that keeps two threads from the same one: a permutation, or
 * where the part of each begins. Each place is another one then.
 */
import type { AddressReach } from './address-reach.ts';
import type { AddressSlice } from './address-slice.ts';
import { placeKey } from './loop-steps.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** Further apart, parts are those of a larger order. */
const MOST_STEP = 1024;

/**
 * Distance from one place to the next, by the key of the pointer to them. `isOnlyStored`: whether a kernel stores behind a pointer,
 * and neither loads there nor adds. `reach`: with small integers in memory.
 */
export function drawnPlaces(
  slice: AddressSlice,
  reach: AddressReach,
  isOnlyStored: (pointer: ScalarPlace) => boolean,
): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  for (const { address, bytes, isStore } of slice.accesses) {
    const to = reach.pointersOf(address);
    if (!isStore || to.length === 0 || !to.every(isOnlyStored)) continue;
    const parts = partsOf(slice, reach, address);
    const drawn = parts.flatMap(({ index, factor }) => {
      const node = slice.nodes[index];
      return node.op === 'data' ? [{ from: reach.pointersOf(node.address), factor, index }] : [];
    });
    const [one, ...others] = drawn;
    if (one === undefined || others.length > 0 || one.factor <= 0) continue;
    const beside = parts
      .filter(({ index }) => index !== one.index)
      .map(({ index, factor }) => ({ range: reach.rangeOf(index), factor: Math.abs(factor) }));
    if (beside.some(({ range }) => range === null)) continue;
    const besideBytes = beside.reduce((sum, { range, factor }) => sum + (range!.high - range!.low) * factor, 0);
    const step = Math.ceil((besideBytes + bytes) / one.factor);
    for (const pointer of step > MOST_STEP ? [] : one.from) {
      const key = placeKey(pointer);
      steps.set(key, Math.max(step, steps.get(key) ?? 1));
    }
  }
  return steps;
}

interface Part {
  readonly index: number;
  /** Bytes that one more of it is. */
  readonly factor: number;
}

/** What an address is the sum of. */
function partsOf({ nodes }: AddressSlice, reach: AddressReach, address: number): Part[] {
  const parts: Part[] = [];
  const numberOf = (index: number): number | null => {
    const node = nodes[index];
    return node.op === 'number' ? node.value : node.op === 'param' ? reach.numberAt(node.place) : null;
  };
  const open: Part[] = [{ index: address, factor: 1 }];
  // A sum of sums may be long.
  for (let next = open.pop(); next !== undefined && parts.length + open.length < MOST_PARTS; next = open.pop()) {
    const { index, factor } = next;
    const node = nodes[index];
    const by = 'b' in node ? numberOf(node.b) : null;
    const first = node.op === 'mul' ? numberOf(node.a) : null;
    if (node.op === 'add' || node.op === 'sub')
      open.push({ index: node.a, factor }, { index: node.b, factor: node.op === 'sub' ? -factor : factor });
    else if (node.op === 'mul' && by !== null) open.push({ index: node.a, factor: factor * by });
    else if (node.op === 'shl' && by !== null) open.push({ index: node.a, factor: factor * 2 ** by });
    else if (node.op === 'mul' && first !== null) open.push({ index: node.b, factor: factor * first });
    else parts.push(next);
  }
  return parts;
}

const MOST_PARTS = 100;
