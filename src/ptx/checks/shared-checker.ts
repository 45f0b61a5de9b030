/**
 * Races and uninitialised reads in shared memory, by happens-before: each warp has a vector clock that barriers join
 * (FastTrack, with warps as threads). Inside a warp, lanes are ordered by `bar.warp.sync` and CTA barriers only: that a
 * warp runs in step is a property of this machine, not of CUDA. What a barrier that all warps pass orders is what the
 * word "barrier interval" means; producers and consumers on named barriers are ordered likewise.
 */

import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { raceFault, type ThreadAt, uninitialisedFault } from './race-fault.ts';
import { sameInstructionConflict } from './same-instruction.ts';

/** An epoch packs clock and lane: clock * 64 + lane, lane 32 = several lanes. 0 = never. */
const LANE_BITS = 6;
const SEVERAL = 32;
const BARRIERS = 16;
/** Clocks start again when they no longer fit. */
const LAST_CLOCK = 2 ** (31 - LANE_BITS) - 1;

export class SharedChecker {
  readonly #cta: Cta;
  readonly #shift: number;
  readonly #warps: number;
  /** Per cell: epoch, warp and pc of the last write; whether it was atomic. */
  readonly #writeEpoch: Int32Array;
  readonly #writeWarp: Uint8Array;
  readonly #writePc: Int32Array;
  /** Which of the checker's accesses it was. */
  readonly #writeSerial: Int32Array;
  readonly #writeAtomic: Uint8Array;
  /** Per cell and warp: epoch and pc of the last read. */
  readonly #readEpoch: Int32Array;
  readonly #readPc: Int32Array;
  readonly #readAtomic: Uint8Array;
  readonly #initialised: Uint8Array;
  #serial = 0;
  /** Reads of cells that nobody had written, by cell: a later write may show that they are races. */
  readonly #early = new Map<number, ThreadAt>();
  /** seen[w * warps + v]: the clock of warp v up to which w knows all; w's own entry is w's clock. */
  readonly #seen: Int32Array;
  /** Per named barrier: what the warps that have arrived knew then. */
  readonly #joined: readonly Int32Array[];

  /** `granule`: bytes of a cell, the narrowest shared access of the kernel; finer cells would tell nothing more. */
  constructor(cta: Cta, granule: 1 | 2 | 4) {
    this.#cta = cta;
    this.#shift = Math.log2(granule);
    const cells = Math.ceil(cta.grid.sharedBytes / granule);
    this.#warps = cta.warps.length;
    this.#writeEpoch = new Int32Array(cells);
    this.#writeWarp = new Uint8Array(cells);
    this.#writePc = new Int32Array(cells);
    this.#writeSerial = new Int32Array(cells);
    this.#writeAtomic = new Uint8Array(cells);
    this.#readEpoch = new Int32Array(cells * this.#warps);
    this.#readPc = new Int32Array(cells * this.#warps);
    this.#readAtomic = new Uint8Array(cells * this.#warps);
    this.#initialised = new Uint8Array(cells);
    this.#seen = new Int32Array(this.#warps * this.#warps);
    this.#joined = Array.from({ length: BARRIERS }, () => new Int32Array(this.#warps));
  }

  /** A new CTA: everything before it is past, so clocks go on and the cells need no clearing. */
  start(): void {
    this.#initialised.fill(0);
    this.#early.clear();
    for (const joined of this.#joined) joined.fill(0);
    const next = Math.max(...this.#seen) + 1;
    if (next >= LAST_CLOCK / 2) this.#restart();
    else this.#seen.fill(next);
    for (let w = 0; w < this.#warps; w++) this.#tick(w);
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const writes = form.kind !== 'load' && form.kind !== 'ldmatrix';
    this.#serial++;
    let overlaps = false;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = warp.at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (!writes) this.#read(warp, operation, lane, cell);
        else if (this.#write(warp, operation, lane, cell, form.kind === 'atomic')) overlaps = true;
      }
    }
    if (overlaps && form.kind === 'store') this.#checkOneInstruction(warp, operation, form, mask);
  }

  /** What the warp does after it arrived is not ordered by the barrier any more. */
  arrived({ index }: Warp, barrier: number): void {
    const n = this.#warps;
    const joined = this.#joined[barrier];
    for (let v = 0; v < n; v++) joined[v] = Math.max(joined[v], this.#seen[index * n + v]);
    this.#tick(index);
  }

  completed(barrier: number, waiting: readonly Warp[]): void {
    const n = this.#warps;
    const joined = this.#joined[barrier];
    for (const { index } of waiting) {
      for (let v = 0; v < n; v++) this.#seen[index * n + v] = Math.max(joined[v], this.#seen[index * n + v]);
    }
    joined.fill(0);
  }

  warpSynchronised({ index }: Warp): void {
    this.#tick(index);
  }

  /** What was read early and never raced with a write was never written before. */
  finished(): void {
    for (const [cell, thread] of this.#early) {
      const make = () => uninitialisedFault(this.#cta, thread, this.#addressOf(cell));
      this.#cta.grid.log.reportAt('uninitialisedRead', thread.pc, thread.pc, make);
    }
    this.#early.clear();
  }

  #tick(warp: number): void {
    this.#seen[warp * this.#warps + warp]++;
  }

  #restart(): void {
    this.#writeEpoch.fill(0);
    this.#readEpoch.fill(0);
    this.#seen.fill(1);
  }

  /** The epoch happened before what the warp's lane does now. */
  #isBefore(epoch: number, by: number, warp: number, lane: number): boolean {
    if (epoch === 0) return true;
    const seen = this.#seen[warp * this.#warps + by];
    const clock = epoch >>> LANE_BITS;
    if (by !== warp) return clock <= seen;
    return clock < seen || (epoch & 63) === lane;
  }

  /** Returns true when another lane of the same instruction wrote there: their values tell whether that is a race. */
  #write(warp: Warp, operation: Operation, lane: number, cell: number, atomic: boolean): boolean {
    const w = warp.index;
    const epoch = this.#writeEpoch[cell];
    const by = this.#writeWarp[cell];
    const bothAtomic = atomic && this.#writeAtomic[cell] === 1;
    const sameInstruction = this.#writeSerial[cell] === this.#serial;
    if (!bothAtomic && !sameInstruction && !this.#isBefore(epoch, by, w, lane)) {
      this.#race(warp, operation, lane, cell, { warp: by, epoch, pc: this.#writePc[cell] });
    }
    this.#checkReads(warp, operation, lane, cell, atomic);
    this.#writeEpoch[cell] = (this.#clock(w) << LANE_BITS) | lane;
    this.#writeWarp[cell] = w;
    this.#writePc[cell] = operation.pc;
    this.#writeSerial[cell] = this.#serial;
    this.#writeAtomic[cell] = atomic ? 1 : 0;
    if (atomic) this.#noteRead(w, operation, lane, cell, true);
    this.#initialised[cell] = 1;
    return sameInstruction;
  }

