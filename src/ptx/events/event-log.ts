/** The events of one CTA while it runs, and what others of its cluster bring to it. */
import type { ArrivingCopy } from '../machine/bulk-copy.ts';
import type { BulkPieces } from '../machine/bulk-pieces.ts';
import type { Cta } from '../machine/cta.ts';
import { mbarriersOf } from '../machine/mbarriers.ts';
import type { Warp } from '../machine/warp.ts';
import { eventlessWaits } from './eventless-waits.ts';
import { TouchedChunks } from './touched-chunks.ts';
import type { Brought, CtaEvents, Stretch } from './warp-event.ts';
import { type EventCount, MOST_EVENTS, WarpLog } from './warp-log.ts';

export class EventLog {
  readonly cta: Cta;
  readonly mbarriers = new Map<number, number>();
  readonly #number: number;
  readonly #logs: readonly WarpLog[];
  readonly #foreign = new Map<number, Brought>();
  readonly #chunks: TouchedChunks;
  readonly #count: EventCount = { events: 0 };
  #events: CtaEvents | null = null;

  constructor(cta: Cta) {
    const { sharedBytes } = cta.grid;
    this.cta = cta;
    this.#number = cta.number;
    this.#logs = cta.warps.map(warp => new WarpLog(warp, sharedBytes, this.#count));
    this.#chunks = new TouchedChunks(sharedBytes);
  }

  of(warp: Warp): WarpLog {
    return this.#logs[warp.index];
  }

  /** A lane arrives at an mbarrier of the CTA `owner`, or announces bytes there. */
  counted(owner: Cta, warp: Warp, barrier: number, count: number, bytes: number): void {
    const place = { barrier, rank: owner.clusterRank, phase: mbarriersOf(owner).phaseOf(barrier) };
    if (warp.cta === this.cta) this.of(warp).arrive({ kind: 'arrive', ...place, count, bytes });
    else if (owner === this.cta) this.#brought(barrier, count, 0);
  }

  /** A lane's own copies will arrive at an mbarrier of the CTA. */
  copiesArrive(warp: Warp, barrier: number, count: number): void {
    const place = { barrier, rank: this.cta.clusterRank, phase: mbarriersOf(this.cta).phaseOf(barrier) };
    this.of(warp).arrive({ kind: 'copiesArrive', ...place, count, bytes: 0 });
  }

  /** A copy that will tell an mbarrier. */
  copyIssued({ issuer, told: owner, mbarrier: barrier, pieces, transactionBytes: bytes }: ArrivingCopy): void {
    const { warp } = issuer;
    const place = { barrier, rank: owner.clusterRank, phase: mbarriersOf(owner).phaseOf(barrier) };
    if (warp.cta === this.cta) this.of(warp).add({ kind: 'bulkCopy', ...place, bytes, to: this.#stretchesOf(pieces) });
    else if (owner === this.cta) this.#brought(barrier, 0, bytes);
  }

  /** Ends the log, unless the CTA's end has done so. */
  finish(): CtaEvents {
    this.#events ??= {
      cta: this.#number,
      rank: this.cta.clusterRank,
      clusterCtas: this.cta.cluster.length,
      sharedBaseBytes: this.cta.grid.sharedBaseBytes,
      mbarriers: this.mbarriers,
      warps: this.#logs.map(log => log.finish()),
      ctaWarps: this.#logs.length,
      foreign: this.#foreign,
      dropped: Math.max(0, this.#count.events - MOST_EVENTS),
      eventless: eventlessWaits(this.cta.grid),
    };
    return this.#events;
  }

  #stretchesOf({ shared, sizeBytes }: BulkPieces): Stretch[] {
    for (const byteOffset of shared) this.#chunks.touch(byteOffset, sizeBytes);
    return this.#chunks.take();
  }

  #brought(barrier: number, arrivals: number, bytes: number): void {
    const before = this.#foreign.get(barrier) ?? { arrivals: 0, bytes: 0 };
    this.#foreign.set(barrier, { arrivals: before.arrivals + arrivals, bytes: before.bytes + bytes });
  }
}
