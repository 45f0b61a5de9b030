/** How far a kernel reaches behind its pointers with the numbers of a guess. */
import { greatestOf } from '../../base/extremes.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { AddressReach } from './address-reach.ts';
import type { SliceComparison } from './address-slice.ts';
import { drawnPlaces } from './drawn-places.ts';
import { DATA_RANGE, type IndexRange, MOST_INTEGER } from './guess-buffers.ts';
import type { ProblemShape } from './guess-shape.ts';
import { placeKey } from './loop-steps.ts';
import type { EntryOutline, PointerUse } from './module-outline.ts';
import type { Leaf } from './parameter-leaves.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

type NumberOf = (leaf: Leaf) => number | null;

interface ReachOptions {
  readonly countsEnds?: boolean;
  readonly largestData?: number;
  readonly dataFrom?: (pointer: ScalarPlace) => IndexRange | null;
}

/** More places are no start. */
const MOST_DRAWN = 2 ** 20;

export class GuessReach {
  readonly #entry: EntryOutline;
  readonly #leaves: readonly Leaf[];
  readonly #shape: ProblemShape;
  readonly #numberOf: NumberOf;
  #whole: AddressReach | null = null;
  #ofEnds: AddressReach | null = null;
  #drawn: ReadonlyMap<string, IndexRange> | null = null;

  /** `numberOf`: asked only later. */
  constructor(entry: EntryOutline, leaves: readonly Leaf[], shape: ProblemShape, numberOf: NumberOf) {
    this.#entry = entry;
    this.#leaves = leaves;
    this.#shape = shape;
    this.#numberOf = numberOf;
  }

  /** Null where the kernel's addresses are not known. */
  whole(): AddressReach | null {
    this.#whole ??= this.reachWith(this.#numberOf, { dataFrom: from => this.drawnFrom(from) });
    return this.#whole;
  }

  /** The one that counts for a buffer: integers may be ends of ranges. */
  of({ type }: PointerUse): AddressReach | null {
    const hasEnds = type !== null && isIntegerType(type) && this.#entry.addresses?.comparisons.some(isUpTo);
    if (!hasEnds) return this.whole();
    this.#ofEnds ??= this.reachWith(this.#numberOf, { countsEnds: true, dataFrom: from => this.drawnFrom(from) });
    return this.#ofEnds;
  }

  /** Of dynamic shared memory. What is known of one address depends on those asked for before, so these are asked for alone. */
  sharedBytesByParams(): number {
    return this.reachWith(this.#numberOf)?.dynamicSharedBytes() ?? 0;
  }

  /** Places behind a pointer at which the kernel stores, each of which is another one; null for other numbers. */
  drawnFrom(pointer: ScalarPlace): IndexRange | null {
    this.#drawn ??= this.#drawnPlaces();
    return this.#drawn.get(placeKey(pointer)) ?? null;
  }

  #drawnPlaces(): ReadonlyMap<string, IndexRange> {
    const { addresses } = this.#entry;
    const reach = this.reachWith(this.#numberOf, { largestData: MOST_INTEGER });
    if (addresses === null || reach === null) return new Map();
    const isOnlyStored = (place: ScalarPlace): boolean => {
      const use = this.#leafAt(place)?.use;
      return use?.kind === 'pointer' && use.written && !use.read && !use.atomic;
    };
    const found = new Map<string, IndexRange>();
    for (const [key, step] of drawnPlaces(addresses, reach, isOnlyStored)) {
      const leaf = this.#leaves.find(({ place }) => placeKey(place) === key);
      const length = leaf ? step * this.#countBehind(leaf, reach) : 0;
      if (leaf && length > 0 && length <= mostPlaces(leaf, reach)) found.set(key, { length, step });
    }
    return found;
  }

  /** The number below 0 that loads through a pointer are asked for: that of a node which nobody has visited. Null for none. */
  emptyAt(pointer: ScalarPlace): number | null {
    const reach = this.whole();
    const { nodes = [], comparisons = [] } = this.#entry.addresses ?? {};
    const isFrom = (index: number): boolean => {
      const node = nodes[index];
      return node.op === 'data' && (reach?.pointersOf(node.address).some(place => isSame(place, pointer)) ?? false);
    };
    for (const { a, b, kind } of comparisons) {
      const number = nodes[b];
      if (kind === 'equal' && number.op === 'number' && number.value < 0 && isFrom(a)) return number.value;
    }
    return null;
  }

  /** Integers behind a pointer that are nothing but places of device memory; 0 for others. */
  #countBehind({ place, use }: Leaf, reach: AddressReach): number {
    const bytes = reach.bytesBehind(place);
    const isOfShared = this.#entry.sharedIndexedFrom.some(one => isSame(one, place));
    if (use.kind !== 'pointer' || use.type === null || !isIntegerType(use.type)) return 0;
    return bytes === null || isOfShared || use.written ? 0 : Math.ceil(bytes / ELEMENT_BYTES[use.type]);
  }

  /** Null where the kernel's addresses are not known. */
  reachWith(
    numberOf: NumberOf,
    { countsEnds = false, largestData = DATA_RANGE - 1, dataFrom }: ReachOptions = {},
  ): AddressReach | null {
    const { addresses } = this.#entry;
    if (addresses === null) return null;
    return new AddressReach(addresses, {
      countsEnds,
      block: this.#shape.block,
      grid: this.#shape.grid,
      clusterCtas: (this.#shape.cluster ?? [1]).reduce((a, b) => a * b, 1),
      numberAt: place => {
        const leaf = this.#leafAt(place);
        return leaf ? numberOf(leaf) : null;
      },
      isPointer: place => this.#leafAt(place)?.use.kind === 'pointer',
      largestFrom: pointers => {
        const lengths = pointers.flatMap(from => dataFrom?.(from)?.length ?? []);
        return lengths.length === 0 ? largestData : greatestOf(lengths) - 1;
      },
    });
  }

  #leafAt(place: ScalarPlace): Leaf | undefined {
    return this.#leaves.find(leaf => isSame(leaf.place, place));
  }
}

const isUpTo = ({ kind }: SliceComparison): boolean => kind === 'upTo';
const isIntegerType = (type: string): boolean => /^[us]\d/.test(type);

function mostPlaces({ place, use }: Leaf, reach: AddressReach): number {
  const bytes = use.kind === 'pointer' && use.type !== null ? ELEMENT_BYTES[use.type] : 1;
  return Math.min(2 ** (8 * bytes - 1), MOST_DRAWN, reach.largestFrom(place) ?? MOST_DRAWN);
}
