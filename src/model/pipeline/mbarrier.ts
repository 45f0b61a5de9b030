/**
 * One mbarrier as PTX defines it (PTX ISA, "mbarrier"): a phase completes when no arrival is pending and the bytes that were
 * announced have come; then the next one begins with the count of `mbarrier.init`.
 */
import { counted } from '../findings/finding-words.ts';

export class MbarrierModel {
  /** Number of the current, incomplete phase. */
  phase = 0;
  pendingArrivals: number;
  /** Announced and not yet there; below 0 where bytes came before they were announced. */
  pendingBytes = 0;
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    this.pendingArrivals = count;
  }

  /** The tx-count of an mbarrier lies between -(2^20 - 1) and 2^20 - 1. */
  static readonly MOST_BYTES = 2 ** 20 - 1;

  /** `test_wait.parity`: is the phase before the current one of that parity? */
  hasPassed(parity: number): boolean {
    return (this.phase & 1) !== parity;
  }

  /** Of `count` arrivals, each of which must be pending; true where the phase completes. */
  arrive(count: number): boolean {
    this.pendingArrivals -= count;
    return this.#completesPhase();
  }

  /** Changes nothing about arrivals: `arrive` comes after it. */
  expect(bytes: number): void {
    this.pendingBytes += bytes;
  }

  land(bytes: number): boolean {
    this.pendingBytes -= bytes;
    return this.#completesPhase();
  }

  /** Everybody has arrived, but not all that was announced has come. */
  get lacksOnlyBytes(): boolean {
    return this.pendingArrivals === 0;
  }

  /** What the current phase lacks, in words. */
  get missing(): string {
    const arrivals = this.pendingArrivals === 0 ? [] : [counted(this.pendingArrivals, 'arrival')];
    const bytes = counted(Math.abs(this.pendingBytes), 'byte');
    if (this.pendingBytes === 0) return arrivals.join();
    return [...arrivals, this.pendingBytes > 0 ? bytes : `an announcement of ${bytes} that came`].join(' and ');
  }

  #completesPhase(): boolean {
    if (this.pendingArrivals !== 0 || this.pendingBytes !== 0) return false;
    this.phase++;
    this.pendingArrivals = this.#count;
    return true;
  }
}
