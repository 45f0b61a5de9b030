/**
 * Happens-before between the warps of a cluster, numbered through its CTAs by rank, as vector clocks that barriers join
 * (FastTrack, with warps as threads). Inside a warp, lanes are ordered by `bar.warp.sync` and CTA barriers only: that a warp
 * runs in step is a property of this machine, not of CUDA; a compiler may count on it all the same (`lanesInStep`).
 */

import { clockOf, epochAt, LANE_BITS, laneOf, lanesOf } from './epoch.ts';
import type { FlagOrder } from './flag-order.ts';
import { LaneClocks } from './lane-clocks.ts';
import { MeetingPoints } from './meeting-points.ts';
import { Foreign } from './other-clusters.ts';
import { ProxyFences } from './proxy-fences.ts';
import { type Handed, Knowledge, nextSame } from './vector-clocks.ts';

/** Clocks start again before they overflow. */
const LAST_CLOCK = 2 ** (30 - LANE_BITS) - 1;

export class WarpClocks {
  /** How many the cluster has. */
  readonly warps: number;
  readonly #lanesInStep: boolean;
  /** Knowledge of each warp; about itself, what its own lanes know of each other. */
  readonly #seen: readonly Knowledge[];
  readonly #clock: Int32Array;
  /**
   * For each warp: the clock before which its lanes did everything that precedes an exchange of values between all of
   * them.
   */
  readonly #exchanged: Int32Array;
  /** Clocks of each warp in which only a part of the lanes has met; null for other warps. */
  readonly #lanes: (LaneClocks | null)[];
  readonly #fences: ProxyFences;
  /**
   * Numbers of the copy engines, by the address of the mbarrier that they notify: engines of different mbarriers count
   * as different threads.
   */
  readonly #engines = new Map<number, number>();
  /** Listens to everything that orders accesses, except fences and `bar.warp.sync`. */
  readonly meetings: MeetingPoints;
  /** The same of flags, locks and fences between threads; null in a module without strong accesses. */
  readonly flags: FlagOrder | null;
  /** Number of the cluster's first CTA: its name. */
  #firstCta = 0;
  /** No clock is later. */
  #latest = 0;
  /** All that was before the running cluster. */
  #past = 0;
  /** Least epoch of the running cluster. */
  firstEpoch = 0;
  /** How often the clocks had to start again, so that all epochs must be forgotten. */
  restarts = 0;

  /**
   * @param lanesInStep what one lane of a warp did is known to the others.
   * @param flagOrder makes the order of flags; absent where no access is strong.
   */
  constructor(
    ctas: number,
    warpsPerCta: number,
    lanesInStep: boolean,
    flagOrder?: (...given: ConstructorParameters<typeof FlagOrder>) => FlagOrder,
  ) {
    this.warps = ctas * warpsPerCta;
    this.#lanesInStep = lanesInStep;
    this.#seen = Array.from({ length: this.warps }, () => new Knowledge(this.warps));
    this.#clock = new Int32Array(this.warps);
    this.#exchanged = new Int32Array(this.warps);
    this.#lanes = Array.from({ length: this.warps }, () => null);
    this.#fences = new ProxyFences(this.warps);
    this.meetings = new MeetingPoints(this, ctas, warpsPerCta);
    this.flags = flagOrder?.(this, ctas, warpsPerCta) ?? null;
  }

