/**
 * The barrier of a cluster (PTX ISA, "Parallel Synchronization and Communication Instructions: barrier.cluster"): threads
 * arrive, and wait for all others later. Exited threads count as arrived.
 */
import { lowestBit32 } from '../../base/bits.ts';
import type { Cta } from './cta.ts';
import { placeOf, whereWords } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Split } from './split.ts';
import type { Warp } from './warp.ts';

export class ClusterBarrier {
  readonly #cluster: readonly Cta[];
  readonly #warps: readonly Warp[];
  /** For each warp of the cluster: lanes that have arrived in the current phase. */
  readonly #arrived: Int32Array;
  /** Lanes that have arrived and not waited since. */
  readonly #owing: Int32Array;

  constructor(cluster: readonly Cta[]) {
    this.#cluster = cluster;
    this.#warps = cluster.flatMap(cta => cta.warps);
    this.#arrived = new Int32Array(this.#warps.length);
    this.#owing = new Int32Array(this.#warps.length);
  }

  /** `releases`: what the lanes did before, those that wait will see. */
  arrive(warp: Warp, at: Operation, mask: number, releases: boolean): void {
    const w = warp.numberInCluster;
    const twice = this.#owing[w] & mask;
    if (twice !== 0) this.#fail(warp, at, twice, 'arrives again without barrier.cluster.wait in between');
    this.#arrived[w] |= mask & ~twice;
    this.#owing[w] |= mask;
    warp.cta.watch?.clusterArrived(warp, releases || warp.hasFenced);
    warp.hasFenced = false;
    warp.cta.grid.events++;
    this.#completeWhenFull();
  }

  /** The lanes go on once all have arrived. */
  wait(warp: Warp, at: Operation, mask: number): void {
    const w = warp.numberInCluster;
    const early = mask & ~this.#owing[w];
    if (early !== 0) this.#fail(warp, at, early, 'waits without barrier.cluster.arrive before');
    const held = mask & this.#arrived[w];
    // Lanes of an earlier phase go on, and leave the others here.
    if (held !== mask) this.#pass(warp, mask & ~held);
    if (held !== 0 && !warp.separated(at, held)) warp.park({ kind: 'cluster', at });
  }

  /** Exited lanes count as arrived. */
  lanesExited(): void {
    this.#completeWhenFull();
  }

  /** "2 of 8 warps are there". */
  get missing(): string {
    const warps = this.#warps.filter(warp => warp.live !== 0);
    const there = warps.filter(warp => this.#isThere(warp));
    return `the barrier of the cluster, where ${there.length} of ${warps.length} warps have arrived`;
  }

  #isThere({ live, numberInCluster }: Warp): boolean {
    return (this.#arrived[numberInCluster] & live) === live;
  }

  #completeWhenFull(): void {
    if (this.#arrived.every(lanes => lanes === 0) || !this.#warps.every(warp => this.#isThere(warp))) return;
    this.#arrived.fill(0);
    this.#cluster[0].watch?.clusterCompleted();
    for (const warp of this.#warps) {
      const waiting = warp.splits.filter(({ wait }) => wait?.kind === 'cluster');
      for (const split of waiting) this.#release(warp, split);
    }
  }

  #release(warp: Warp, split: Split): void {
    split.wait = null;
    this.#pass(warp, split === warp.current ? warp.active : split.mask);
    if (warp.state === 'blocked') warp.state = 'ready';
    warp.limit = -1;
  }

  #pass(warp: Warp, lanes: number): void {
    this.#owing[warp.numberInCluster] &= ~lanes;
    if (lanes === warp.live) warp.interval++;
    warp.cta.watch?.clusterWaited(warp);
  }

  #fail(warp: Warp, at: Operation, mask: number, why: string): void {
    const { grid, number } = warp.cta;
    const place = placeOf(grid.files, at);
    const who = { cta: number, warp: warp.index, lane: lowestBit32(mask) };
    grid.log.report({ kind: 'barrier', message: `${whereWords(place, who)}: '${at.source.text}' ${why}.`, place, who });
  }
}

/** Barrier of the CTA's cluster, which the first instruction that needs it makes. */
export function clusterBarrierOf({ cluster }: Cta): ClusterBarrier {
  const known = cluster[0].clusterBarrier;
  if (known) return known;
  const barrier = new ClusterBarrier(cluster);
  for (const cta of cluster) cta.clusterBarrier = barrier;
  return barrier;
}
