/**
 * How many threads and CTAs the addresses of a kernel have room for, along each axis. A row that a loop or another axis steps over
 * ends where the next one begins; and with a block that is far too large most threads lie outside of a shared array, or ahead of a buffer.
 */
import { LANES } from '../../base/hardware.ts';
import type { Dim3 } from '../../trace/launch.ts';
import { addends } from './added-nodes.ts';
import { AddressReach } from './address-reach.ts';
import type { AddressSlice, SliceAccess, SliceComparison, SliceCondition } from './address-slice.ts';
import { threadsOfGuards } from './guarded-tiles.ts';
import { type FormTerm, type LinearForm, LinearForms } from './linear-form.ts';
import { AXES, type EntryOutline } from './module-outline.ts';
import { leavesOf } from './parameter-leaves.ts';
import type { Range } from './ranges.ts';
import type { ReachNumbers } from './reach-numbers.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';

/** Fewer in a row are elements of a vector, or steps of a pattern, not threads. */
const FEWEST_OF_LINE = LANES;
const FEWEST_OF_PLANE = 4;
const FEWEST_CTAS = 2;
/** Larger numbers are lengths. */
const MOST_ASKED_FOR = 1024;

/** Part of what an access reaches that may lie outside by a mistake: neighbours, not rows of threads. */
const MISTAKEN_PART = 0.3;

/** Null where the kernel's addresses are not known. */
export function roomOf(entry: EntryOutline): ThreadRoom | null {
  if (entry.addresses === null) return null;
  const pointers = leavesOf(entry).filter(({ use }) => use.kind === 'pointer');
  return new ThreadRoom(entry.addresses, place => pointers.some(leaf => isSame(leaf.place, place)));
}

export class ThreadRoom {
  readonly #slice: AddressSlice;
  readonly #isPointer: ReachNumbers['isPointer'];
  readonly #forms: LinearForms;
  readonly #lengths: AddressReach;
  readonly #allAccesses: readonly SliceAccess[];
  /** Those that all threads of a CTA carry out, if the CTA does. */
  readonly #accesses: readonly SliceAccess[];
  readonly #accessesOfAllCtas: readonly SliceAccess[];

  constructor(slice: AddressSlice, isPointer: (place: ScalarPlace) => boolean) {
    this.#slice = slice;
    this.#isPointer = isPointer;
    this.#forms = new LinearForms(slice);
    this.#lengths = this.#reach([1, 1, 1]);
    this.#allAccesses = [...slice.accesses, ...slice.sharedAccesses];
    this.#accesses = this.#accessesOfAll('tid');
    this.#accessesOfAllCtas = this.#accesses.filter(access => !this.#isForSome(access, 'ctaid'));
  }

  /** Most threads along each axis; infinite where nothing tells. */
  threads(isPlane: boolean): Dim3 {
    const fewest = isPlane ? FEWEST_OF_PLANE : FEWEST_OF_LINE;
    const [x, y, z] = AXES.map(axis => {
      const accesses = this.#accessesOfAll(`tid.${axis}`);
      const rows = isPlane ? this.#rowsOfStores(accesses, `tid.${axis}`) : Number.POSITIVE_INFINITY;
      return Math.min(rows, this.#least(accesses, `tid.${axis}`, fewest));
    });
    return [x, y, z];
  }

  /** Threads along an axis from one store of each to its next one, at even steps: where a loop over a tile is unrolled. */
  #rowsOfStores(accesses: readonly SliceAccess[], place: string): number {
    const starts = new Map<string, Set<number>>();
    const shared = new Set(this.#slice.sharedAccesses);
    for (const access of accesses) {
      const { terms, constant } = this.#forms.of(access.address);
      const factor = terms.get(place)?.factor ?? 0;
      if (!access.isStore || !shared.has(access) || factor <= 0) continue;
      const key = `${factor} ${[...terms].map(([name, term]) => `${name} ${term.factor}`).sort()}`;
      starts.set(key, (starts.get(key) ?? new Set()).add((constant + access.byteOffset) / factor));
    }
    const rows = [...starts.values()].map(of => evenStep([...of].sort((a, b) => a - b)));
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...rows.filter(step => step >= FEWEST_OF_PLANE && Number.isInteger(step)),
    );
  }

