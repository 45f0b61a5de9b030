/**
 * Whether a CTA is there when others of its cluster access its shared memory (CUDA C++ Programming Guide, "Distributed Shared
 * Memory"): it must be known to have started, and may not end before the access. Here all CTAs of a cluster run at once, so
 * what could go wrong elsewhere is found by what orders the access.
 */
import { lowestBit32 } from '../../base/bits.ts';
import type { Cta } from '../machine/cta.ts';
import { placeOf, whereWords } from '../machine/faults.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { WarpClocks } from './warp-clocks.ts';

interface RemoteAccess {
  readonly warp: Warp;
  readonly lane: number;
  readonly operation: Operation;
  readonly epoch: number;
  /** Earlier arrivals of its warp at the cluster's barrier. */
  readonly arrivals: number;
}

export class Residency {
  readonly #owner: Cta;
  readonly #clocks: WarpClocks;
  /** The last of each warp. */
  readonly #last = new Map<number, RemoteAccess>();

  constructor(owner: Cta, clocks: WarpClocks) {
    this.#owner = owner;
    this.#clocks = clocks;
  }

  start(): void {
    this.#last.clear();
  }

  /** A warp of another CTA. */
  accessed(warp: Warp, operation: Operation, mask: number): void {
    const w = warp.numberInCluster;
    const access: RemoteAccess = {
      warp,
      lane: lowestBit32(mask),
      operation,
      epoch: this.#clocks.epochOf(w),
      arrivals: this.#clocks.meetings.clusterArrivals[w],
    };
    this.#last.set(w, access);
    const isStarted =
      this.#clocks.meetings.clusterWaits[w] > 0 || this.#ownWarps.some(own => this.#clocks.knows(w, own));
    if (!isStarted) this.#report(access, 'nothing shows that it has started: barrier.cluster would');
  }

  /** All CTAs of the cluster have ended. */
  finished(): void {
    if (this.#owner.livingWarps > 0) return;
    for (const access of this.#last.values()) {
      if (this.#ownWarps.some(own => this.#waitedFor(own, access))) continue;
      this.#report(access, 'it may have ended by then: nothing keeps it until the access has happened');
    }
  }

  #waitedFor(own: number, { warp, epoch, arrivals }: RemoteAccess): boolean {
    const { numberInCluster } = warp;
    return this.#clocks.meetings.clusterWaits[own] > arrivals || this.#clocks.isBefore(epoch, numberInCluster, own, -1);
  }

  get #ownWarps(): number[] {
    return this.#owner.warps.map(({ numberInCluster }) => numberInCluster);
  }

  #report({ warp, lane, operation }: RemoteAccess, why: string): void {
    const { grid, number } = warp.cta;
    const place = placeOf(grid.files, operation);
    const who = { cta: number, warp: warp.index, lane };
    const message = `${whereWords(place, who)}: '${place.instruction}' accesses the shared memory of CTA ${this.#owner.number}, but ${why}.`;
    grid.log.reportAt('notResident', operation.pc, operation.pc, () => ({ kind: 'notResident', message, place, who }));
  }
}
