/**
 * Stretches of time of one kind in one row, as columns in the order of their beginnings: what is in sight, what lies at a
 * time and how much of a pixel is covered are found by binary search, however many stretches there are.
 */
export class TimeTrack {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Whose stretch it is: the number that it was made with. */
  readonly item: Int32Array;
  /** Latest end of a stretch and all before it: rises even where stretches overlap. */
  readonly #reach: Float64Array;
  /** Clk that the stretches before one cover together. */
  readonly #covered: Float64Array;

  /** `items` in any order. */
  constructor(items: readonly number[], fromOf: (item: number) => number, toOf: (item: number) => number) {
    this.item = Int32Array.from(items);
    this.from = columnOf(this.item, fromOf);
    if (!isRising(this.from)) {
      this.item.sort((a, b) => fromOf(a) - fromOf(b) || a - b);
      this.from = columnOf(this.item, fromOf);
    }
    this.to = columnOf(this.item, toOf);
    this.#reach = new Float64Array(this.length);
    this.#covered = new Float64Array(this.length + 1);
    let reach = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.length; i++) {
      const end = Math.max(reach, this.to[i]);
      this.#covered[i + 1] = this.#covered[i] + end - Math.max(this.from[i], Math.min(reach, end));
      this.#reach[i] = end;
      reach = end;
    }
  }

  get length(): number {
    return this.item.length;
  }

  /** Places of the stretches of which some part may lie between two times: from `first` up to, without, `end`. */
  within(from: number, to: number): { readonly first: number; readonly end: number } {
    return { first: countUpTo(this.#reach, from), end: countBelow(this.from, to) };
  }

  /** Place of the last stretch that has begun and is not over, -1 for none. Right where none overlap. */
  placeAt(clk: number): number {
    const place = countUpTo(this.from, clk) - 1;
    return place >= 0 && clk < this.to[place] ? place : -1;
  }

  /** Place of the last stretch that has begun, -1 before the first. */
  lastBegun(clk: number): number {
    return countUpTo(this.from, clk) - 1;
  }

  /** Clk between two times that some stretch covers. */
  coveredClk(from: number, to: number): number {
    return this.#coveredBy(countBelow(this.from, to), to) - this.#coveredBy(countBelow(this.from, from), from);
  }

  /** Share, 0 to 1, of each of so many equal parts of a time that stretches cover. */
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

  /** Clk covered up to a time before which so many have begun: they cover all from then on to their latest end. */
  #coveredBy(begun: number, clk: number): number {
    return begun === 0 ? 0 : this.#covered[begun] - Math.max(0, this.#reach[begun - 1] - clk);
  }
}

function columnOf(items: Int32Array, timeOf: (item: number) => number): Float64Array {
  const values = new Float64Array(items.length);
  for (let i = 0; i < items.length; i++) values[i] = timeOf(items[i]);
  return values;
}

function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
}

/** How many of rising values are at most a limit. */
function countUpTo(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many are below it, where that is known of the first `start`: the next of many limits is often near. */
function countBelow(values: Float64Array, limit: number, start = 0): number {
  let [low, high] = [start, start];
  for (let stride = 1; high < values.length && values[high] < limit; stride *= 2) {
    low = high + 1;
    high = Math.min(values.length, high + stride);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