  ctas(): Dim3 {
    const [x, y, z] = AXES.map(axis => this.#least(this.#accessesOfAllCtas, `ctaid.${axis}`, FEWEST_CTAS));
    return [x, y, z];
  }

  /**
   * Threads along x that store all that lies between a CTA and the next one, where each stores several elements: 32 for eight of 256.
   * Null where stores do not tell, or do not agree.
   */
  threadsOfTile(): number | null {
    const counts = new Set<number>();
    const addresses = new Set(this.#accesses.flatMap(({ isStore, address }) => (isStore ? [address] : [])));
    for (const address of addresses) {
      const terms = [...this.#forms.of(address).terms.values()];
      const [step, ...others] = terms.filter(({ place }) => place?.startsWith('ctaid'));
      if (step?.place !== 'ctaid.x' || step.per > 1 || others.length > 0) continue;
      const own = this.#accesses.filter(access => access.isStore && access.address === address);
      const isWhole = terms.every(({ place, isOfThread }) => place !== null || isOfThread);
      if (own.length > 1 && isWhole) counts.add(step.factor / distinctBytes(own));
    }
    const [count] = counts;
    const isTold = counts.size === 1 && count >= LANES && count % LANES === 0;
    return isTold ? count : threadsOfGuards(this.#slice, this.#forms);
  }

  /** Whether the code asks for the number of a thread at all. */
  asksForThreads(): boolean {
    return this.#asksFor('%tid');
  }

  #asksFor(place: string): boolean {
    return this.#slice.nodes.some(node => node.op === 'special' && node.name.startsWith(place));
  }

  /** Threads that there must be along each axis for each of those to exist that the code asks for by number. */
  leastThreads(): Dim3 {
    const [x, y, z] = AXES.map(axis => Math.max(1, ...this.#asked(`tid.${axis}`, ['equal'])));
    return [x, y, z];
  }

  /**
   * CTAs along each axis: two where the code tells the first ones from others, or asks how many there are along x (libraries ask for all
   * axes); where CTAs wait for each other (`areAwaited`), likewise as many as it asks for by number.
   */
  leastCtas(areAwaited: boolean): Dim3 {
    const [x, y, z] = AXES.map(axis => {
      const asked = this.#asked(`ctaid.${axis}`, ['equal', 'below', 'upTo']);
      if (areAwaited && asked.length > 0) return Math.max(FEWEST_CTAS, ...asked);
      const tells = asked.length > 0 || (axis === 'x' && (this.#asksFor('%nctaid.x') || this.#asksForFirst()));
      return tells ? FEWEST_CTAS : 1;
    });
    return [x, y, z];
  }

  /** Whether the code asks for the first thread of the first CTA: compilers write `(ctaid | tid) == 0`. */
  #asksForFirst(): boolean {
    const { nodes, comparisons } = this.#slice;
    const isWithCta = (index: number): boolean => {
      const node = nodes[index];
      return node.op === 'or'
        ? isWithCta(node.a) || isWithCta(node.b)
        : node.op === 'special' && node.name === '%ctaid.x';
    };
    const isZero = (index: number): boolean => {
      const node = nodes[index];
      return node.op === 'number' && node.value === 0;
    };
    return comparisons.some(({ a, b, kind }) => kind === 'equal' && nodes[a].op === 'or' && isWithCta(a) && isZero(b));
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
    return this.#allAccesses.some(access => {
      const { address, byteOffset, bytes, conditions } = access;
      if (this.#axesOf(address).some(place => this.#isForSome(access, place))) return false;
      const first = AXES.map(axis => Math.max(0, ...conditions.map(one => this.#firstThread(one, `tid.${axis}`))));
      if (first.some((thread, i) => thread >= block[i])) return false;
      const sizeBytes = this.#sizeBehind(address);
      const range = this.#rangeByThread(reach, address, block, first);
      if (range === null || sizeBytes === null) return false;
      const [low, high] = [range.low + byteOffset, range.high + byteOffset + bytes];
      const outside = Math.max(0, -low) + Math.max(0, high - sizeBytes);
      return outside > MISTAKEN_PART * (high - low);
    });
  }

  /** The axes of threads that lead to an address: `if (x == 0) s[y] = 0` has to have room for all `y`. All of them if none is known. */
  #axesOf(address: number): readonly string[] {
    const terms = [...this.#forms.of(address).terms.values()];
    const axes = terms.flatMap(({ place }) => (place?.startsWith('tid') ? [place] : []));
    return axes.length > 0 ? axes : ['tid'];
  }

  /** The first thread along an axis that gets past a comparison with a constant. */
  #firstThread({ a, b, kind, smaller }: SliceCondition, place: string): number {
    if (smaller === null) return 0;
    const [low, high] = [smaller === 'a' ? a : b, smaller === 'a' ? b : a].map(side => this.#forms.of(side));
    const [term, ...others] = high.terms.values();
    if (low.terms.size > 0 || others.length > 0 || term?.place !== place || term.factor !== 1) return 0;
    // The contrary of a <= b is a > b, and so on.
    const isBelow = (kind === 'below') === (smaller === 'a');
    return (low.constant - high.constant + (isBelow ? 1 : 0)) * term.per;
  }

  /** What threads make of an address; what else there is in it, such as the rounds of a loop, only adds to it. Null where it is not known. */
  #rangeByThread(reach: AddressReach, address: number, block: Dim3, first: readonly number[]): Range | null {
    const { constant, terms } = this.#forms.of(address);
    const places = [...terms.values()].filter(({ place }) => place !== null);
    if (places.length === 0) {
      const range = [...terms.values()].some(({ isOfThread }) => isOfThread) ? reach.rangeOf(address) : null;
      return range && { low: Math.max(0, range.low), high: range.high };
    }
    const ends = places.map(({ factor, place, per }) => {
      const axis = AXES.findIndex(one => place === `tid.${one}`);
      const of = (thread: number) => factor * Math.floor(thread / per);
      return axis < 0 ? [0] : [of(first[axis]), of(block[axis] - 1)];
    });
    const high = constant + ends.reduce((sum, end) => sum + Math.max(...end), 0);
    const low = constant + ends.reduce((sum, end) => sum + Math.min(...end), 0);
    return { low: terms.size > places.length ? Math.max(0, low) : low, high };
  }

  #least(accesses: readonly SliceAccess[], place: string, fewest: number): number {
    const lengths = accesses.map(({ address, byteOffset }) => rowLength(this.#forms.of(address), byteOffset, place));
    return Math.min(Number.POSITIVE_INFINITY, ...lengths.filter(length => length >= fewest));
  }

  /** Size of the variable or buffer that an address lies in, infinite where it is not known. Null for several. */
  #sizeBehind(address: number): number | null {
    const sizes = [...addends(this.#slice, address)].flatMap(index => {
      const node = this.#slice.nodes[index];
      if (node.op === 'shared') return [node.sizeBytes === 0 ? Number.POSITIVE_INFINITY : node.sizeBytes];
      return node.op === 'param' && this.#isPointer(node.place) ? [Number.POSITIVE_INFINITY] : [];
    });
    return sizes.length === 1 ? sizes[0] : null;
  }

  #accessesOfAll(kind: string): SliceAccess[] {
    return this.#allAccesses.filter(access => !this.#isForSome(access, kind));
  }

  /**
   * Whether only some places get there: a comparison with a length lets all of a shorter one, and all from one on are most.
   * `kind`: `tid`, or one axis of it, `tid.y`; or `ctaid`.
   */
  #isForSome({ conditions }: SliceAccess, kind: string): boolean {
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
      largestFrom: () => 0,
    });
  }
}

/** How far a place goes until the term with the next larger factor steps; infinite where there is none. The row of `t - 32` starts at 32. */
function rowLength({ terms, constant }: LinearForm, byteOffset: number, place: string): number {
  const all = [...terms.values()];
  const start = ({ factor, per }: FormTerm): number => Math.max(0, Math.floor(-(constant + byteOffset) / factor)) * per;
  const lengths = all
    .filter(own => own.place === place)
    .flatMap(own =>
      all
        .filter(other => isRowOf(other, own) && size(other) > size(own))
        .map(other => Math.floor(size(other) / size(own)) * own.per + (own.factor > 0 ? start(own) : 0)),
    );
  return Math.min(Number.POSITIVE_INFINITY, ...lengths);
}

function distinctBytes(accesses: readonly SliceAccess[]): number {
  const places = new Set(
    accesses.flatMap(({ byteOffset, bytes }) => Array.from({ length: bytes }, (_, i) => byteOffset + i)),
  );
  return places.size;
}

const size = ({ factor }: FormTerm): number => Math.abs(factor);

/** Rows of CTAs are told by what scales `%ctaid` (`cta-tile.ts`), but for groups of threads. */
function isRowOf(other: FormTerm, own: FormTerm): boolean {
  const isThread = other.place?.startsWith('tid') ?? false;
  if (own.place?.startsWith('ctaid')) return isThread;
  if (other.place === null) return !other.isOfThread;
  return isThread ? other.place !== own.place : own.per > 1;
}

/** 0 for fewer than two numbers, or uneven steps. */
function evenStep(ascending: readonly number[]): number {
  const step = ascending.length < 2 ? 0 : ascending[1] - ascending[0];
  return ascending.every((one, i) => i === 0 || one - ascending[i - 1] === step) ? step : 0;
}
