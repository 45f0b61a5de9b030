/** Uses of each of a kernel's parameters and of shared memory, collected from its data flow. */
import { roundUp } from '../../base/bits.ts';
import { POINTER_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES, type ElementType } from '../../trace/launch.ts';
import type { Module } from '../parse/ast.ts';
import type { AddressSlice } from './address-slice.ts';
import { blockRows } from './block-rows.ts';
import { type ClusterUse, clusterUse } from './cluster-use.ts';
import { ctaTile } from './cta-tile.ts';
import type { DataFlow } from './data-flow.ts';
import { type EntryAccess, EntryFacts, type MemoryRange } from './entry-facts.ts';
import { expectedBytes } from './expected-bytes.ts';
import { imageUse } from './image-use.ts';
import { isAskedForLast } from './last-place.ts';
import { countedThreads, leastThreads } from './least-threads.ts';
import { isInShared } from './memory-access.ts';
import type {
  BlockRows,
  Dependence,
  GridAxis,
  ImageUse,
  PointerUse,
  ScalarUse,
  TensorMapUse,
} from './module-outline.ts';
import { pointerUse } from './pointer-use.ts';
import { productType } from './product-type.ts';
import type { ScalarPlace } from './scalar-place.ts';
import type { SourceSet } from './sources.ts';
import { ValueTypes } from './value-types.ts';

export class EntryUses {
  readonly #flow: DataFlow;
  readonly #types: ValueTypes;
  readonly #facts: EntryFacts;
  readonly #addresses: AddressSlice | null;

  constructor(flow: DataFlow, addresses: AddressSlice | null) {
    this.#flow = flow;
    this.#addresses = addresses;
    this.#types = new ValueTypes(flow.functions);
    this.#facts = new EntryFacts(flow);
  }

