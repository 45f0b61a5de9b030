/**
 * How many threads and CTAs the addresses of a kernel have room for, along each axis. A row that a loop or another axis steps over
 * ends where the next one begins; and with a block that is far too large most threads lie outside of a shared array, or ahead of a buffer.
 */
import { LANES } from '../../base/hardware.ts';
import type { Dim3 } from '../../trace/launch.ts';
import { AddressReach } from './address-reach.ts';
import type { AddressSlice, SliceAccess, SliceComparison } from './address-slice.ts';
import { type FormTerm, type LinearForm, LinearForms } from './linear-form.ts';
import { AXES, type EntryOutline } from './module-outline.ts';
import type { Range } from './ranges.ts';
import type { ReachNumbers } from './reach-numbers.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** Fewer in a row are elements of a vector, or steps of a pattern, not threads. */
const FEWEST_OF_LINE = LANES;
const FEWEST_OF_PLANE = 4;
const FEWEST_CTAS = 2;
/** Larger numbers are lengths. */
const MOST_ASKED_FOR = 1024;

/** Part of what an access reaches that may lie outside by a mistake: neighbours, not rows of threads. */
const MISTAKEN_PART = 0.3;

/** Null where the kernel's addresses are not known. */
export function roomOf({ addresses, params }: EntryOutline): ThreadRoom | null {
  if (addresses === null) return null;
  return new ThreadRoom(
    addresses,
    ({ param, byteOffset }) => byteOffset === 0 && params[param]?.use.kind === 'pointer',
  );
}

export class ThreadRoom {
  readonly #slice: AddressSlice;
  readonly #isPointer: ReachNumbers['isPointer'];
  readonly #forms: LinearForms;
  readonly #lengths: AddressReach;
  /** Those that all threads of a CTA carry out, if the CTA does. */
  readonly #accesses: readonly SliceAccess[];
  readonly #accessesOfAllCtas: readonly SliceAccess[];

  constructor(slice: AddressSlice, isPointer: (place: ScalarPlace) => boolean) {
    this.#slice = slice;
    this.#isPointer = isPointer;
    this.#forms = new LinearForms(slice);
    this.#lengths = this.#reach([1, 1, 1]);
    const all = [...slice.accesses, ...slice.sharedAccesses];
    this.#accesses = all.filter(access => !this.#isForSome(access, 'tid'));
    this.#accessesOfAllCtas = this.#accesses.filter(access => !this.#isForSome(access, 'ctaid'));
  }

