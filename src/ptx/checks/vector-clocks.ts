/**
 * Knowledge of a warp, or knowledge that arrivals bring to a warp that waits for them: vector clocks of the warps and
 * copy engines of a cluster.
 */
import { Foreign } from './other-clusters.ts';

/** Releases that were seen, and not acquired: more than any kernel waits for at once. */
const MOST_SEEN = 64;

export class Knowledge {
  /** The four parts below, one after the other. */
  readonly #clocks: Int32Array;
  /** For each warp: the clock up to which everything that it did is known. */
  readonly warps: Int32Array;
  /** The same of its writes that are known to be behind a proxy fence. */
  readonly fenced: Int32Array;
  /** The same of what is known to be behind a fence for the device, its own or another's. */
  readonly published: Int32Array;
  /** Whether there was such a fence. */
  publishes = false;
  /** The same of its reads that are known to be over. */
  readonly settled: Int32Array;
  /**
   * For each engine, by its number: the clock up to which its copies are known; shorter if some engines are not known
   * yet.
   */
  readonly engines: number[] = [];
  /** Knowledge about other clusters. */
  foreign: Foreign | null = null;
  /** The latest releases whose values were read without a fence afterwards; such a read alone gives no knowledge. */
  seen: readonly Release[] = [];
  /** Whether it is known that the preceding launch has ended. */
  launchIsOver = false;
  /** Two with one number know the same, but for what a warp knows of itself; 0 where that is not certain of any other. */
  #sameAs = 0;
  /** Another number whenever anything but what the warp does itself has become known. */
  version = 0;
  /** Whether nothing is known since `reset(0)`. */
  isEmpty = false;
  /** Number that will mark this knowledge as the same in all who acquire all of it. */
  #next = 0;

  constructor(warps: number) {
    this.#clocks = new Int32Array(4 * warps);
    const part = (number: number): Int32Array => this.#clocks.subarray(number * warps, (number + 1) * warps);
    this.warps = part(0);
    this.fenced = part(1);
    this.settled = part(2);
    this.published = part(3);
  }

  clone(): Knowledge {
    const copy = new Knowledge(this.warps.length);
    copy.learn(this);
    return copy;
  }

  /** Knowledge that is behind fences for the device. */
  publishedPart(): Knowledge {
    const copy = this.clone();
    copy.warps.set(this.published);
    return copy;
  }

  /** All that the warps did up to the clock, and nothing else. `sameAs`: of all that are reset to the same. */
  reset(clock: number, sameAs = 0): void {
    this.#clocks.fill(clock);
    this.version++;
    this.#sameAs = sameAs;
    this.isEmpty = clock === 0;
    this.publishes = false;
    this.engines.length = 0;
    this.foreign = null;
    this.seen = [];
    this.launchIsOver = false;
  }

  /** Is changed by more than what a warp does itself. */
  differ(): void {
    this.version++;
    this.#sameAs = 0;
    this.isEmpty = false;
  }

  /** Learns what the warp knows, whose own clock that is. Where all warps have met before, there is little that is new. */
  join(known: Knowledge, warp: number, clock: number): void {
    if (this.isEmpty && known.#sameAs !== 0) this.#copy(known);
    else if (known.#sameAs === 0 || known.#sameAs !== this.#sameAs) this.learn(known);
    this.warps[warp] = clock;
    this.settled[warp] = Math.max(this.settled[warp], known.settled[warp]);
  }

  /** Copies into an empty one, which others then join. */
  #copy(known: Knowledge): void {
    this.learn(known);
    this.#sameAs = known.#sameAs;
    this.#next = nextSame();
  }

  /** The warp, whose knowledge this is, learns what those have joined who met it. */
  acquire(joined: Knowledge, warp: number): void {
    if (this.#sameAs === 0 || this.#sameAs !== joined.#sameAs) {
      this.learn(joined);
      return;
    }
    const [own, settled] = [this.warps[warp], this.settled[warp]];
    this.#clocks.set(joined.#clocks);
    this.warps[warp] = own;
    this.settled[warp] = settled;
    this.#sameAs = joined.#next;
    this.version++;
  }

  learn(other: Knowledge): void {
    this.differ();
    const { warps, fenced, published, settled } = this;
    for (let w = 0; w < warps.length; w++) {
      warps[w] = Math.max(warps[w], other.warps[w]);
      fenced[w] = Math.max(fenced[w], other.fenced[w]);
      settled[w] = Math.max(settled[w], other.settled[w]);
    }
    if (other.publishes) {
      for (let w = 0; w < warps.length; w++) published[w] = Math.max(published[w], other.published[w]);
      this.publishes = true;
    }
    if (other.foreign !== null) this.foreign = Foreign.joined([this.foreign, other.foreign]);
    if (other.seen.length > 0) this.note(other.seen);
    this.launchIsOver ||= other.launchIsOver;
    this.#learnEngines(other);
  }

  /** Learns of copies only. */
  learnEngines(other: Knowledge): void {
    this.differ();
    this.#learnEngines(other);
  }

  #learnEngines({ engines: others }: Knowledge): void {
    const { engines } = this;
    for (let e = 0; e < others.length; e++) engines[e] = Math.max(engines[e] ?? 0, others[e] ?? 0);
  }

  /** Notes that values were read. */
  note(releases: readonly Release[]): void {
    this.differ();
    const fresh = releases.filter(release => !this.seen.includes(release));
    if (fresh.length > 0) this.seen = [...this.seen, ...fresh].slice(-MOST_SEEN);
  }
}

let latestSame = 0;
/** A new number for knowledge that several have in common from now on. */
export const nextSame = (): number => ++latestSame;

/** The releasing warp: its number, the rank of its CTA, and the cluster, named by its first CTA. */
export interface Releaser {
  readonly warp: number;
  readonly cta: number;
  readonly cluster: number;
}

/** Knowledge of a warp when it released; a later snapshot has a larger `stamp`. */
export interface Snapshot {
  readonly known: Knowledge;
  readonly stamp: number;
}

/** Knowledge that a release hands over to a warp that acquires it. */
export interface Handed {
  readonly by: Releaser;
  readonly known: Knowledge;
}

/**
 * What a strong write hands over with its value (PTX ISA, "Memory Consistency Model: Release and Acquire Patterns"): a
 * thread that reads the value and acquires learns what the writer knew when it released.
 */
export interface Release {
  readonly by: Releaser;
  /** The writer's clock at the write itself, which may come after the fence that it hands over. */
  readonly clock: number;
  /**
   * Knowledge for a reader of the same CTA, of the same cluster, and of the device; null if the pattern does not reach
   * that reader.
   */
  readonly handed: readonly (Snapshot | null)[];
  /** The release whose value an atomic operation updated: it is handed over, too. */
  readonly before: Release | null;
}

/** For each place: what its last strong write hands over. */
export type Releases = Map<number, Release>;
