/**
 * Knowledge about other clusters of the launch, each named by the number of its first CTA: the last known clock of each
 * warp.
 */

/** Most clusters of which a warp knows; a warp that knows of more is treated as if it knew of all. */
const MOST_CLUSTERS = 2 ** 13;

type Clocks = ReadonlyMap<number, Int32Array>;

/** Never changed once it is made, so that many share one. */
export class Foreign {
  static readonly #all = new Foreign(null);
  /** Null: all that was done is known. */
  readonly #clocks: Clocks | null;

  private constructor(clocks: Clocks | null) {
    this.#clocks = clocks;
  }

  static of(cluster: number, clocks: Int32Array): Foreign {
    return new Foreign(new Map([[cluster, clocks]]));
  }

  /** Whether what the warp of the cluster did up to the clock is known. */
  knows(cluster: number, warp: number, clock: number): boolean {
    if (this.#clocks === null) return true;
    const known = this.#clocks.get(cluster);
    return known !== undefined && known[warp] >= clock;
  }

  clocksOf(cluster: number): Int32Array | null {
    return this.#clocks?.get(cluster) ?? null;
  }

  /** The joined knowledge of all of them. */
  static joined(all: readonly (Foreign | null)[]): Foreign | null {
    let first: Foreign | null = null;
    let joined: Map<number, Int32Array> | null = null;
    for (const one of all) {
      if (one === null || one === first) continue;
      if (one.#clocks === null) return Foreign.#all;
      if (first === null) first = one;
      else joined = added(first.#clocks!, joined, one.#clocks);
    }
    if (joined === null) return first;
    return joined.size > MOST_CLUSTERS ? Foreign.#all : new Foreign(joined);
  }
}

/** `joined`, or where that is null a copy of `first`, with what it lacks; null where it lacks nothing. */
function added(first: Clocks, joined: Map<number, Int32Array> | null, more: Clocks): Map<number, Int32Array> | null {
  let to = joined;
  for (const [cluster, clocks] of more) {
    const known = (to ?? first).get(cluster);
    if (known && clocks.every((clock, w) => clock <= known[w])) continue;
    to ??= new Map(first);
    to.set(cluster, known ? clocks.map((clock, w) => Math.max(clock, known[w])) : clocks);
  }
  return to;
}
