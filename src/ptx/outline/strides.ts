/**
 * Values for parameters that are strides of the same array: `a[i * si + j * sj + k]`. Each steps over what the ones further in reach, so
 * that no two indices meet in an element.
 */
import { roundUp } from '../../base/bits.ts';
import { greatestOf } from '../../base/extremes.ts';
import type { AddressReach } from './address-reach.ts';
import type { AddressSlice, SliceAccess } from './address-slice.ts';
import { placeKey } from './loop-steps.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** Of an address: sums of sums may be long. */
const MOST_ADDENDS = 1000;
/** A larger array is no start. */
const MOST_ELEMENTS = 2 ** 20;

interface StrideTerm {
  readonly place: ScalarPlace;
  /** Null for a constant, which is part of the factor. */
  readonly index: number | null;
  /** Bytes that one more of the stride is. */
  readonly factor: number;
}

interface Sum {
  readonly terms: StrideTerm[];
  /** Other addends, each with its factor in bytes. */
  readonly rest: (readonly [node: number, factor: number])[];
  /** Whether it is stepped in a loop. */
  isStepped: boolean;
}

export interface ArrayStrides {
  /** By `placeKey`; none where a guess that follows no others will do. */
  readonly values: ReadonlyMap<string, number>;
  /** Bytes that all strides of an array step over, by the `placeKey` of the pointer to it. */
  readonly spans: ReadonlyMap<string, number>;
}

/** `isStride`: whether a parameter is nothing else. `longest`: the largest of all lengths that are not along an axis. */
export function strideValues(
  slice: AddressSlice,
  reach: AddressReach,
  isStride: (place: ScalarPlace) => boolean,
  longest: number,
): ArrayStrides {
  const spans = new Map<string, number>();
  const values = new Map<string, number>();
  const strided = nodesWithStride(slice, isStride);
  const sums = slice.accesses.map(access => ({ access, ...sumOf(slice, access, { isStride, strided }) }));
  const widest = widestAccesses(sums);
  for (const sum of sums) {
    const keys = new Set(sum.terms.map(({ place }) => placeKey(place)));
    // A number that is only added, alone, is where the array starts.
    if (keys.size === 0 || (keys.size === 1 && sum.terms.every(({ index }) => index === null))) continue;
    const unit = greatestOf([...keys].map(key => widest.get(key) ?? 1));
    const { strides, spanBytes } = stridesOf(slice, reach, sum, { unit, longest });
    for (const [key, value] of strides) values.set(key, Math.max(value, values.get(key) ?? 0));
    for (const pointer of spanBytes === null ? [] : reach.pointersOf(sum.access.address)) {
      const key = placeKey(pointer);
      spans.set(key, Math.max(spanBytes ?? 0, spans.get(key) ?? 0));
    }
  }
  return { values, spans };
}

type AccessSum = Sum & { readonly access: SliceAccess };

/** Bytes of the widest access at a stride, by its key. */
function widestAccesses(sums: readonly AccessSum[]): ReadonlyMap<string, number> {
  const widest = new Map<string, number>();
  for (const { access, terms } of sums) {
    for (const { place } of terms) {
      const key = placeKey(place);
      widest.set(key, Math.max(access.bytes, widest.get(key) ?? 1));
    }
  }
  return widest;
}

/** Strides of one access, by key, and how far they lead; null for too far. `unit`: bytes of the widest access at one of them. */
function stridesOf(
  slice: AddressSlice,
  reach: AddressReach,
  { access, terms, rest, isStepped }: AccessSum,
  { unit, longest }: { readonly unit: number; readonly longest: number },
): { readonly strides: ReadonlyMap<string, number>; readonly spanBytes: number | null } {
  const strides = new Map<string, number>();
  const ordered = innermostFirst(slice, terms).filter(
    ({ place }, i, all) => all.findIndex(other => isSame(other.place, place)) === i,
  );
  const inner = rest.reduce((sum, [node, factor]) => sum + Math.max(0, highOf(reach, node)) * factor, 0);
  // Whole accesses, of those as well that are elsewhere at the same strides.
  const elementBytes = roundUp(inner === 0 ? recordBytes(slice, access) : access.bytes, unit);
  const isKnown = !isStepped && rest.every(([node]) => reach.rangeOf(node) !== null && !isOfLoop(slice, node));
  // What the innermost index steps over, which is more than one access where elements are structs.
  const indices = rest.filter(([node]) => highOf(reach, node) > 0);
  const steps = indices.map(([node, factor]) => Math.abs(factor) * stepOf(slice, node)).filter(step => step > 0);
  const stepBytes = Math.max(elementBytes, steps.length === 0 ? 0 : Math.min(...steps));
  let stride = Math.ceil(((Math.floor(inner / stepBytes) + 1) * stepBytes) / elementBytes);
  // Of the outermost index.
  let [last, isOpen] = [1, isStepped];
  for (const { place, index, factor } of ordered) {
    if (stride > MOST_ELEMENTS) break;
    const value = Math.ceil(stride * Math.max(1, elementBytes / Math.max(1, Math.abs(factor))));
    isOpen = isStepped || (index !== null && reach.rangeOf(index) === null);
    last = index === null ? Math.max(2, factor / elementBytes + 1) : Math.max(1, highOf(reach, index) + 1);
    stride *= last;
    // The only one is longer by itself where not all is known that it steps over.
    const isLonger = ordered.length === 1 && (!isKnown || inner === 0) && value <= (reach.numberAt(place) ?? value);
    if (!isLonger) strides.set(placeKey(place), value);
  }
  // A loop that is unrolled, or over what another tensor has as many of, says little of its end.
  if (isOpen) stride = Math.floor(stride / last) * Math.max(last, longest);
  return { strides, spanBytes: stride > MOST_ELEMENTS ? null : stride * elementBytes };
}

