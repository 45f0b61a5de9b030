/** The numbers of a guess: the shape of the problem, and integers that fit it. */
import { roundUp } from '../../base/bits.ts';
import { LANES } from '../../base/hardware.ts';
import { type Dim3, ELEMENT_BYTES, type ExactInteger } from '../../trace/launch.ts';
import { largestElement } from './array-elements.ts';
import { comparedProducts, factorsOf } from './compared-products.ts';
import { isFirstIndex } from './first-index.ts';
import { isGuarded } from './guarded-access.ts';
import type { Lengths } from './guess-buffers.ts';
import type { Previous } from './guess-previous.ts';
import { GuessReach } from './guess-reach.ts';
import { type ProblemShape, problemShape } from './guess-shape.ts';
import { isIndexMask } from './index-mask.ts';
import { placeKey, stepsTo } from './loop-steps.ts';
import { AXES, type EntryOutline, type ScalarUse } from './module-outline.ts';
import { isBehind, longestFirst, type OwnPitch, ownPitches } from './own-pitch.ts';
import { type Leaf, leavesOf } from './parameter-leaves.ts';
import { isRadius } from './radius.ts';
import { type PreparedDivisor, preparedDivisors, preparedFor } from './remainder.ts';
import { rowsOfCta, threadsOfElement } from './rows-of-ctas.ts';
import { isSame, type ScalarPlace } from './scalar-place.ts';
import { sharedAxis } from './shared-ctas.ts';
import { type ArrayStrides, strideValues } from './strides.ts';

const NO_STRIDES: ArrayStrides = { values: new Map(), spans: new Map() };
/** A few bits. */
const SHIFT = 4;
/** Neighbours to each side. */
const RADIUS = 2;

export class GuessNumbers {
  readonly leaves: readonly Leaf[];
  readonly shape: ProblemShape;
  readonly #entry: EntryOutline;
  readonly #previous: Previous;
  readonly ranges: GuessReach;
  readonly #pitches: readonly OwnPitch[];
  #strides: ArrayStrides | null = null;
  #divisors: readonly PreparedDivisor[] | null = null;
  #steps: ReadonlyMap<string, number> | null = null;

  constructor(entry: EntryOutline, previous: Previous) {
    this.#entry = entry;
    this.#previous = previous;
    this.leaves = leavesOf(entry);
    const { addresses } = entry;
    this.#pitches = addresses === null ? [] : ownPitches(addresses, place => this.#axisOfElements(place) !== null);
    this.shape = this.#problem();
    this.ranges = new GuessReach(entry, this.leaves, this.shape, leaf => this.numberOf(leaf));
  }

  settledBlock(): Dim3 | null {
    return this.#entry.requiredBlock ?? this.#previous.settled('block', this.#previous.launch?.block);
  }