  /** Null for what no tensor copy takes for one; `byteOffset`: of one that is a part of the parameter. */
  tensorMap(param: number, byteOffset: number | null = null): Omit<TensorMapUse, 'kind' | 'pass'> | null {
    const all = this.#facts.maps.get(param) ?? [];
    const copies = byteOffset === null ? all : all.filter(copy => copy.byteOffset === byteOffset);
    if (copies.length === 0) return null;
    return {
      rank: copies.find(({ rank }) => rank !== null)?.rank ?? null,
      read: copies.some(({ read }) => read),
      written: copies.some(({ written }) => written),
      type: productType(this.#flow.functions),
      expectedBytes: expectedBytes(this.#flow.functions),
    };
  }

  /** Offsets of the tensor maps that are parts of a parameter, ascending. */
  mapOffsets(param: number): number[] {
    const offsets = (this.#facts.maps.get(param) ?? []).flatMap(({ byteOffset }) => byteOffset ?? []);
    return [...new Set(offsets)].sort((a, b) => a - b);
  }

  /** Null for what no instruction takes for the handle of an image. */
  image(param: number): ImageUse | null {
    return imageUse(this.#facts.images.get(param) ?? []);
  }

  /** Places of a parameter whose values are used, in order, each once; of those that overlap the narrower. */
  loads(param: number): readonly MemoryRange[] {
    const used = this.#flow.sources.ofKind(this.#facts.everything, 'value').filter(value => value.param === param);
    const isIndexed = (value: (typeof used)[number]) => (this.#flow.sources.bit(value) & this.#flow.indexed) !== 0n;
    const fixed = used.filter(value => !isIndexed(value));
    // An index, which may be stepped down, leads to no place that is another thing.
    const fits = used.filter(
      value => !isIndexed(value) || (value.byteOffset >= 0 && !fixed.some(other => overlap(value, other))),
    );
    fits.sort((a, b) => a.sizeBytes - b.sizeBytes);
    const kept: typeof used = [];
    for (const value of fits) if (!kept.some(other => overlap(value, other))) kept.push(value);
    return kept.sort((a, b) => a.byteOffset - b.byteOffset);
  }

  /** Null where nothing is read or written through it. */
  pointer(place: ScalarPlace): PointerUse | null {
    return pointerUse(this.#flow, this.#types, this.#facts.accesses, this.#bitOf(place, POINTER_BYTES));
  }

  /** Whether a pointer is compared with a constant. */
  isAsked(place: ScalarPlace): boolean {
    const bit = this.#bitOf(place, POINTER_BYTES);
    return this.#facts.comparisons.some(
      ({ sides: [a, b] }) => ((a & bit) !== 0n && b === 0n) || ((b & bit) !== 0n && a === 0n),
    );
  }

  scalar(place: ScalarPlace, sizeBytes: number): ScalarUse {
    const bit = this.#bitOf(place, sizeBytes);
    const pairs = this.#facts.comparisons.flatMap(({ sides: [a, b], ...how }) => [
      { own: a, other: b, ...how },
      { own: b, other: a, ...how },
    ]);
    const against = pairs.filter(({ own }) => (own & bit) !== 0n && isEmpty(this.#flow.sources.dependence(own)));
    const { sources } = this.#flow;
    const bounds = sources.dependence(against.reduce((all, { other }) => all | other, 0n));
    const ofPlaces = against.filter(({ other }) => !isEmpty(sources.dependence(other)));
    const load = this.#facts.loads
      .get(place.param)
      ?.find(l => l.byteOffset === place.byteOffset && l.sizeBytes === sizeBytes);
    const addresses = this.#facts.accesses.filter(({ flow }) => (flow.all & bit) !== 0n);
    const isOnlyEqual = !isEmpty(bounds) && against.every(({ isEquality }) => isEquality);
    const isLast = isOnlyEqual && this.#addresses !== null && isAskedForLast(this.#addresses, place);
    const type = load && this.#types.elementType(load.f, load.target, load.type, sizeBytes);
    const isInteger = type && !/^[us]/.test(type) && against.some(({ isOfIntegers }) => isOfIntegers);
    const isShared = ({ flow }: EntryAccess) => this.#flow.sources.ofKind(flow.base, 'shared').length > 0;
    return {
      kind: 'scalar',
      // What passes through shared memory may be guessed as parts of it, or as what else is there.
      type: type && ELEMENT_BYTES[type] === sizeBytes && !isInteger ? type : INTEGERS[sizeBytes],
      used: (this.#facts.everything & bit) !== 0n,
      bounds,
      boundsPart: ofPlaces.length > 0 && ofPlaces.every(({ other }) => sources.ofKind(other, 'part').length > 0),
      coversAll: isLast || ofPlaces.some(({ isAsserted }) => isAsserted),
      compared: against.length > 0,
      choices: against.every(({ isEquality, constant }) => isEquality && constant !== null)
        ? against.flatMap(({ constant }) => constant ?? [])
        : [],
      isPlace: isOnlyEqual && !isLast,
      shifts: (this.#facts.shifts & bit) !== 0n,
      scalesIndex: addresses.some(access => !isShared(access)),
      scalesShared: addresses.some(isShared),
      isSharedAddress: addresses.some(({ flow, instruction }) => isInShared(instruction) && (flow.base & bit) !== 0n),
    };
  }

  dependence(): Dependence {
    return this.#flow.sources.dependence(this.#facts.effective);
  }

  staticSharedBytes(module: Module): number {
    const variables = [...module.variables, ...this.#flow.functions.flatMap(f => f.variables)];
    return variables
      .filter(v => v.space === 'shared' && !v.extern)
      .reduce((end, v) => roundUp(end, v.alignBytes) + v.sizeBytes, 0);
  }

  dynamicSharedEndBytes(module: Module): number {
    const dynamic = module.variables.filter(v => v.space === 'shared' && v.extern);
    return Math.max(0, ...dynamic.map(({ name }) => this.#facts.sharedEndBytes.get(name) ?? 0));
  }

  leastThreads(): number {
    return leastThreads(this.#flow.functions);
  }

  countedThreads(): number | null {
    return countedThreads(this.#flow.functions);
  }

  clusterUse(): ClusterUse {
    return clusterUse(this.#flow.functions);
  }

  dynamicSharedAccessBytes(module: Module): number[] | null {
    const names = new Set(module.variables.filter(v => v.space === 'shared' && v.extern).map(v => v.name));
    const named = this.#flow.sources.ofKind(this.#facts.everything, 'shared').filter(source => names.has(source.name));
    if (named.length === 0) return this.#unnamedSharedAccessBytes(module);
    const bits = named.reduce((set, source) => set | this.#flow.sources.bit(source), 0n);
    return widthsOf(this.#facts.accesses.filter(({ flow }) => (flow.base & bits) !== 0n));
  }

  /** Halide declares no variable: its addresses count from the start of shared memory, and the launch says how much there is. */
  #unnamedSharedAccessBytes(module: Module): number[] | null {
    const all = [...module.variables, ...this.#flow.functions.flatMap(f => f.variables)];
    if (all.some(({ space }) => space === 'shared')) return null;
    const accesses = this.#facts.accesses.filter(({ instruction: { modifiers } }) => modifiers.includes('shared'));
    return accesses.length === 0 ? null : widthsOf(accesses);
  }

  sharedIndexedFrom(): readonly ScalarPlace[] {
    const { sources } = this.#flow;
    const shared = this.#facts.accesses.filter(({ flow }) => sources.ofKind(flow.base, 'shared').length > 0);
    const reaching = shared.reduce((all, { flow }) => all | flow.all, 0n);
    return sources.ofKind(reaching, 'data').map(({ param, byteOffset }) => ({ param, byteOffset }));
  }

  blockRows(module: Module): BlockRows | null {
    return blockRows(this.#flow, module, this.#facts.accesses);
  }

  tile(axis: GridAxis): number | null {
    return ctaTile(this.#flow, axis);
  }

  #bitOf(place: ScalarPlace, sizeBytes: number): SourceSet {
    return this.#flow.sources.bit({ kind: 'value', ...place, sizeBytes });
  }
}

/** Types by size. */
const INTEGERS: Readonly<Record<number, ElementType>> = { 1: 'u8', 2: 's16', 4: 's32', 8: 's64' };

const overlap = (a: MemoryRange, b: MemoryRange): boolean =>
  a.byteOffset < b.byteOffset + b.sizeBytes && b.byteOffset < a.byteOffset + a.sizeBytes;
const isEmpty = ({ thread, cta }: Dependence) => thread.length + cta.length === 0;

/** Different widths of accesses in bytes, ascending. */
const widthsOf = (accesses: readonly { readonly form: { readonly bytes: number } }[]): number[] =>
  [...new Set(accesses.map(({ form }) => form.bytes))].filter(n => n > 0).sort((a, b) => a - b);
