/** Stretches of time of one kind in one row of a timeline, found by binary search. */
import { countBelow, countUpTo } from '../../base/rising-values.ts';

export interface TrackColumns {
  readonly item: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The latest end among a stretch and all before it. It ascends even if stretches overlap. */
  readonly reach: Float64Array;
  /** Time that all stretches before each one cover together [clk]; one entry more than there are stretches. */
  readonly covered: Float64Array;
}

export type TimeOf = (item: number) => number;

/**
 * Stretches of time of one kind in one row, as columns in the order of their starts. Binary search finds which stretches
 * are visible, what lies at a time and how much of a pixel is covered, however many stretches there are.
 */
export class TimeTrack {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The number of the record from which each stretch was made. */
  readonly item: Int32Array;
  /** All columns; another thread can make the same track from them. */
  readonly columns: TrackColumns;

  constructor(columns: TrackColumns) {
    this.columns = columns;
    ({ from: this.from, to: this.to, item: this.item } = columns);
  }

  /** @param items in any order. */
  static of(items: readonly number[], fromOf: TimeOf, toOf: TimeOf): TimeTrack {
    return new TimeTrack(trackColumns(Int32Array.from(items), fromOf, toOf));
  }

  get length(): number {
    return this.item.length;
  }

  /** Indices, from `first` up to but without `end`, of the stretches that may overlap the interval. */
  within(from: number, to: number): { readonly first: number; readonly end: number } {
    return { first: countUpTo(this.columns.reach, from), end: countBelow(this.from, to) };
  }

  /** Index of the last stretch that has begun and is not over, -1 if none. Exact only if no stretches overlap. */
  placeAt(clk: number): number {
    const place = countUpTo(this.from, clk) - 1;
    return place >= 0 && clk < this.to[place] ? place : -1;
  }

  /** Index of the last stretch that has begun, -1 if none has. */
  lastBegun(clk: number): number {
    return countUpTo(this.from, clk) - 1;
  }

  /** How many clk between two times are covered by some stretch. */
  coveredClk(from: number, to: number): number {
    return this.#coveredBy(countBelow(this.from, to), to) - this.#coveredBy(countBelow(this.from, from), from);
  }

  /** Divides a time into equal parts; gives for each part the share, 0 to 1, that stretches cover. */
  occupancy(from: number, to: number, parts: number): Float32Array {
    const shares = new Float32Array(parts);
    const clk = (to - from) / parts;
    let begun = countBelow(this.from, from);
    let before = this.#coveredBy(begun, from);
    for (let i = 0; i < parts; i++) {
      const end = from + (i + 1) * clk;
      begun = countBelow(this.from, end, begun);
      const until = this.#coveredBy(begun, end);
      shares[i] = (until - before) / clk;
      before = until;
    }
    return shares;
  }

  /**
   * The time covered up to `clk` [clk]. `begun` stretches start before `clk`; the time from there to their latest end is
   * fully covered.
   */
  #coveredBy(begun: number, clk: number): number {
    return begun === 0 ? 0 : this.columns.covered[begun] - Math.max(0, this.columns.reach[begun - 1] - clk);
  }
}

function trackColumns(item: Int32Array, fromOf: TimeOf, toOf: TimeOf): TrackColumns {
  let from = columnOf(item, fromOf);
  if (!isRising(from)) {
    item.sort((a, b) => fromOf(a) - fromOf(b) || a - b);
    from = columnOf(item, fromOf);
  }
  const to = columnOf(item, toOf);
  return { item, from, to, ...coverOf(from, to) };
}

function coverOf(from: Float64Array, to: Float64Array): Pick<TrackColumns, 'reach' | 'covered'> {
  const reach = new Float64Array(from.length);
  const covered = new Float64Array(from.length + 1);
  let latest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < from.length; i++) {
    const end = Math.max(latest, to[i]);
    covered[i + 1] = covered[i] + end - Math.max(from[i], Math.min(latest, end));
    reach[i] = end;
    latest = end;
  }
  return { reach, covered };
}

function columnOf(items: Int32Array, timeOf: TimeOf): Float64Array {
  const values = new Float64Array(items.length);
  for (let i = 0; i < items.length; i++) values[i] = timeOf(items[i]);
  return values;
}

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
}
