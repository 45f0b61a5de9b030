/**
 * One mbarrier as PTX defines it (PTX ISA, "mbarrier"): a phase completes when no arrival is pending and the bytes that were
 * announced have come; then the next one begins with the count of `mbarrier.init`.
 */
import { counted } from '../findings/finding-words.ts';

export class MbarrierModel {
  /** Number of the current, incomplete phase. */
  phase = 0;
  pendingArrivals: number;
  /** Bytes that were announced and have not landed; below 0 if bytes landed before they were announced. */
  pendingBytes = 0;
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
    this.pendingArrivals = count;
  }

  /** The tx-count of an mbarrier lies between -(2^20 - 1) and 2^20 - 1. */
  static readonly MOST_BYTES = 2 ** 20 - 1;

  /** `test_wait.parity`: whether the phase before the current one has that parity. */
  hasPassed(parity: number): boolean {
    return (this.phase & 1) !== parity;
  }

  /** Takes `count` arrivals, which must all be pending. True if they complete the phase. */
  arrive(count: number): boolean {
    this.pendingArrivals -= count;
    return this.#completesPhase();
  }

  /** Only announces bytes: `arrive` follows it. */
  expect(bytes: number): void {
    this.pendingBytes += bytes;
  }

  land(bytes: number): boolean {
    this.pendingBytes -= bytes;
    return this.#completesPhase();
  }

  /** All arrivals are in, but bytes that were announced have not landed. */
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