  /** A new cluster: everything before it is past, so that clocks go on and earlier epochs stay valid. */
  startCluster(firstCta: number): void {
    if (this.#latest >= LAST_CLOCK / 2) {
      this.#latest = 0;
      this.restarts++;
    }
    this.meetings.start();
    this.#firstCta = firstCta;
    this.flags?.start(firstCta);
    this.#fences.start();
    this.#engines.clear();
    this.#past = this.#latest + 1;
    const same = nextSame();
    for (const known of this.#seen) known.reset(this.#past, same);
    this.#clock.fill(this.#past);
    this.#lanes.fill(null);
    this.#exchanged.fill(0);
    this.firstEpoch = epochAt(this.#past + 1);
    for (let w = 0; w < this.warps; w++) this.tick(w);
  }

  /** Starts a new clock: what orders the warp's past does not order what it does from now on. */
  tick(warp: number): void {
    this.#seen[warp].warps[warp] = this.#advance(warp);
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

  /**
   * Whether everything that `by`, a warp or an engine, did at the epoch happened before what the warp's lane does now.
   */
  isBefore(epoch: number, by: number, warp: number, lane: number): boolean {
    const { warps, engines } = this.#seen[warp];
    const seen = by < this.warps ? warps[by] : (engines[by - this.warps] ?? this.#past);
    const clock = epoch >>> LANE_BITS;
    if (clock < seen) return true;
    if (by !== warp) return clock === seen;
    return laneOf(epoch) === lane || this.#lanesKnow(warp, lane, lanesOf(epoch), clock);
  }

  /** All lanes of the warp have exchanged values, which orders nothing. */
  exchanged(warp: number): void {
    this.#exchanged[warp] = this.#advance(warp);
  }

  /** Whether the lanes of the warp have exchanged values since. */
  hasExchanged(epoch: number, warp: number): boolean {
    return clockOf(epoch) < this.#exchanged[warp];
  }

  /** The same of what several lanes of one warp did. */
  areBefore(epoch: number, lanes: number, by: number, warp: number, lane: number): boolean {
    if (by !== warp || clockOf(epoch) < this.#seen[warp].warps[warp]) return this.isBefore(epoch, by, warp, lane);
    const others = lane < 0 ? lanes : lanes & ~(1 << lane);
    return others === 0 || this.#lanesKnow(warp, lane, others, clockOf(epoch));
  }

  #lanesKnow(warp: number, lane: number, others: number, clock: number): boolean {
    return this.#lanesInStep || (this.#lanes[warp]?.knows(lane, others, clock) ?? false);
  }

  /** Lanes of the warp have met: where these are all that it has, what they did is known to the whole warp. */
  lanesMet(warp: number, mask: number, isWhole: boolean): void {
    if (isWhole) {
      this.tick(warp);
      this.#lanes[warp] = null;
    } else {
      this.#lanes[warp] ??= new LaneClocks();
      this.#lanes[warp]!.join(mask, this.#clock[warp]);
      this.#advance(warp);
    }
  }

  /** Whether the warp has learnt of anything that the other one did. */
  knows(warp: number, other: number): boolean {
    return this.#seen[warp].warps[other] > this.#past;
  }

  /** Notes waits for the launch before, and which reads are over. */
  knowledgeOf(warp: number): Knowledge {
    return this.#seen[warp];
  }

  /**
   * Number of the engine whose copies notify the mbarrier at that address of the cluster's window; engines are numbered
   * from 0 in the order of their first copies.
   */
  engineOf(address: number): number {
    const known = this.#engines.get(address) ?? this.#engines.size;
    this.#engines.set(address, known);
    return known;
  }

  /** The engine's number as an actor: engines come after the warps. */
  numberOfEngine(engine: number): number {
    return this.warps + engine;
  }

  /** Clock of what an engine does now. */
  nextOfEngine(): number {
    return ++this.#latest;
  }

  isEngine(by: number): boolean {
    return by >= this.warps;
  }

  /** Lanes of the warp execute a proxy fence: it stands behind all that they know of. */
  proxyFenced(warp: number, mask: number): void {
    this.#seen[warp].differ();
    const { warps, fenced } = this.#seen[warp];
    for (let v = 0; v < this.warps; v++) fenced[v] = Math.max(fenced[v], warps[v] - (v === warp ? 1 : 0));
    this.#fences.note(warp, this.#clock[warp], mask);
    this.#advance(warp);
  }

  /** Whether a proxy fence stands between what lanes of `by`, a warp, did at the epoch and what the warp's lane does now. */
  isFenced(epoch: number, by: number, warp: number, lane: number, lanes = lanesOf(epoch)): boolean {
    const clock = clockOf(epoch);
    const { warps, fenced } = this.#seen[warp];
    if (fenced[by] >= clock) return true;
    const known = warps[by];
    if (by !== warp) return this.#fences.covers(by, clock, known, lanes, null);
    return this.#fences.covers(by, clock, this.#clock[warp], lanes, { lane, synced: known });
  }

  /** Ends, at a barrier of the CTA, the reads that the warp has begun, as a proxy fence does. */
  settleReads(warp: number): void {
    this.#seen[warp].settled[warp] = this.#clock[warp];
  }

  /** The warp comes to a product of its warpgroup: the clock of what it did before. */
  cameToProduct(warp: number): number {
    return this.#advance(warp) - 1;
  }

  /** The warp learns that what `by` read up to the clock is over. */
  readsAreOver(warp: number, by: number, clock: number): void {
    const seen = this.#seen[warp];
    seen.differ();
    seen.settled[by] = Math.max(seen.settled[by], clock);
  }

  /** Adds what the warp knows now to `joined`, for those that acquire it. */
  release(warp: number, joined: Knowledge): void {
    joined.join(this.#seen[warp], warp, this.#clock[warp]);
    this.tick(warp);
  }

  /** A warp that acquires it will know only of the copies of which this warp knows. */
  releaseCopies(warp: number, joined: Knowledge): void {
    joined.learnEngines(this.#seen[warp]);
  }

  /** The warp executes a fence for the device: it stands behind all that it knows of. */
  publish(warp: number): void {
    const seen = this.#seen[warp];
    seen.differ();
    seen.published.set(seen.warps);
    seen.published[warp] = this.#clock[warp];
    seen.publishes = true;
  }

  /** Knowledge of the warp now, including its own past; its lanes know of each other what they knew before. */
  snapshot(warp: number): Knowledge {
    const known = this.#seen[warp].clone();
    known.warps[warp] = this.#clock[warp];
    this.#advance(warp);
    return known;
  }

  /** The warp learns what was known when a snapshot was taken; where it is its own, its lanes learn of each other. */
  learn(warp: number, snapshot: Knowledge): void {
    const seen = this.#seen[warp];
    const own = Math.max(seen.warps[warp], snapshot.warps[warp] + 1);
    seen.learn(snapshot);
    seen.warps[warp] = own;
  }

  /** The same from warps of other clusters, which may have learnt of this one. */
  learnFrom(warp: number, handed: readonly Handed[]): void {
    const seen = this.#seen[warp];
    seen.differ();
    const parts = handed.flatMap(({ by, known }) => [known.foreign, Foreign.of(by.cluster, known.warps)]);
    seen.foreign = Foreign.joined([seen.foreign, ...parts]);
    for (const { known } of handed) {
      const own = known.foreign?.clocksOf(this.#firstCta);
      for (let w = 0; own && w < this.warps; w++)
        seen.warps[w] = Math.max(seen.warps[w], own[w] + (w === warp ? 1 : 0));
    }
  }

  /** The warp learns what is in `joined`. */
  acquire(warp: number, joined: Knowledge): void {
    this.#seen[warp].acquire(joined, warp);
  }
}
