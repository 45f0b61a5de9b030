/**
 * Values for parameters that are strides of the same array: `a[i * si + j * sj + k]`. Each steps over what the ones further in reach, so
 * that no two indices meet in an element.
 */
import { roundUp } from '../../base/bits.ts';
import { greatestOf } from '../../base/extremes.ts';
import type { AddressReach } from './address-reach.ts';
import type { AddressSlice, SliceAccess } from './address-slice.ts';
import { placeKey } from './loop-steps.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** A larger array is no start. */
const MOST_ELEMENTS = 2 ** 20;

interface StrideTerm {
  readonly place: ScalarPlace;
  readonly index: number;
  /** Bytes that one more of the stride is. */
  readonly factor: number;
}

interface Sum {
  readonly terms: StrideTerm[];
  /** Other addends, each with its factor in bytes. */
  readonly rest: (readonly [node: number, factor: number])[];
}

/** By `placeKey`; only for accesses with several of them. `isStride`: whether a parameter is nothing else. */
export function strideValues(
  slice: AddressSlice,
  reach: AddressReach,
  isStride: (place: ScalarPlace) => boolean,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const sums = slice.accesses.map(access => ({ access, ...sumOf(slice, access, isStride) }));
  const widest = new Map<string, number>();
  for (const { access, terms } of sums)
    for (const { place } of terms) {
      const key = placeKey(place);
      widest.set(key, Math.max(access.bytes, widest.get(key) ?? 1));
    }
  for (const { access, terms, rest } of sums) {
    const keys = new Set(terms.map(({ place }) => placeKey(place)));
    if (keys.size < 2) continue;
    const inner = rest.reduce((sum, [node, factor]) => sum + Math.max(0, highOf(reach, node)) * factor, 0);
    // Whole accesses, of those as well that are elsewhere at the same strides.
    const unit = greatestOf([...keys].map(key => widest.get(key) ?? 1));
    const elementBytes = roundUp(inner === 0 ? recordBytes(slice, access) : access.bytes, unit);
    let stride = Math.floor(inner / elementBytes) + 1;
    const known = new Set<string>();
    for (const { place, index, factor } of terms.sort((a, b) => depth(slice, a.index) - depth(slice, b.index))) {
      const key = placeKey(place);
      if (known.has(key) || stride > MOST_ELEMENTS) continue;
      known.add(key);
      const value = Math.ceil(stride * Math.max(1, elementBytes / Math.max(1, Math.abs(factor))));
      values.set(key, Math.max(value, values.get(key) ?? 0));
      stride *= Math.max(1, highOf(reach, index) + 1);
    }
  }
  return values;
}

/** Of an index of which nothing is known, a few. */
const FEW = 7;
const highOf = (reach: AddressReach, node: number): number => reach.rangeOf(node)?.high ?? FEW;

/** What lies at that address: a thread may have all of a record there. */
function recordBytes({ accesses }: AddressSlice, { address, bytes }: SliceAccess): number {
  const own = accesses.filter(access => access.address === address);
  return greatestOf([bytes, ...own.map(one => one.byteOffset + one.bytes)]);
}

function sumOf(slice: AddressSlice, { address }: SliceAccess, isStride: (place: ScalarPlace) => boolean): Sum {
  const { nodes } = slice;
  const sum: Sum = { terms: [], rest: [] };
  const seen = new Set<number>();
  const add = (index: number, factor: number): void => {
    if (seen.has(index)) return;
    seen.add(index);
    const node = nodes[index];
    // What has a range of its own, as an index that is compared with a length, stays in one piece.
    if (!hasStride(slice, index, isStride)) sum.rest.push([index, factor]);
    else if (node.op === 'add' || node.op === 'sub') {
      add(node.a, factor);
      add(node.b, node.op === 'sub' ? -factor : factor);
    } else if (node.op === 'merge') for (const one of node.of) add(one, factor);
    else if (node.op === 'mul' || node.op === 'shl') {
      const [a, b] = [nodes[node.a], nodes[node.b]];
      if (b.op === 'number') add(node.a, factor * (node.op === 'shl' ? 2 ** b.value : b.value));
      else if (a.op === 'param' && isStride(a.place)) sum.terms.push({ place: a.place, index: node.b, factor });
      else if (b.op === 'param' && isStride(b.place)) sum.terms.push({ place: b.place, index: node.a, factor });
      else sum.rest.push([index, factor]);
    } else sum.rest.push([index, factor]);
  };
  add(address, 1);
  return sum;
}

/** Whether a stride goes into it. */
function hasStride({ nodes }: AddressSlice, index: number, isStride: (place: ScalarPlace) => boolean): boolean {
  const inputs = new Set([index]);
  for (const one of inputs) {
    const node = nodes[one];
    if (node.op === 'param' && isStride(node.place)) return true;
    if ('a' in node) inputs.add(node.a).add(node.b);
    if (node.op === 'merge') for (const input of node.of) inputs.add(input);
  }
  return false;
}

/** Threads side by side are the innermost, batches of CTAs the outermost. */
function depth({ nodes }: AddressSlice, index: number): number {
  const inputs = new Set([index]);
  const names = new Set<string>();
  for (const one of inputs) {
    const node = nodes[one];
    if (node.op === 'special') names.add(node.name);
    if ('a' in node) inputs.add(node.a).add(node.b);
    if (node.op === 'merge') for (const input of node.of) inputs.add(input);
  }
  if (names.has('%tid.x')) return 0;
  if (names.has('%tid.y') || names.has('%tid.z')) return 2;
  const cta = ['%ctaid.x', '%ctaid.y', '%ctaid.z'].findLastIndex(name => names.has(name));
  return cta < 0 ? 1 : 3 + cta;
}
