/** Findings of one rank in a run, over all its CTAs: one for each site, with how often it was found. */
import type { Fault, FaultKind, RacingThreads } from '../../trace/fault.ts';
import { siteOf } from './fault-sites.ts';

/** Sort by which findings of one pair of instructions are told apart: both lanes of a warp and warps may race there. */
export type Sort = Exclude<FaultKind, 'race'> | `race of ${RacingThreads}`;

/** The sorts of races: a checker that finds thousands does not put these names together each time. */
export const RACE_OF: { readonly [T in RacingThreads]: `race of ${T}` } = {
  lanes: 'race of lanes',
  warps: 'race of warps',
  ctas: 'race of ctas',
};

/** No program has as many instructions. */
const MOST_INSTRUCTIONS = 2 ** 26;

interface Entry<F extends Fault> {
  readonly fault: F;
  count: number;
}

export class KnownFindings<F extends Fault> {
  readonly #most: number;
  readonly #bySite = new Map<string, Entry<F>>();
  /** The same entries by sort and by the two instructions that found them, as one number. */
  readonly #byInstructions = new Map<Sort, Map<number, Entry<F>>>();
  /** What was counted last: the lanes of a warp, and loops, find one thing many times in a row. */
  #lastSort: Sort | null = null;
  #lastPair = -1;
  #last: Entry<F> | null = null;
  /** Races among them. */
  races = 0;

  /** `most`: no more different ones are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** How many different ones there are. */
  get size(): number {
    return this.#bySite.size;
  }

  has(fault: Fault): boolean {
    return this.#bySite.has(siteOf(fault));
  }

  /** Those kept, with their counts, in the order in which they were found. */
  get all(): F[] {
    return [...this.#bySite.values()].map(({ fault, count }) => ({ ...fault, count }));
  }

  /** Counts a finding of two instructions where such a one is known; false where it is not, and has to be made. */
  counts(sort: Sort, pc: number, otherPc: number): boolean {
    const pair = pc * MOST_INSTRUCTIONS + otherPc;
    if (pair !== this.#lastPair || sort !== this.#lastSort || this.#last === null) {
      const known = this.#byInstructions.get(sort)?.get(pair);
      if (known === undefined) return false;
      this.#lastSort = sort;
      this.#lastPair = pair;
      this.#last = known;
    }
    this.#last.count++;
    return true;
  }

  /** Adds one that `counts` did not know. */
  addAt(sort: Sort, pc: number, otherPc: number, fault: F): void {
    const known = this.#byInstructions.get(sort) ?? new Map<number, Entry<F>>();
    this.#byInstructions.set(sort, known.set(pc * MOST_INSTRUCTIONS + otherPc, this.add(fault, 1)));
  }

  add(fault: F, count: number): Entry<F> {
    const site = siteOf(fault);
    const known = this.#bySite.get(site);
    if (known) {
      known.count += count;
      return known;
    }
    const entry = { fault, count };
    if (this.size < this.#most) {
      this.#bySite.set(site, entry);
      if (fault.kind === 'race') this.races++;
    }
    return entry;
  }
}
