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
import { SharedFindings } from './shared-findings.ts';
import { SEVERAL, WarpClocks } from './warp-clocks.ts';

/** Beside the warp's number, 0 to 31. */
const ATOMIC = 32;
const WARP = 31;
/** The write is an asynchronous copy that nobody has waited for. */
const PENDING = 64;
/** The lane of what a warp does as a whole: its data lie in other lanes than its addresses. No lane's past is before it. */
const ALL_LANES = -1;

export class SharedChecker {
  readonly #clocks: WarpClocks;
  readonly #shift: number;
  /** Per cell: epoch and pc of the last write, its warp and whether it was atomic, and which of the checker's accesses it was. */
  readonly #writeEpoch: Int32Array;
  readonly #writePc: Int32Array;
  readonly #writeBy: Uint8Array;
  readonly #writeSerial: Int32Array;
  readonly #reads: CellReads;
  readonly #findings: SharedFindings;
  #serial = 0;

  /** `granule`: bytes of a cell, the narrowest shared access of the kernel; finer cells would tell nothing more. */
  constructor(cta: Cta, granule: 1 | 2 | 4) {
    this.#shift = Math.log2(granule);
    const cells = Math.ceil(cta.grid.sharedBytes / granule);
    this.#clocks = new WarpClocks(cta.warps.length);
    this.#writeEpoch = new Int32Array(cells);
    this.#writePc = new Int32Array(cells);
    this.#writeBy = new Uint8Array(cells);
    this.#writeSerial = new Int32Array(cells);
    this.#findings = new SharedFindings(cta, granule);
    this.#reads = new CellReads(this.#clocks, cells, cta.warps.length);
  }

  /** A new CTA. */
  start(): void {
    this.#findings.start();
    if (this.#clocks.startCta()) return;
    this.#writeEpoch.fill(0);
    this.#reads.clear();
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    if (form.effect === 'read') this.#read(warp, operation, form, mask);
    else this.#write(warp, operation, form, mask);
  }

  /** The writes of copies happen when their lanes have waited for them. */
  copied({ index }: Warp, { form, operation, destination }: IssuedCopy, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const epoch = this.#clocks.epochOf(index);
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = destination[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) this.#noteWrite(cell, epoch | lane, operation.pc, index);
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

  /** The CTA is at its end. */
  finished(): void {
    this.#findings.finished();
  }

  #read(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { index, at } = warp;
    const { firstEpoch } = this.#clocks;
    const isWhole = form.kind === 'ldmatrix';
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (this.#writeEpoch[cell] < firstEpoch) this.#findings.noteEarly(index, operation, lane, cell);
        else this.#checkWrite(index, operation, isWhole ? ALL_LANES : lane, cell);
        this.#reads.note(index, isWhole ? SEVERAL : lane, operation.pc, cell, false);
      }
    }
  }

  #write(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { index, at } = warp;
    const atomic = form.effect === 'update' ? ATOMIC : 0;
    const by = index | atomic | (form.kind === 'copy' ? PENDING : 0);
    const epoch = this.#clocks.epochOf(index);
    const { firstEpoch } = this.#clocks;
    // Any atomic but an exchange makes its new value from the old one.
    const needsOld = atomic !== 0 && !operation.source.modifiers.includes('exch');
    const isWhole = form.kind === 'stmatrix';
    const serial = ++this.#serial;
    let overlaps = false;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const writer = isWhole ? ALL_LANES : lane;
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (needsOld && this.#writeEpoch[cell] < firstEpoch) this.#findings.noteEarly(index, operation, lane, cell);
        // Of two lanes of one instruction, the values tell whether that is a race.
        if (this.#writeSerial[cell] === serial) overlaps = true;
        else if ((this.#writeBy[cell] & atomic) === 0) this.#checkWrite(index, operation, writer, cell);
        if (this.#reads.has(cell)) this.#checkReads(index, operation, writer, cell, atomic !== 0);
        this.#noteWrite(cell, epoch | (isWhole ? SEVERAL : lane), operation.pc, by);
        if (atomic !== 0) this.#reads.note(index, lane, operation.pc, cell, true);
      }
    }
    if (overlaps && atomic === 0) this.#findings.checkOneInstruction(warp, operation, form, mask);
  }

  #noteWrite(cell: number, epoch: number, pc: number, by: number): void {
    this.#writeEpoch[cell] = epoch;
    this.#writePc[cell] = pc;
    this.#writeBy[cell] = by;
    this.#writeSerial[cell] = this.#serial;
  }

  #checkWrite(w: number, operation: Operation, lane: number, cell: number): void {
    const epoch = this.#writeEpoch[cell];
    const by = this.#writeBy[cell] & WARP;
    if ((this.#writeBy[cell] & PENDING) !== 0 && epoch >= this.#clocks.firstEpoch) {
      this.#findings.missingWait(w, operation, lane, cell, { warp: by, epoch, pc: this.#writePc[cell] });
      return;
    }
    if (epoch === 0 || this.#clocks.isBefore(epoch, by, w, lane)) return;
    this.#findings.race(w, operation, lane, cell, { warp: by, epoch, pc: this.#writePc[cell] });
  }

  #checkReads(w: number, operation: Operation, lane: number, cell: number, atomic: boolean): void {
    for (const read of this.#reads.racing(w, lane, cell, atomic)) this.#findings.race(w, operation, lane, cell, read);
    if (!atomic) this.#reads.forgetOthers(w, cell);
  }
}