  #checkReads(warp: Warp, operation: Operation, lane: number, cell: number, atomic: boolean): void {
    for (let v = 0; v < this.#warps; v++) {
      const at = cell * this.#warps + v;
      const epoch = this.#readEpoch[at];
      if (epoch === 0 || (atomic && this.#readAtomic[at] === 1)) continue;
      if (!this.#isBefore(epoch, v, warp.index, lane)) {
        this.#race(warp, operation, lane, cell, { warp: v, epoch, pc: this.#readPc[at] });
      }
    }
  }

  #read(warp: Warp, operation: Operation, lane: number, cell: number): void {
    const epoch = this.#writeEpoch[cell];
    if (this.#initialised[cell] === 0) this.#uninitialised(warp, operation, lane, cell);
    if (!this.#isBefore(epoch, this.#writeWarp[cell], warp.index, lane)) {
      this.#race(warp, operation, lane, cell, { warp: this.#writeWarp[cell], epoch, pc: this.#writePc[cell] });
    }
    this.#noteRead(warp.index, operation, lane, cell, false);
  }

  #noteRead(w: number, operation: Operation, lane: number, cell: number, atomic: boolean): void {
    const at = cell * this.#warps + w;
    const clock = this.#clock(w);
    const old = this.#readEpoch[at];
    const others = old >>> LANE_BITS === clock && (old & 63) !== lane;
    // An atomic read may not hide a plain one of the same interval.
    const isPlain = old >>> LANE_BITS === clock && this.#readAtomic[at] === 0;
    if (atomic && isPlain && old !== 0) return;
    this.#readEpoch[at] = (clock << LANE_BITS) | (others ? SEVERAL : lane);
    this.#readPc[at] = operation.pc;
    this.#readAtomic[at] = atomic ? 1 : 0;
  }

  #clock(w: number): number {
    return this.#seen[w * this.#warps + w];
  }

  #addressOf(cell: number): number {
    return this.#cta.grid.sharedBaseBytes + (cell << this.#shift);
  }

  #checkOneInstruction(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const conflict = sameInstructionConflict(warp, form, mask);
    if (!conflict) return;
    const here: ThreadAt = { warp: warp.index, lane: conflict.lane, pc: operation.pc };
    const other: ThreadAt = { warp: warp.index, lane: conflict.other, pc: operation.pc };
    const address = this.#cta.grid.sharedBaseBytes + conflict.byteOffset;
    this.#report(here, other, address);
  }

  #race(
    warp: Warp,
    operation: Operation,
    lane: number,
    cell: number,
    before: { readonly warp: number; readonly epoch: number; readonly pc: number },
  ): void {
    this.#early.delete(cell);
    const lanes = before.epoch & 63;
    const here: ThreadAt = { warp: warp.index, lane, pc: operation.pc };
    const other: ThreadAt = { warp: before.warp, lane: lanes === SEVERAL ? -1 : lanes, pc: before.pc };
    this.#report(here, other, this.#addressOf(cell));
  }

  #report(here: ThreadAt, other: ThreadAt, address: number): void {
    const cta = this.#cta;
    cta.grid.log.reportAt('race', here.pc, other.pc, () => raceFault(cta, here, other, address));
  }

  #uninitialised(warp: Warp, operation: Operation, lane: number, cell: number): void {
    if (this.#early.has(cell)) return;
    this.#early.set(cell, { warp: warp.index, lane, pc: operation.pc });
  }
}
