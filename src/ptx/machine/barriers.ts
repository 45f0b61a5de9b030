/**
 * The 16 named barriers of a CTA (PTX ISA, "Parallel Synchronization and Communication Instructions: bar, barrier"). A
 * warp arrives as a whole and counts for 32 threads, however many of its lanes live; one that arrives and then waits, or arrives
 * again, before the barrier completes counts each time. A barrier without a thread count waits for all
 * warps that have not exited: as threads exit, "the barrier is released" when only they held it up (manual, `exit`).
 */
import { popcount32 } from '../../base/bits.ts';
import { Barrier, type PredicateReduction } from './barrier.ts';
import type { Cta } from './cta.ts';
import { placeOf } from './faults.ts';
import type { Operation } from './operation.ts';
import type { Warp } from './warp.ts';

/** Results that a wait at a barrier still has to write when it ends. */
export interface Pending {
  readonly operation: Operation;
  readonly mask: number;
  readonly write: (warp: Warp, operation: Operation, mask: number, result: number) => void;
  readonly reduction: PredicateReduction;
}

export class Barriers {
  readonly #cta: Cta;
  readonly #table = Array.from({ length: 16 }, (_, id) => new Barrier(id));
  #pending: { readonly warp: Warp; readonly id: number; readonly pending: Pending }[] = [];

  constructor(cta: Cta) {
    this.#cta = cta;
  }

  /** Resets to the state at the start of a CTA. */
  reset(): void {
    for (const barrier of this.#table) barrier.reset();
    this.#pending = [];
  }

  /** Lanes `mask` of the warp reach barrier `id` and wait there. */
  sync(warp: Warp, at: Operation, mask: number, id: number, count: number | null): void {
    warp.park({ kind: 'barrier', id, at });
    this.arrive(warp, at, mask, id, count);
  }

  /** `bar.arrive`: the lanes count once all of their warp are there; they do not wait, unless they are parked. */
  arrive(warp: Warp, at: Operation, mask: number, id: number, count: number | null): void {
    warp.arrivedLanes[id] |= mask;
    this.#expect(warp, at, id, count);
    this.#arriveWhenWhole(warp, id);
  }

  #arriveWhenWhole(warp: Warp, id: number): void {
    if ((warp.arrivedLanes[id] & warp.live) !== warp.live) return;
    const waits = warp.splits.some(s => s.wait?.kind === 'barrier' && s.wait.id === id);
    this.#arrive(warp, this.#table[id].at!, id, waits);
  }

  /** Adds the lanes' predicates to the barrier's reduction; `pending` is written when the barrier completes. */
  reduce(warp: Warp, id: number, mask: number, predicates: number, pending: Pending): void {
    const barrier = this.#table[id];
    barrier.ones += popcount32(predicates & mask);
    barrier.zeros += popcount32(~predicates & mask);
    this.#pending.push({ warp, id, pending });
  }

  /** Exited lanes count as arrived where all threads are waited for. */
  lanesExited(warp: Warp): void {
    for (const barrier of this.#table) {
      if (warp.arrivedLanes[barrier.id] !== 0) this.#arriveWhenWhole(warp, barrier.id);
      this.#completeWhenFull(barrier);
    }
  }

  /** "2 of 8 warps are there": how far a barrier has come. */
  describe(id: number): string {
    const { count, arrived } = this.#table[id];
    const needed = count === null ? this.#cta.livingWarps : count / 32;
    return `barrier ${id}, where ${arrived.length} of ${needed} warps have arrived`;
  }

  #expect(warp: Warp, at: Operation, id: number, count: number | null): void {
    const barrier = this.#table[id];
    const all = this.#cta.warps.length * 32;
    if (count !== null && (count % 32 !== 0 || count <= 0 || count > all)) {
      this.#fail(warp, at, `counts ${count} threads: not a multiple of 32 between 32 and the CTA's ${all}`);
    }
    if (!barrier.isIdle && barrier.count !== count) {
      const words = (c: number | null) => (c === null ? 'all threads' : `${c} threads`);
      this.#fail(warp, at, `counts ${words(count)}, while earlier arrivals counted ${words(barrier.count)}`);
    }
    barrier.count = count;
    barrier.at = at;
  }

  #arrive(warp: Warp, at: Operation, id: number, waits: boolean): void {
    const barrier = this.#table[id];
    warp.arrivedLanes[id] = 0;
    barrier.arrived.push(warp);
    this.#cta.watch?.arrived(warp, id);
    this.#cta.watch?.barrierReached?.(warp, id, barrier.count, waits);
    if (waits) barrier.waiting.push(warp);
    const { grid } = this.#cta;
    grid.events++;
    this.#completeWhenFull(barrier);
    if (grid.counts && waits && barrier.waiting.includes(warp)) grid.counts.waits[at.pc]++;
  }

  #completeWhenFull(barrier: Barrier): void {
    if (barrier.isIdle || !this.#isFull(barrier)) return;
    const { count, waiting, id } = barrier;
    barrier.arrived = [];
    barrier.waiting = [];
    if (count === null) this.#tellOfExited(id);
    this.#cta.watch?.completed(id, waiting);
    this.#writeReductions(barrier);
    const isWide = count === null || count === this.#cta.warps.length * 32;
    for (const warp of waiting) {
      if (isWide) warp.interval++;
      this.#release(warp, id);
    }
  }

  /** Where all threads are waited for, those that exited held the barrier up until then: what they did is known behind it. */
  #tellOfExited(id: number): void {
    const { warps, watch } = this.#cta;
    if (watch !== null) for (const warp of warps) if (warp.live === 0) watch.arrived(warp, id);
  }

  #isFull({ count, arrived }: Barrier): boolean {
    if (count !== null) return arrived.length * 32 >= count;
    const { livingWarps } = this.#cta;
    return arrived.length >= livingWarps && arrived.filter(w => w.live !== 0).length >= livingWarps;
  }

  #writeReductions(barrier: Barrier): void {
    for (const { warp, id, pending } of this.#pending) {
      if (id !== barrier.id) continue;
      pending.write(warp, pending.operation, pending.mask, barrier.result(pending.reduction));
    }
    this.#pending = this.#pending.filter(p => p.id !== barrier.id);
    barrier.ones = 0;
    barrier.zeros = 0;
  }

  #release(warp: Warp, id: number): void {
    for (const split of warp.splits) if (split.wait?.kind === 'barrier' && split.wait.id === id) split.wait = null;
    if (warp.state === 'blocked') warp.state = 'ready';
    warp.limit = -1;
  }

  #fail(warp: Warp, at: Operation, why: string): void {
    const { grid, number } = this.#cta;
    const place = placeOf(grid.files, at);
    const who = { cta: number, warp: warp.index, lane: -1 };
    grid.log.report({ kind: 'barrier', message: `'${at.source.text}' ${why}.`, place, who });
  }
}
