/**
 * Bulk copies that are under way (PTX ISA, "Data Movement and Conversion Instructions: Bulk copy"). They happen as late as
 * they may, so that a missing wait shows: those into shared memory when a thread's wait at their mbarrier fails, those out
 * of it when their thread waits for their group.
 */
import type { ArrivingCopy, LeavingCopy } from './bulk-copy.ts';
import { gathered, putIntoShared, putOutside } from './bulk-pieces.ts';
import type { Cta } from './cta.ts';
import { mbarriersOf } from './mbarriers.ts';
import type { Warp } from './warp.ts';

const NO_FILL = new Uint8Array(1);

/** Copies into shared memory that notify the CTA's mbarriers, and copies out of it that its threads issued. */
export class BulkCopies {
  readonly #cta: Cta;
  /** Both in the order of issue. */
  #arriving: ArrivingCopy[] = [];
  #leaving: LeavingCopy[] = [];
  /** Groups that each thread has closed. */
  readonly #closed: Int32Array;

  constructor(cta: Cta) {
    this.#cta = cta;
    this.#closed = new Int32Array(cta.warps.length * 32);
  }

  /** Resets to the state at the start of a CTA. */
  reset(): void {
    this.#arriving = [];
    this.#leaving = [];
    this.#closed.fill(0);
  }

  expect(copy: ArrivingCopy): void {
    copy.source?.watch?.bulkCopied({ kind: 'lent', copy });
    copy.to.watch?.bulkCopied({ kind: 'expected', copy });
    const { underCopies = 0 } = this.#cta.grid.undefinedWords;
    if (underCopies !== 0 && copy.combine === null) coverWith(underCopies, copy);
    this.#arriving.push(copy);
  }

  send(issued: Omit<LeavingCopy, 'group' | 'data'>): void {
    const { warp, lane } = issued.issuer;
    const copy: LeavingCopy = { ...issued, group: this.#closed[warp.index * 32 + lane], data: null };
    this.#cta.watch?.bulkCopied({ kind: 'sent', copy });
    this.#leaving.push(copy);
  }

  /** Makes a group of the outgoing copies that the lanes have issued since their last group. */
  closeGroup(warp: Warp, mask: number): void {
    for (let m = mask; m !== 0; m &= m - 1) this.#closed[warp.index * 32 + 31 - Math.clz32(m & -m)]++;
  }

  /** The lanes wait until at most `most` of their latest groups are under way, or have yet to be read. */
  waitForGroups(warp: Warp, mask: number, most: number, isForReads: boolean): void {
    const due = this.#leaving.filter(({ issuer, group }) => {
      const isAsked = issuer.warp === warp && ((mask >>> issuer.lane) & 1) === 1;
      return isAsked && group < this.#closed[warp.index * 32 + issuer.lane] - most;
    });
    for (const copy of due) this.#read(copy);
    if (isForReads) return;
    for (const copy of due) this.#write(copy);
    this.#leaving = this.#leaving.filter(copy => !due.includes(copy));
  }

  /** A wait at the mbarrier has failed: copies are carried out one by one until a phase completes. */
  deliverTo(byteOffset: number): void {
    const mbarriers = mbarriersOf(this.#cta);
    const before = mbarriers.phaseOf(byteOffset);
    for (const copy of this.#arriving.filter(({ mbarrier }) => mbarrier === byteOffset)) {
      this.#arriving.splice(this.#arriving.indexOf(copy), 1);
      this.#deliver(copy);
      if (mbarriers.phaseOf(byteOffset) !== before) return;
    }
  }

  /** The CTA is at its end. */
  finish(): void {
    for (const copy of this.#arriving) copy.to.watch?.bulkCopied({ kind: 'left', copy });
    for (const copy of this.#leaving) {
      this.#read(copy);
      this.#write(copy);
    }
    this.reset();
  }

  #deliver(copy: ArrivingCopy): void {
    const { issuer, pieces, source, fill, combine, mbarrier, transactionBytes } = copy;
    const { shared, grid, watch } = copy.to;
    source?.watch?.bulkCopied({ kind: 'returned', copy });
    watch?.bulkCopied({ kind: 'arriving', copy });
    const from = source?.shared ?? grid.global.memory;
    putIntoShared(shared.u8, gathered(from.u8, pieces.other, pieces, fill), pieces, combine);
    mbarriersOf(this.#cta).addTransactions({ ...issuer, byteOffset: mbarrier }, -transactionBytes);
    grid.events++;
  }

  #read(copy: LeavingCopy): void {
    if (copy.data !== null) return;
    const { watch, shared } = this.#cta;
    watch?.bulkCopied({ kind: 'read', copy });
    copy.data = gathered(shared.u8, copy.pieces.shared, copy.pieces, NO_FILL);
  }

  #write(copy: LeavingCopy): void {
    const { watch, grid } = this.#cta;
    watch?.bulkCopied({ kind: 'leaving', copy });
    putOutside(grid.global.memory.u8, copy.data!, copy.pieces, copy.combine);
    grid.events++;
  }
}

/** Fills what a copy will write with a word, so that it shows who reads it before. */
function coverWith(word: number, { to, pieces }: ArrivingCopy): void {
  const data = new Uint8Array(pieces.shared.length * pieces.sizeBytes);
  for (let b = 0; b < data.length; b++) data[b] = word >>> (8 * (b & 3));
  putIntoShared(to.shared.u8, data, pieces, null);
}

/** Copies of a CTA, made at the first call. */
export const bulkCopiesOf = (cta: Cta): BulkCopies => {
  cta.bulkCopies ??= new BulkCopies(cta);
  return cta.bulkCopies;
};
