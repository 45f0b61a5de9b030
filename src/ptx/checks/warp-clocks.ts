/**
 * Happens-before between the warps of a cluster, numbered through its CTAs by rank, as vector clocks that barriers join (FastTrack, with warps as threads). Inside
 * a warp, lanes are ordered by `bar.warp.sync` and CTA barriers only: that a warp runs in step is a property of this
 * machine, not of CUDA.
 */

import type { Warp } from '../machine/warp.ts';

/** An epoch packs clock and lane: clock * 64 + lane, lane 32 = several lanes. 0 = never. */
const LANE_BITS = 6;
export const SEVERAL = 32;
const BARRIERS = 16;
/** Clocks start again before they no longer fit. */
const LAST_CLOCK = 2 ** (30 - LANE_BITS) - 1;

export const clockOf = (epoch: number): number => epoch >>> LANE_BITS;
export const laneOf = (epoch: number): number => epoch & (2 ** LANE_BITS - 1);

/** What arrivals bring: in the phase that is under way, and in those that have completed. */
interface Phases {
  readonly arriving: Int32Array;
  readonly complete: Int32Array;
}

export class WarpClocks {
  readonly warpsPerCta: number;
  readonly #warps: number;
  /** seen[w * warps + v]: the clock of warp v up to which w knows all; w's own entry is w's clock. */
  readonly #seen: Int32Array;
  /** Per CTA and named barrier: what the warps that have arrived knew then. */
  readonly #joined: readonly Int32Array[];
  /** The same of mbarriers, by their address in the cluster's window. */
  readonly #mbarriers = new Map<number, Phases>();
  readonly #cluster: Phases;
  /** Of each warp: how often it has arrived at the cluster's barrier, and has gone on after it. */
  readonly clusterArrivals: Int32Array;
  readonly clusterWaits: Int32Array;
  /** No clock is later. */
  #latest = 0;
  /** Least epoch of the running cluster. */
  firstEpoch = 0;
  /** How often the clocks had to start again, so that all epochs must be forgotten. */
  restarts = 0;

  constructor(ctas: number, warpsPerCta: number) {
    const warps = ctas * warpsPerCta;
    this.warpsPerCta = warpsPerCta;
    this.#warps = warps;
    this.#seen = new Int32Array(warps * warps);
    this.#joined = Array.from({ length: ctas * BARRIERS }, () => new Int32Array(warps));
    this.#cluster = this.#phases();
    this.clusterArrivals = new Int32Array(warps);
    this.clusterWaits = new Int32Array(warps);
  }

  /** A new cluster: everything before it is past, so that clocks go on and earlier epochs stay valid. */
  startCluster(): void {
    if (this.#latest >= LAST_CLOCK / 2) {
      this.#latest = 0;
      this.restarts++;
    }
    for (const joined of [...this.#joined, this.#cluster.arriving, this.#cluster.complete]) joined.fill(0);
    this.#mbarriers.clear();
    this.clusterArrivals.fill(0);
    this.clusterWaits.fill(0);
    this.#seen.fill(this.#latest + 1);
    this.firstEpoch = (this.#latest + 2) << LANE_BITS;
    for (let w = 0; w < this.#warps; w++) this.tick(w);
  }

  /** What the warp does from now on is not ordered by what orders its past. */
  tick(warp: number): void {
    const clock = ++this.#seen[warp * this.#warps + warp];
    if (clock > this.#latest) this.#latest = clock;
  }

  /** Epoch of what lane 0 of the warp does now; other lanes add their number. */
  epochOf(warp: number): number {
    return this.#seen[warp * this.#warps + warp] << LANE_BITS;
  }

  /** What `by` did at the epoch happened before what the warp's lane does now. */
  isBefore(epoch: number, by: number, warp: number, lane: number): boolean {
    const seen = this.#seen[warp * this.#warps + by];
    const clock = epoch >>> LANE_BITS;
    return clock < seen || (clock === seen && by !== warp) || (by === warp && laneOf(epoch) === lane);
  }

  /** Whether the warp has learnt of anything that the other one did. */
  knows(warp: number, other: number): boolean {
    return this.#seen[warp * this.#warps + other] >= clockOf(this.firstEpoch);
  }

  /** What the warp does after it arrived is not ordered by the barrier any more. */
  arrived(warp: number, barrier: number): void {
    this.#release(warp, this.#joined[Math.floor(warp / this.warpsPerCta) * BARRIERS + barrier]);
  }

  completed(clusterRank: number, barrier: number, waiting: readonly Warp[]): void {
    const joined = this.#joined[clusterRank * BARRIERS + barrier];
    for (const { numberInCluster } of waiting) this.#acquire(numberInCluster, joined);
    joined.fill(0);
  }

  mbarrierArrived(warp: number, address: number): void {
    this.#release(warp, this.#mbarrier(address).arriving);
  }

  mbarrierCompleted(address: number): void {
    this.#complete(this.#mbarrier(address));
  }

  mbarrierWaited(warp: number, address: number): void {
    this.#acquire(warp, this.#mbarrier(address).complete);
  }

  clusterArrived(warp: number, releases: boolean): void {
    this.clusterArrivals[warp]++;
    if (releases) this.#release(warp, this.#cluster.arriving);
  }

  clusterCompleted(): void {
    this.#complete(this.#cluster);
  }

  clusterWaited(warp: number): void {
    this.clusterWaits[warp]++;
    this.#acquire(warp, this.#cluster.complete);
  }

  #mbarrier(address: number): Phases {
    const known = this.#mbarriers.get(address);
    if (known) return known;
    const phases = this.#phases();
    this.#mbarriers.set(address, phases);
    return phases;
  }

  #phases(): Phases {
    return { arriving: new Int32Array(this.#warps), complete: new Int32Array(this.#warps) };
  }

  #complete({ arriving, complete }: Phases): void {
    for (let v = 0; v < this.#warps; v++) complete[v] = Math.max(complete[v], arriving[v]);
  }

  /** Who acquires `joined` knows what the warp knows now. */
  #release(warp: number, joined: Int32Array): void {
    const first = warp * this.#warps;
    for (let v = 0; v < this.#warps; v++) joined[v] = Math.max(joined[v], this.#seen[first + v]);
    this.tick(warp);
  }

  #acquire(warp: number, joined: Int32Array): void {
    const first = warp * this.#warps;
    for (let v = 0; v < this.#warps; v++) this.#seen[first + v] = Math.max(joined[v], this.#seen[first + v]);
  }
}
