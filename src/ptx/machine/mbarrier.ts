/**
 * One mbarrier object (PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier"): phases that complete
 * when all expected arrivals and all bytes of transactions have come.
 */

/** Most arrivals, and most bytes of transactions to either side of 0. */
export const MOST_COUNT = 2 ** 20 - 1;

const PHASE_BIT = 20;
/** Mark in the upper bits, which tells an object from other contents of memory. */
const MARK = 0x2a9 << 21;
const TX_BIT = 20;

export class Mbarrier {
  /** Offset from the start of the CTA's shared memory. */
  readonly byteOffset: number;
  /** Arrivals of each phase. */
  expected: number;
  /** Arrivals that the current phase still waits for. */
  pending: number;
  /** Bytes of transactions that it still waits for; below 0 where more have come than were announced. */
  tx = 0;
  /** Phases that have completed. */
  phase = 0;

  constructor(byteOffset: number, expected: number) {
    this.byteOffset = byteOffset;
    this.expected = expected;
    this.pending = expected;
  }

  /** The opaque words in memory, which are also the state that an arrival returns. */
  get lowWord(): number {
    return MARK | ((this.phase & 1) << PHASE_BIT) | this.pending;
  }

  get highWord(): number {
    return ((this.tx & 0xfff) << TX_BIT) | this.expected;
  }

  /** As it was initialised: nothing has arrived, and no bytes are expected. */
  get isFresh(): boolean {
    return this.phase === 0 && this.pending === this.expected && this.tx === 0;
  }

  /** Begins the next phase where nothing holds this one up. */
  completes(): boolean {
    if (this.pending !== 0 || this.tx !== 0) return false;
    this.phase++;
    this.pending = this.expected;
    return true;
  }

  /** Whether the phase with that parity has completed: it is the one before the current, or so a waiter may take it. */
  hasCompleted(parity: number): boolean {
    return (this.phase & 1) !== (parity & 1);
  }

  /** "1 of 2 arrivals are missing and 512 bytes are still expected". */
  get missing(): string {
    const words: string[] = [];
    if (this.pending > 0) words.push(`${this.pending} of ${this.expected} arrivals are missing`);
    if (this.tx > 0) words.push(`${this.tx} bytes are still expected`);
    if (this.tx < 0) words.push(`${-this.tx} bytes more have come than were expected`);
    return words.join(' and ');
  }
}

export const parityOfState = (lowWord: number): number => (lowWord >>> PHASE_BIT) & 1;
export const pendingOfState = (lowWord: number): number => lowWord & MOST_COUNT;