/** Of an index of which nothing is known, a few. */
const FEW = 7;
const highOf = (reach: AddressReach, node: number): number => reach.rangeOf(node)?.high ?? FEW;

/** What a number goes up by at the least, as far as constants tell; 0 for a constant. */
function stepOf(slice: AddressSlice, index: number): number {
  const node = slice.nodes[index];
  if (node.op === 'number') return 0;
  const factor = 'b' in node ? slice.nodes[node.b] : null;
  if (node.op === 'mul' && factor?.op === 'number') return Math.abs(factor.value) * stepOf(slice, node.a);
  if (node.op === 'shl' && factor?.op === 'number') return 2 ** factor.value * stepOf(slice, node.a);
  if (node.op !== 'add' && node.op !== 'sub') return 1;
  const [a, b] = [stepOf(slice, node.a), stepOf(slice, node.b)];
  return a === 0 || b === 0 ? a + b : Math.min(a, b);
}

/** A loop that is unrolled has an index for each of its rounds. */
const isOfLoop = ({ nodes }: AddressSlice, index: number): boolean =>
  [...inputsOf(nodes, index)].some(one => nodes[one].op === 'merge');

/** What lies at that address: a thread may have all of a record there. */
function recordBytes({ accesses }: AddressSlice, { address, bytes }: SliceAccess): number {
  const own = accesses.filter(access => access.address === address);
  return greatestOf([bytes, ...own.map(one => one.byteOffset + one.bytes)]);
}

interface StridesOfSlice {
  readonly isStride: (place: ScalarPlace) => boolean;
  /** Nodes that one goes into. */
  readonly strided: ReadonlySet<number>;
}

function sumOf(slice: AddressSlice, { address }: SliceAccess, { isStride, strided }: StridesOfSlice): Sum {
  const { nodes } = slice;
  const sum: Sum = { terms: [], rest: [], isStepped: false };
  // Loops.
  const seen = new Set<number>();
  let steps = 0;
  const add = (index: number, factor: number): void => {
    const node = nodes[index];
    if (seen.has(index) || steps++ > MOST_ADDENDS) return;
    if (node.op === 'merge') seen.add(index);
    // What has a range of its own, as an index that is compared with a length, stays in one piece.
    if (!strided.has(index)) sum.rest.push([index, factor]);
    else if (node.op === 'param') addStride(sum.terms, node.place, factor);
    else if (node.op === 'add' || node.op === 'sub') {
      add(node.a, factor);
      add(node.b, node.op === 'sub' ? -factor : factor);
    } else if (node.op === 'merge') {
      sum.isStepped ||= node.loops.some(loop => loop >= 0);
      for (const one of node.of) add(one, factor);
    } else if (node.op === 'mul' || node.op === 'shl') {
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

/** Once more, as it is. */
function addStride(terms: StrideTerm[], place: ScalarPlace, factor: number): void {
  const at = terms.findIndex(term => term.index === null && isSame(term.place, place));
  const before = at < 0 ? 0 : terms[at].factor;
  terms.splice(at < 0 ? terms.length : at, 1, { place, index: null, factor: before + factor });
}

/** Nodes that a stride goes into. */
function nodesWithStride({ nodes }: AddressSlice, isStride: (place: ScalarPlace) => boolean): ReadonlySet<number> {
  const users = new Map<number, number[]>();
  for (const [index, node] of nodes.entries()) {
    const inputs = 'a' in node ? [node.a, node.b] : node.op === 'merge' ? node.of : [];
    for (const input of inputs) users.set(input, [...(users.get(input) ?? []), index]);
  }
  const found = new Set(nodes.flatMap((node, i) => (node.op === 'param' && isStride(node.place) ? [i] : [])));
  for (const one of found) for (const user of users.get(one) ?? []) found.add(user);
  return found;
}

/** Nodes that it is computed from, itself among them, but for what leads to data. */
function inputsOf(nodes: AddressSlice['nodes'], index: number): ReadonlySet<number> {
  const inputs = new Set([index]);
  for (const one of inputs) {
    const node = nodes[one];
    if ('a' in node) inputs.add(node.a).add(node.b);
    if (node.op === 'merge') for (const input of node.of) inputs.add(input);
  }
  return inputs;
}

/** Of strides that are parts of the same parameter, one behind the other, the last is the innermost: they are those of a tensor. */
function innermostFirst(slice: AddressSlice, terms: readonly StrideTerm[]): StrideTerm[] {
  const [{ place: first }] = terms;
  const isTensor = terms.every(({ place }) => place.param === first.param && place.byteOffset > 0);
  if (isTensor) return [...terms].sort((a, b) => b.place.byteOffset - a.place.byteOffset);
  const depthOf = ({ index }: StrideTerm): number => (index === null ? 1 : depth(slice, index));
  return [...terms].sort((a, b) => depthOf(a) - depthOf(b));
}

/** Threads side by side are the innermost, batches of CTAs the outermost. */
function depth({ nodes }: AddressSlice, index: number): number {
  const names = new Set<string>();
  for (const one of inputsOf(nodes, index)) {
    const node = nodes[one];
    if (node.op === 'special') names.add(node.name);
  }
  if (names.has('%tid.x')) return 0;
  if (names.has('%tid.y') || names.has('%tid.z')) return 2;
  const cta = ['%ctaid.x', '%ctaid.y', '%ctaid.z'].findLastIndex(name => names.has(name));
  return cta < 0 ? 1 : 3 + cta;
}
