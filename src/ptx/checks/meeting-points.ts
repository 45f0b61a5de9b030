/**
 * Points at which the warps of a cluster learn what others have done: barriers of CTAs and of the cluster, and
 * mbarriers.
 */
import type { Warp } from '../machine/warp.ts';
import { epochAt } from './epoch.ts';
import { Knowledge } from './vector-clocks.ts';

/** Number of named barriers of a CTA. */
const BARRIERS = 16;

/** Knowledge that arrivals bring: in the current phase, and in those that are complete. */
interface Phases {
  readonly arriving: Knowledge;
  readonly complete: Knowledge;
}

/** The clocks of a cluster's warps and copy engines (`WarpClocks`), as far as a meeting moves them. */
interface MeetingClocks {
  settleReads(warp: number): void;
  release(warp: number, joined: Knowledge): void;
  releaseCopies(warp: number, joined: Knowledge): void;
  acquire(warp: number, joined: Knowledge): void;
  nextOfEngine(): number;
  engineOf(address: number): number;
}

export class MeetingPoints {
  readonly #clocks: MeetingClocks;
  readonly #warpsPerCta: number;
  readonly #warps: number;
  /** For each CTA and named barrier: what the arrived warps knew when they arrived. */
  readonly #joined: readonly Knowledge[];
  /** The same of mbarriers, by their address in the cluster's window. */
  readonly #mbarriers = new Map<number, Phases>();
  readonly #cluster: Phases;
  /** For each warp: how often it has arrived at the cluster's barrier, and has gone on after it. */
  readonly clusterArrivals: Int32Array;
  readonly clusterWaits: Int32Array;

  constructor(clocks: MeetingClocks, ctas: number, warpsPerCta: number) {
    this.#clocks = clocks;
    this.#warpsPerCta = warpsPerCta;
    this.#warps = ctas * warpsPerCta;
    this.#joined = Array.from({ length: ctas * BARRIERS }, () => new Knowledge(this.#warps));
    this.#cluster = this.#phases();
    this.clusterArrivals = new Int32Array(this.#warps);
    this.clusterWaits = new Int32Array(this.#warps);
  }

  /** A new cluster. */
  start(): void {
    for (const joined of [...this.#joined, this.#cluster.arriving, this.#cluster.complete])
      if (!joined.isEmpty) joined.reset(0);
    this.#mbarriers.clear();
    this.clusterArrivals.fill(0);
    this.clusterWaits.fill(0);
  }

  /** Joins what the warp knows at its arrival; the barrier does not order what the warp does later. */
  arrived(warp: number, barrier: number): void {
    this.#clocks.settleReads(warp);
    this.#clocks.release(warp, this.#joined[Math.floor(warp / this.#warpsPerCta) * BARRIERS + barrier]);
  }

  completed(clusterRank: number, barrier: number, waiting: readonly Warp[]): void {
    const joined = this.#joined[clusterRank * BARRIERS + barrier];
    for (const { numberInCluster } of waiting) this.#clocks.acquire(numberInCluster, joined);
    joined.reset(0);
  }

  mbarrierArrived(warp: number, address: number): void {
    this.#clocks.release(warp, this.#mbarrier(address).arriving);
  }

  /** A copy arrives; the epoch of what it wrote. */
  engineArrived(address: number): number {
    const clock = this.#clocks.nextOfEngine();
    const { arriving } = this.#mbarrier(address);
    arriving.differ();
    arriving.engines[this.#clocks.engineOf(address)] = clock;
    return epochAt(clock);
  }

  /**
   * The tensor cores arrive for the warp; the epoch of that. They have read what copies brought, so these are over for who waits; of
   * its other accesses the warp tells nothing.
   */
  tensorArrived(warp: number, address: number): number {
    this.#clocks.releaseCopies(warp, this.#mbarrier(address).arriving);
    return this.engineArrived(address);
  }

  mbarrierCompleted(address: number): void {
    this.#complete(this.#mbarrier(address));
  }

  mbarrierWaited(warp: number, address: number): void {
    this.#clocks.acquire(warp, this.#mbarrier(address).complete);
  }

  clusterArrived(warp: number, releases: boolean): void {
    this.clusterArrivals[warp]++;
    this.#clocks.settleReads(warp);
    if (releases) this.#clocks.release(warp, this.#cluster.arriving);
  }

  clusterCompleted(): void {
    this.#complete(this.#cluster);
  }

  clusterWaited(warp: number): void {
    this.clusterWaits[warp]++;
    this.#clocks.acquire(warp, this.#cluster.complete);
  }

  #mbarrier(address: number): Phases {
    const known = this.#mbarriers.get(address);
    if (known) return known;
    const phases = this.#phases();
    this.#mbarriers.set(address, phases);
    return phases;
  }

  #phases(): Phases {
    return { arriving: new Knowledge(this.#warps), complete: new Knowledge(this.#warps) };
  }

  #complete({ arriving, complete }: Phases): void {
    complete.learn(arriving);
  }
}