  #problem(): ProblemShape {
    const largest = (bounds: readonly Leaf[]): number | null => {
      const known = bounds.flatMap(leaf => {
        const number = this.#settledNumber(leaf);
        return number === null ? [] : [number * threadsOfElement(this.#entry.addresses, leaf.place)];
      });
      return known.length === 0 ? null : Math.max(1, ...known);
    };
    const bounds = AXES.map((_, i) =>
      this.leaves.filter(({ use }) => use.kind === 'scalar' && this.#axisOf(use) === i),
    );
    const settled = {
      block: this.settledBlock(),
      grid: this.#previous.settled('grid', this.#previous.launch?.grid),
      cluster: this.#previous.settled('cluster', this.#previous.launch?.cluster),
      extent: bounds.map(leaves => largest(leaves.filter(({ use }) => !this.#countsCtas(use)))),
      ctas: bounds.map(leaves => largest(leaves.filter(({ use }) => this.#countsCtas(use)))),
      isBounded: bounds.map(leaves => leaves.some(({ use }) => !this.#countsCtas(use) && !coversAll(use))),
      longestFirst: longestFirst(this.#pitches, place => this.#axisOfElements(place)),
    };
    return problemShape(this.#entry, settled);
  }

  /** The axis whose elements, not CTAs, a parameter counts. */
  #axisOfElements(place: ScalarPlace): 0 | 1 | 2 | null {
    const use = this.#leafAt(place)?.use;
    return use?.kind === 'scalar' && !this.#countsCtas(use) ? this.#axisOf(use) : null;
  }

  #settledNumber(leaf: Leaf): number | null {
    const settled = this.#previous.scalar(leaf.place.param, leaf.fieldOffset, leaf.sizeBytes);
    return settled === null ? null : Number(settled.value);
  }

  /** A guess. */
  valueOf(use: ScalarUse): ExactInteger {
    const place = this.#isStride(use) ? this.leaves.find(leaf => leaf.use === use)?.place : undefined;
    return (place && this.#strideValues().values.get(placeKey(place))) ?? this.#valueAlone(use);
  }

  /** Whether addresses alone depend on it. */
  #isStride(use: Leaf['use']): boolean {
    if (use.kind !== 'scalar' || !use.scalesIndex || use.compared || use.scalesShared) return false;
    return (
      ELEMENT_BYTES[use.type] > 1 &&
      /^[us]\d/.test(use.type) &&
      this.#axisOf(use) === null &&
      !use.isPlace &&
      !use.shifts
    );
  }

  #strideValues(): ArrayStrides {
    this.#strides ??= this.#newStrides();
    return this.#strides;
  }

  #newStrides(): ArrayStrides {
    const { addresses } = this.#entry;
    const reach = this.ranges.reachWith(leaf => this.#numberWith(leaf, use => this.#valueAlone(use)));
    if (addresses === null || reach === null) return NO_STRIDES;
    const isStride = (place: ScalarPlace): boolean => {
      const leaf = this.#leafAt(place);
      return leaf !== undefined && this.#isStride(leaf.use);
    };
    const inner = this.leaves.filter(leaf => leaf.use.kind === 'scalar' && leaf.use.compared && !this.#isOfAxis(leaf));
    const longest = Math.max(0, ...inner.map(leaf => this.#numberWith(leaf, use => this.#valueAlone(use)) ?? 0));
    return strideValues(addresses, reach, isStride, longest);
  }

  /** A guess that follows no others. */
  #valueAlone(use: ScalarUse): ExactInteger {
    const value = this.#valueOfUse(use);
    const place = this.leaves.find(leaf => leaf.use === use)?.place;
    const limits = this.#entry.limits.filter(limit => place !== undefined && isSame(limit.place, place));
    return typeof value === 'number' ? Math.min(value, ...limits.map(({ most }) => most)) : value;
  }

  #valueOfUse(use: ScalarUse): ExactInteger {
    if (!/^[us]\d/.test(use.type)) return 2;
    // Of numbers of one byte, most are true or false.
    if (ELEMENT_BYTES[use.type] === 1) return use.choices.find(one => one > 0) ?? 1;
    const prepared = this.#preparedOf(use);
    if (prepared !== null) return prepared;
    const shared = this.#sharedCtas(use);
    if (shared !== null) return shared;
    if (use.isSharedAddress) return 0;
    if (use.shifts) return SHIFT;
    if (use.isPlace) return 1;
    const place = this.leaves.find(leaf => leaf.use === use)?.place;
    if (place !== undefined && isFirstIndex(this.#entry.addresses?.nodes ?? [], place)) return 0;
    const [choice] = use.choices.filter(one => one > 0).sort((a, b) => a - b);
    if (choice !== undefined && !use.scalesIndex && !use.scalesShared) return choice;
    const axis = this.#axisOf(use);
    const most = 2 ** (8 * ELEMENT_BYTES[use.type] - 1) - 1;
    if (axis !== null) {
      // The last CTA has a row less than it has threads for.
      const rows = rowsOfCta(this.#entry.addresses, place, this.shape.block);
      const ofCtas = this.shape.grid[axis] * rows - (rows > 1 ? 1 : 0);
      const length = Math.floor(this.shape.extent[axis] / threadsOfElement(this.#entry.addresses, place));
      return Math.min(this.#share(use, this.#countsCtas(use) ? ofCtas : Math.max(1, length)), most);
    }
    // The pitch of a padded array; one that is compared is a length.
    if (use.scalesShared && !use.scalesIndex) {
      return Math.min((this.#entry.tile[0] ?? this.shape.block[0]) + (use.compared ? 0 : 1), most);
    }
    if (!use.scalesIndex && !use.compared) return 1;
    if (place !== undefined && this.#entry.addresses !== null && isRadius(this.#entry.addresses, place)) return RADIUS;
    const isMask = place !== undefined && isIndexMask(this.#entry.addresses?.nodes ?? [], place);
    return Math.min(this.#innerLength(use) - (isMask ? 1 : 0), most);
  }

  /** Half as many as there are CTAs to be shared out among them; null for other numbers. */
  #sharedCtas(use: ScalarUse): number | null {
    const place = this.leaves.find(leaf => leaf.use === use)?.place;
    const axis = place ? sharedAxis(this.#entry.addresses?.nodes ?? [], place) : null;
    return axis === null ? null : Math.max(1, Math.floor(this.shape.grid[axis] / 2));
  }

  /** Factor or shift of a divisor that is a parameter, too; null for other numbers. */
  #preparedOf(use: ScalarUse): number | null {
    const place = this.leaves.find(leaf => leaf.use === use)?.place;
    this.#divisors ??= preparedDivisors(this.#entry.addresses?.nodes ?? []);
    for (const { divisor, factor, shift } of this.#divisors) {
      const isOwn = (one: ScalarPlace): boolean => place !== undefined && isSame(one, place);
      const leaf = isOwn(factor) || isOwn(shift) ? this.#leafAt(divisor) : undefined;
      const number = leaf && this.#numberWith(leaf, other => this.#valueAlone(other));
      if (typeof number === 'number' && number > 0) return preparedFor(number)[isOwn(shift) ? 'shift' : 'factor'];
    }
    return null;
  }

  /** Two rounds, where a loop takes it in steps of a constant; no multiple of the threads that go through it side by side. */
  #innerLength(use: ScalarUse): number {
    const place = this.leaves.find(leaf => leaf.use === use)?.place;
    const { addresses } = this.#entry;
    this.#steps ??= addresses && stepsTo(addresses);
    const step = (place && this.#steps?.get(placeKey(place))) ?? 1;
    const length = roundUp(Math.max(this.shape.inner, 2 * step), step);
    const [axis] = step === 1 ? use.bounds.thread : [];
    const threads = axis === undefined ? 1 : this.shape.block[AXES.indexOf(axis)];
    // Vectors and rows of whole warps still fit.
    return threads > LANES && length % threads === 0 && length > 2 * LANES ? length - LANES : length;
  }

  /** All of a length, or a factor of it where the kernel compares with the product of several. */
  #share(use: ScalarUse, length: number): number {
    const place = this.leaves.find(leaf => leaf.use === use)?.place;
    const products = this.#entry.addresses === null ? [] : comparedProducts(this.#entry.addresses);
    const isOwn = (one: ScalarPlace): boolean => one.param === place?.param && one.byteOffset === place.byteOffset;
    const product = products.find(one => one.length > 1 && one.some(isOwn));
    return product === undefined ? length : factorsOf(length, product.length)[product.findIndex(isOwn)];
  }

  /** Value of an integer parameter, settled or guessed; null for floats and pointers. */
  numberOf(leaf: Leaf): number | null {
    return this.#numberWith(leaf, use => this.valueOf(use));
  }

  #numberWith(leaf: Leaf, guessOf: (use: ScalarUse) => ExactInteger): number | null {
    if (leaf.use.kind !== 'scalar' || !/^[us]\d/.test(leaf.use.type)) return null;
    const element = leaf.array ? largestElement(leaf.array) : null;
    if (element !== null) return element;
    return this.#settledNumber(leaf) ?? Number(guessOf(leaf.use));
  }

  lengths(): Lengths {
    const boundsAxis = (leaf: Leaf) => this.#isOfAxis(leaf);
    const placeOf = (use: Leaf['use']) => this.leaves.find(leaf => leaf.use === use)?.place;
    const inner = this.leaves.filter(leaf => leaf.use.kind === 'scalar' && isLength(leaf.use) && !boundsAxis(leaf));
    return {
      shape: this.shape,
      numberAt: place => this.#numberAt(place),
      boundsAxis: place => {
        const leaf = this.#leafAt(place);
        return leaf !== undefined && boundsAxis(leaf);
      },
      longestInner: Math.max(0, ...inner.map(leaf => this.numberOf(leaf) ?? 0)),
      bytesBehind: use => {
        const place = placeOf(use);
        // Rows that are as far apart as there are rows do not say how long a buffer is.
        const isMistaken = place !== undefined && isBehind(this.#pitches, this.ranges.whole(), place);
        return place === undefined || isMistaken ? null : (this.ranges.of(use)?.bytesBehind(place) ?? null);
      },
      bytesByStrides: use => {
        const place = placeOf(use);
        return (place && this.#strideValues().spans.get(placeKey(place))) ?? 0;
      },
      isDrawn: ({ index }) =>
        index.dataFrom.some(from => {
          const use = this.#leafAt(from)?.use;
          return use?.kind === 'pointer' && use.atomic;
        }),
      isGuarded: use => {
        const place = placeOf(use);
        const [reach, { addresses }] = [this.ranges.whole(), this.#entry];
        return place !== undefined && addresses !== null && reach !== null && isGuarded(addresses, reach, place);
      },
    };
  }

  #isOfAxis({ use }: Leaf): boolean {
    return use.kind === 'scalar' && this.#axisOf(use) !== null;
  }

  #leafAt({ param, byteOffset }: ScalarPlace): Leaf | undefined {
    return this.leaves.find(({ place }) => place.param === param && place.byteOffset === byteOffset);
  }

  #numberAt(place: ScalarPlace): number | null {
    const leaf = this.#leafAt(place);
    return leaf ? this.numberOf(leaf) : null;
  }

  /** Whether a scalar says how many CTAs have something to do, each for all of its threads along that axis: rows of a matrix. */
  #countsCtas(use: Leaf['use']): boolean {
    if (use.kind !== 'scalar') return false;
    const { cta, thread } = use.bounds;
    return cta.length > 0 && !cta.some(a => thread.includes(a)) && this.#entry.uses.thread.includes(cta[0]);
  }

  /**
   * The axis whose length a scalar is. One that is compared with threads alone, where CTAs are counted on that axis too,
   * is the length of a loop that each CTA runs. Where a whole length is at hand, one of a part of it is as short as others.
   */
  #axisOf(use: ScalarUse): 0 | 1 | 2 | null {
    const axis = this.#axisOfWhole(use);
    const isSame = (other: Leaf['use']): boolean =>
      other.kind === 'scalar' && !other.boundsPart && this.#axisOfWhole(other) === axis;
    return use.boundsPart && this.leaves.some(leaf => isSame(leaf.use)) ? null : axis;
  }

  #axisOfWhole({ type, isPlace, shifts, bounds: { cta, thread } }: ScalarUse): 0 | 1 | 2 | null {
    if (!/^[us]\d/.test(type) || ELEMENT_BYTES[type] === 1 || isPlace || shifts) return null;
    const alone = thread.filter(a => !this.#entry.uses.cta.includes(a));
    // Where rows and columns are exchanged, CTAs of both are compared.
    const axis = cta.find(a => thread.includes(a)) ?? cta[0] ?? alone[0];
    return axis === undefined ? null : (AXES.indexOf(axis) as 0 | 1 | 2);
  }
}

const coversAll = (use: Leaf['use']): boolean => use.kind === 'scalar' && use.coversAll;

const isLength = ({ compared, scalesIndex, isPlace, shifts }: ScalarUse): boolean =>
  (compared || scalesIndex) && !isPlace && !shifts;
