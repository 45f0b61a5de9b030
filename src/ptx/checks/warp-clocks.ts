/**
 * Happens-before between the warps of a cluster, numbered through its CTAs by rank, as vector clocks that barriers join
 * (FastTrack, with warps as threads). Inside a warp, lanes are ordered by `bar.warp.sync` and CTA barriers only: that a warp
 * runs in step is a property of this machine, not of CUDA.
 */

import { MeetingPoints } from './meeting-points.ts';
import { ProxyFences } from './proxy-fences.ts';

/** An epoch packs clock and lane: clock * 64 + lane, lane 32 = several lanes. 0 = never. */
const LANE_BITS = 6;
export const SEVERAL = 32;
/** Clocks start again before they no longer fit. */
const LAST_CLOCK = 2 ** (30 - LANE_BITS) - 1;

/** Of lane 0. */
export const epochAt = (clock: number): number => clock << LANE_BITS;
export const clockOf = (epoch: number): number => epoch >>> LANE_BITS;
export const laneOf = (epoch: number): number => epoch & (2 ** LANE_BITS - 1);

/** Copy engines, by the mbarriers that they tell: those of different ones are different threads, as long as there are so few. */
const ENGINES = 16;

export class WarpClocks {
  readonly #warps: number;
  /** Words of what a warp knows. */
  readonly #width: number;
  /**
   * seen[w * width + v]: the clock of warp v up to which w knows all, of its own lanes' too; behind the warps the same of the
   * copy engines; then, by warp, the clock up to which its writes are known to be behind a proxy fence.
   */
  readonly #seen: Int32Array;
  readonly #clock: Int32Array;
  readonly #fences: ProxyFences;
  /** To be told of what orders accesses, but for fences and `bar.warp.sync`. */
  readonly meetings: MeetingPoints;
  /** No clock is later. */
  #latest = 0;
  /** Least epoch of the running cluster. */
  firstEpoch = 0;
  /** How often the clocks had to start again, so that all epochs must be forgotten. */
  restarts = 0;

  constructor(ctas: number, warpsPerCta: number) {
    const warps = ctas * warpsPerCta;
    this.#warps = warps;
    this.#width = 2 * warps + ENGINES;
    this.#seen = new Int32Array(warps * this.#width);
    this.#clock = new Int32Array(warps);
    this.#fences = new ProxyFences(warps);
    this.meetings = new MeetingPoints(this, ctas, warpsPerCta, this.#width);
  }

  /** A new cluster: everything before it is past, so that clocks go on and earlier epochs stay valid. */
  startCluster(): void {
    if (this.#latest >= LAST_CLOCK / 2) {
      this.#latest = 0;
      this.restarts++;
    }
    this.meetings.start();
    this.#fences.start();
    this.#seen.fill(this.#latest + 1);
    this.#clock.fill(this.#latest + 1);
    this.firstEpoch = (this.#latest + 2) << LANE_BITS;
    for (let w = 0; w < this.#warps; w++) this.tick(w);
  }

  /** What the warp does from now on is not ordered by what orders its past. */
  tick(warp: number): void {
    this.#seen[warp * this.#width + warp] = this.#advance(warp);
  }

  #advance(warp: number): number {
    const clock = ++this.#clock[warp];
    if (clock > this.#latest) this.#latest = clock;
    return clock;
  }

  /** Epoch of what lane 0 of the warp does now; other lanes add their number. */
  epochOf(warp: number): number {
    return this.#clock[warp] << LANE_BITS;
  }

  /** What `by` did at the epoch happened before what the warp's lane does now. */
  isBefore(epoch: number, by: number, warp: number, lane: number): boolean {
    const seen = this.#seen[warp * this.#width + by];
    const clock = epoch >>> LANE_BITS;
    return clock < seen || (clock === seen && by !== warp) || (by === warp && laneOf(epoch) === lane);
  }

  /** Whether the warp has learnt of anything that the other one did. */
  knows(warp: number, other: number): boolean {
    return this.#seen[warp * this.#width + other] >= clockOf(this.firstEpoch);
  }

  /** Number of the engine whose copies tell that mbarrier: behind those of the warps. */
  engineOf(address: number): number {
    return this.#warps + ((address >>> 3) % ENGINES);
  }

  /** Of what an engine does now. */
  nextOfEngine(): number {
    return ++this.#latest;
  }

  isEngine(by: number): boolean {
    return by >= this.#warps;
  }

  /** Lanes of the warp execute a proxy fence: it stands behind all that they know of. */
  proxyFenced(warp: number, mask: number): void {
    const first = warp * this.#width;
    const fenced = first + this.#warps + ENGINES;
    for (let v = 0; v < this.#warps; v++) {
      const known = this.#seen[first + v] - (v === warp ? 1 : 0);
      this.#seen[fenced + v] = Math.max(this.#seen[fenced + v], known);
    }
    this.#fences.note(warp, this.#clock[warp], mask);
    this.#advance(warp);
  }

  /** Whether a proxy fence stands between what `by`, a warp, did at the epoch and what the warp's lane does now. */
  isFenced(epoch: number, by: number, warp: number, lane: number): boolean {
    const clock = clockOf(epoch);
    const first = warp * this.#width;
    if (this.#seen[first + this.#warps + ENGINES + by] >= clock) return true;
    const known = this.#seen[first + by];
    if (by !== warp) return this.#fences.covers(by, clock, known, laneOf(epoch), null);
    return this.#fences.covers(by, clock, this.#clock[warp], laneOf(epoch), { lane, synced: known });
  }

  /** Who acquires `joined` knows what the warp knows now. */
  release(warp: number, joined: Int32Array): void {
    const first = warp * this.#width;
    for (let v = 0; v < this.#width; v++) joined[v] = Math.max(joined[v], this.#seen[first + v]);
    joined[warp] = this.#clock[warp];
    this.tick(warp);
  }

  /** The warp learns what is in `joined`. */
  acquire(warp: number, joined: Int32Array): void {
    const first = warp * this.#width;
    for (let v = 0; v < this.#width; v++) this.#seen[first + v] = Math.max(joined[v], this.#seen[first + v]);
  }
}
