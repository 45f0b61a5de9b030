/**
 * Races and uninitialised reads in shared memory: two accesses of one cell, one of them a write, of which neither happened
 * before the other. What a barrier that all warps pass orders is what the word "barrier interval" means; producers and
 * consumers on named barriers are ordered likewise.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { IssuedCopy } from '../machine/async-copies.ts';
import type { Cta } from '../machine/cta.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { CellReads } from './cell-reads.ts';
import { CellWrites } from './cell-writes.ts';
import { SharedFindings } from './shared-findings.ts';
import { SEVERAL, WarpClocks } from './warp-clocks.ts';

/** The lane of what a warp does as a whole: its data lie in other lanes than its addresses. No lane's past is before it. */
const ALL_LANES = -1;

export class SharedChecker {
  readonly #clocks: WarpClocks;
  readonly #shift: number;
  readonly #cells: number;
  readonly #plain: CellWrites;
  /** Of kernels that have any. */
  #atomic: CellWrites | null = null;
  /** Which of the checker's accesses wrote the cell last, by a plain write. */
  readonly #serialOf: Int32Array;
  readonly #reads: CellReads;
  readonly #findings: SharedFindings;
  #serial = 0;

  /** `granule`: bytes of a cell, the narrowest shared access of the kernel; finer cells would tell nothing more. */
  constructor(cta: Cta, granule: 1 | 2 | 4) {
    this.#shift = Math.log2(granule);
    this.#cells = Math.ceil(cta.grid.sharedBytes / granule);
    this.#clocks = new WarpClocks(cta.warps.length);
    this.#plain = new CellWrites(this.#cells);
    this.#serialOf = new Int32Array(this.#cells);
    this.#findings = new SharedFindings(cta, granule);
    this.#reads = new CellReads(this.#clocks, this.#cells, cta.warps.length);
  }

  /** A new CTA. */
  start(): void {
    this.#findings.start();
    if (this.#clocks.startCta()) return;
    this.#plain.clear();
    this.#atomic?.clear();
    this.#reads.clear();
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    if (form.effect === 'read') this.#read(warp, operation, form, mask);
    else if (form.effect === 'write') this.#write(warp, operation, form, mask);
    else this.#update(warp, operation, form, mask);
  }

  /** The writes of copies happen when their lanes have waited for them. */
  copied({ index }: Warp, { form, operation, destination }: IssuedCopy, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const epoch = this.#clocks.epochOf(index);
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = destination[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++)
        this.#plain.note(cell, epoch | lane, operation.pc, index, false);
    }
  }

  /** What the warp does after it arrived is not ordered by the barrier any more. */
  arrived({ index }: Warp, barrier: number): void {
    this.#clocks.arrived(index, barrier);
  }

  completed(barrier: number, waiting: readonly Warp[]): void {
    this.#clocks.completed(barrier, waiting);
  }

  warpSynchronised({ index }: Warp): void {
    this.#clocks.tick(index);
  }

  mbarrierArrived({ index }: Warp, byteOffset: number): void {
    this.#clocks.mbarrierArrived(index, byteOffset);
  }

  mbarrierCompleted(byteOffset: number): void {
    this.#clocks.mbarrierCompleted(byteOffset);
  }

  mbarrierWaited({ index }: Warp, byteOffset: number): void {
    this.#clocks.mbarrierWaited(index, byteOffset);
  }

  /** The CTA is at its end. */
  finished(): void {
    this.#findings.finished();
  }

  #read(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { index, at } = warp;
    const isWhole = form.kind === 'ldmatrix';
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (!this.#isWritten(cell)) this.#findings.noteEarly(index, operation, lane, cell);
        else this.#checkWrites(index, operation, isWhole ? ALL_LANES : lane, cell);
        this.#reads.note(index, isWhole ? SEVERAL : lane, operation.pc, cell, false);
      }
    }
  }

  #write(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { index, at } = warp;
    const epoch = this.#clocks.epochOf(index);
    const isWhole = form.kind === 'stmatrix';
    const isPending = form.kind === 'copy';
    const serial = ++this.#serial;
    let overlaps = false;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const writer = isWhole ? ALL_LANES : lane;
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        // Of two lanes of one instruction, the values tell whether that is a race.
        if (this.#serialOf[cell] === serial) overlaps = true;
        else this.#checkWrites(index, operation, writer, cell);
        if (this.#reads.has(cell)) this.#checkReads(index, operation, writer, cell, false);
        this.#plain.note(cell, epoch | (isWhole ? SEVERAL : lane), operation.pc, index, isPending);
        this.#serialOf[cell] = serial;
      }
    }
    if (overlaps) this.#findings.checkOneInstruction(warp, operation, form, mask);
  }

  /** An atomic reads and writes; it does not race with others. */
  #update(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { index, at } = warp;
    const epoch = this.#clocks.epochOf(index);
    this.#atomic ??= new CellWrites(this.#cells);
    // Any atomic but an exchange makes its new value from the old one.
    const needsOld = !operation.source.modifiers.includes('exch');
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (needsOld && !this.#isWritten(cell)) this.#findings.noteEarly(index, operation, lane, cell);
        this.#checkWrite(this.#plain, index, operation, lane, cell);
        if (this.#reads.has(cell)) this.#checkReads(index, operation, lane, cell, true);
        this.#atomic.note(cell, epoch | lane, operation.pc, index, false);
        this.#reads.note(index, lane, operation.pc, cell, true);
      }
    }
  }

  /** In this CTA. */
  #isWritten(cell: number): boolean {
    const { firstEpoch } = this.#clocks;
    return this.#plain.epoch[cell] >= firstEpoch || (this.#atomic !== null && this.#atomic.epoch[cell] >= firstEpoch);
  }

  #checkWrites(w: number, operation: Operation, lane: number, cell: number): void {
    this.#checkWrite(this.#plain, w, operation, lane, cell);
    if (this.#atomic !== null) this.#checkWrite(this.#atomic, w, operation, lane, cell);
  }

  #checkWrite(writes: CellWrites, w: number, operation: Operation, lane: number, cell: number): void {
    const epoch = writes.epoch[cell];
    if (writes.isPending(cell) && epoch >= this.#clocks.firstEpoch) {
      this.#findings.missingWait(w, operation, lane, cell, writes.last(cell));
    } else if (epoch !== 0 && !this.#clocks.isBefore(epoch, writes.warpOf(cell), w, lane)) {
      this.#findings.race(w, operation, lane, cell, writes.last(cell));
    }
  }

  #checkReads(w: number, operation: Operation, lane: number, cell: number, atomic: boolean): void {
    for (const read of this.#reads.racing(w, lane, cell, atomic)) this.#findings.race(w, operation, lane, cell, read);
    if (!atomic) this.#reads.forgetOthers(w, cell);
  }
}
