/**
 * Of each cell of shared memory: its last plain write and its last atomic, when, where and by which warp; and whether an
 * access comes after them.
 */
import type { Operation } from '../machine/operation.ts';
import type { EarlierAccess, SharedFindings } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** Beside the warp's number, 0 to 31: the write is an asynchronous copy that nobody has waited for. */
const PENDING = 32;
const WARP = 31;

class LastWrites {
  readonly epoch: Int32Array;
  readonly pc: Int32Array;
  readonly by: Uint8Array;

  constructor(cells: number) {
    this.epoch = new Int32Array(cells);
    this.pc = new Int32Array(cells);
    this.by = new Uint8Array(cells);
  }

  note(cell: number, epoch: number, pc: number, by: number): void {
    this.epoch[cell] = epoch;
    this.pc[cell] = pc;
    this.by[cell] = by;
  }

  last(cell: number): EarlierAccess {
    return { warp: this.by[cell] & WARP, epoch: this.epoch[cell], pc: this.pc[cell] };
  }
}

export class CellWrites {
  readonly #clocks: WarpClocks;
  readonly #findings: SharedFindings;
  readonly #plain: LastWrites;
  /** Of kernels that have any. */
  #atomic: LastWrites | null = null;

  constructor(clocks: WarpClocks, findings: SharedFindings, cells: number) {
    this.#clocks = clocks;
    this.#findings = findings;
    this.#plain = new LastWrites(cells);
  }

  clear(): void {
    this.#plain.epoch.fill(0);
    this.#atomic?.epoch.fill(0);
  }

  /** A plain write. */
  note(cell: number, epoch: number, pc: number, warp: number): void {
    this.#plain.note(cell, epoch, pc, warp);
  }

  /** One that happens later. */
  notePending(cell: number, epoch: number, pc: number, warp: number): void {
    this.#plain.note(cell, epoch, pc, warp | PENDING);
  }

  noteAtomic(cell: number, epoch: number, pc: number, warp: number): void {
    this.#atomic ??= new LastWrites(this.#plain.epoch.length);
    this.#atomic.note(cell, epoch, pc, warp);
  }

  /** In this CTA. */
  has(cell: number): boolean {
    const { firstEpoch } = this.#clocks;
    return this.#plain.epoch[cell] >= firstEpoch || (this.#atomic !== null && this.#atomic.epoch[cell] >= firstEpoch);
  }

  /** Reports the writes that did not happen before an access by the lane. */
  check(w: number, operation: Operation, lane: number, cell: number): void {
    this.#check(this.#plain, w, operation, lane, cell);
    if (this.#atomic !== null) this.#check(this.#atomic, w, operation, lane, cell);
  }

  /** The same for an atomic, which does not race with others. */
  checkAtomic(w: number, operation: Operation, lane: number, cell: number): void {
    this.#check(this.#plain, w, operation, lane, cell);
  }

  #check(writes: LastWrites, w: number, operation: Operation, lane: number, cell: number): void {
    const epoch = writes.epoch[cell];
    const by = writes.by[cell];
    if ((by & PENDING) !== 0 && epoch >= this.#clocks.firstEpoch) {
      this.#findings.missingWait(w, operation, lane, cell, writes.last(cell));
    } else if (epoch !== 0 && !this.#clocks.isBefore(epoch, by & WARP, w, lane)) {
      this.#findings.race(w, operation, lane, cell, writes.last(cell));
    }
  }
}