  /** Most threads along each axis; infinite where nothing tells. */
  threads(isPlane: boolean): Dim3 {
    const fewest = isPlane ? FEWEST_OF_PLANE : FEWEST_OF_LINE;
    const [x, y, z] = AXES.map(axis => this.#least(this.#accesses, `tid.${axis}`, fewest));
    return [x, y, z];
  }

  ctas(): Dim3 {
    const [x, y, z] = AXES.map(axis => this.#least(this.#accessesOfAllCtas, `ctaid.${axis}`, FEWEST_CTAS));
    return [x, y, z];
  }

  /** Whether the code asks for the number of a thread at all. */
  asksForThreads(): boolean {
    return this.#slice.nodes.some(node => node.op === 'special' && node.name.startsWith('%tid'));
  }

  /** Threads that there must be along each axis for each of those to exist that the code asks for by number. */
  leastThreads(): Dim3 {
    const [x, y, z] = AXES.map(axis => Math.max(1, ...this.#asked(`tid.${axis}`, ['equal'])));
    return [x, y, z];
  }

  /** CTAs likewise, for kernels whose CTAs wait for each other; where the code tells the first ones apart, there are others. */
  leastCtas(): Dim3 {
    const [x, y, z] = AXES.map(axis => {
      const asked = this.#asked(`ctaid.${axis}`, ['equal', 'below', 'upTo']);
      return asked.length === 0 ? 1 : Math.max(2, ...asked);
    });
    return [x, y, z];
  }

  /** For each comparison of a place with a constant: as many as make the last place that it is about. */
  #asked(place: string, kinds: readonly SliceComparison['kind'][]): number[] {
    return this.#slice.comparisons
      .flatMap(({ a, b, kind, isLoopEnd }) => {
        const [of, by] = [this.#forms.of(a), this.#forms.of(b)];
        const term = [...of.terms.values()].find(one => one.place === place && one.factor > 0);
        if (!term || of.terms.size > 1 || by.terms.size > 0 || isLoopEnd || !kinds.includes(kind)) return [];
        const last = Math.floor((by.constant - of.constant) / term.factor);
        return [(last + (kind === 'upTo' ? 2 : 1)) * term.per];
      })
      .filter(count => count >= 1 && count <= MOST_ASKED_FOR);
  }

  /** Whether a block is so large that some access is outside of its variable for more threads than a mistake puts there. */
  isExceeded(block: Dim3): boolean {
    const reach = this.#reach(block);
    return this.#accesses.some(({ address, byteOffset, bytes }) => {
      const sizeBytes = this.#sizeBehind(reach, address);
      const range = this.#rangeByThread(reach, address, block);
      if (range === null || sizeBytes === null) return false;
      const [low, high] = [range.low + byteOffset, range.high + byteOffset + bytes];
      const outside = Math.max(0, -low) + Math.max(0, high - sizeBytes);
      return outside > MISTAKEN_PART * (high - low);
    });
  }

  /** What threads make of an address; what else there is in it, such as the rounds of a loop, only adds to it. Null where it is not known. */
  #rangeByThread(reach: AddressReach, address: number, block: Dim3): Range | null {
    const { constant, terms } = this.#forms.of(address);
    const places = [...terms.values()].filter(({ place }) => place !== null);
    if (places.length === 0) {
      const range = [...terms.values()].some(({ isOfThread }) => isOfThread) ? reach.rangeOf(address) : null;
      return range && { low: Math.max(0, range.low), high: range.high };
    }
    const ends = places.map(({ factor, place, per }) => {
      const axis = AXES.findIndex(one => place === `tid.${one}`);
      return axis < 0 ? 0 : factor * Math.floor((block[axis] - 1) / per);
    });
    const high = constant + ends.reduce((sum, end) => sum + Math.max(0, end), 0);
    const low = constant + ends.reduce((sum, end) => sum + Math.min(0, end), 0);
    return { low: terms.size > places.length ? Math.max(0, low) : low, high };
  }

  #least(accesses: readonly SliceAccess[], place: string, fewest: number): number {
    const lengths = accesses.map(({ address }) => rowLength(this.#forms.of(address), place));
    return Math.min(Number.POSITIVE_INFINITY, ...lengths.filter(length => length >= fewest));
  }

  /** Size of the variable or buffer that an address lies in, infinite where it is not known. Null for several. */
  #sizeBehind(reach: AddressReach, address: number): number | null {
    const sizes = [...reach.addends(address)].flatMap(index => {
      const node = this.#slice.nodes[index];
      if (node.op === 'shared') return [node.sizeBytes === 0 ? Number.POSITIVE_INFINITY : node.sizeBytes];
      return node.op === 'param' && this.#isPointer(node.place) ? [Number.POSITIVE_INFINITY] : [];
    });
    return sizes.length === 1 ? sizes[0] : null;
  }

  /** Whether only some places get there: a comparison with a length lets all of a shorter one, and all from one on are most. */
  #isForSome({ conditions }: SliceAccess, kind: 'tid' | 'ctaid'): boolean {
    const isPlace = (index: number): boolean =>
      [...this.#forms.of(index).terms.values()].some(({ place }) => place?.startsWith(kind));
    const isLength = (index: number): boolean => this.#lengths.isOfParams(index);
    return conditions.some(
      ({ a, b, smaller }) =>
        (isPlace(a) && !isLength(b) && smaller !== 'b') || (isPlace(b) && !isLength(a) && smaller !== 'a'),
    );
  }

  #reach(block: Dim3): AddressReach {
    return new AddressReach(this.#slice, {
      block,
      grid: [1, 1, 1],
      clusterCtas: 1,
      numberAt: () => null,
      isPointer: this.#isPointer,
      largestData: 0,
    });
  }
}

/** How far a place goes until the term with the next larger factor steps; infinite where there is none. */
function rowLength({ terms }: LinearForm, place: string): number {
  const all = [...terms.values()];
  const lengths = all
    .filter(own => own.place === place)
    .flatMap(own =>
      all
        .filter(other => isRowOf(other, own) && size(other) > size(own))
        .map(other => Math.floor(size(other) / size(own)) * own.per),
    );
  return Math.min(Number.POSITIVE_INFINITY, ...lengths);
}

const size = ({ factor }: FormTerm): number => Math.abs(factor);

/** Rows of CTAs are told by what scales `%ctaid` (`cta-tile.ts`), but for groups of threads. */
function isRowOf(other: FormTerm, own: FormTerm): boolean {
  const isThread = other.place?.startsWith('tid') ?? false;
  if (own.place?.startsWith('ctaid')) return isThread;
  if (other.place === null) return !other.isOfThread;
  return isThread ? other.place !== own.place : own.per > 1;
}
