/**
 * For each cell of shared memory: its last plain write and its last atomics, with time, place and warp. It checks
 * whether an access is ordered after them.
 */
import type { Operation } from '../machine/operation.ts';
import { MARK_WORDS } from './cell-marks.ts';
import { clockOf, laneOf, lanesOf, ofSeveral, SEVERAL } from './epoch.ts';
import type { HiddenAtomics } from './hidden-atomics.ts';
import { slotOverFloat } from './rounding.ts';
import { keepsBytes, type Store } from './same-value.ts';
import type { EarlierAccess, SharedFindings } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

export class LastWrites {
  /**
   * For each cell: epoch (0: never), warp, pc, and the number of the access, if it has one; negative if it left the
   * value unchanged.
   */
  readonly marks: Int32Array;
  /**
   * For cells whose last write left the value unchanged: epoch, warp and pc of the write that made the value; null
   * until there are any.
   */
  #makers: Int32Array | null = null;

  constructor(cells: number) {
    this.marks = new Int32Array(MARK_WORDS * cells);
  }

  clear(): void {
    this.marks.fill(0);
  }

  /** Called before a write is noted that leaves the value unchanged. */
  keepMaker(cell: number): void {
    this.#makers ??= new Int32Array(this.marks.length);
    const at = MARK_WORDS * cell;
    if (this.marks[at + 3] < 0) return;
    for (let word = 0; word < 3; word++) this.#makers[at + word] = this.marks[at + word];
  }

  /** The same where the cell's group has its mark. */
  setMaker(cell: number, epoch: number, warp: number, pc: number): void {
    this.#makers ??= new Int32Array(this.marks.length);
    const at = MARK_WORDS * cell;
    this.#makers[at] = epoch;
    this.#makers[at + 1] = warp;
    this.#makers[at + 2] = pc;
  }

  /**
   * The access that wrote the value which the last write left unchanged; null if the last write made the value itself.
   */
  makerOf(cell: number): EarlierAccess | null {
    const at = MARK_WORDS * cell;
    if (this.marks[at + 3] >= 0 || this.#makers === null) return null;
    return { epoch: this.#makers[at], warp: this.#makers[at + 1], pc: this.#makers[at + 2] };
  }

  epoch(cell: number): number {
    return this.marks[MARK_WORDS * cell];
  }

  by(cell: number): number {
    return this.marks[MARK_WORDS * cell + 1];
  }

  pc(cell: number): number {
    return this.marks[MARK_WORDS * cell + 2];
  }

  /** `last`: number of the access, or the lanes of an epoch of several. */
  note(cell: number, epoch: number, pc: number, warp: number, last = 0): void {
    const at = MARK_WORDS * cell;
    this.marks[at] = epoch;
    this.marks[at + 1] = warp;
    this.marks[at + 2] = pc;
    this.marks[at + 3] = last;
  }

  /** Another atomic by the warp at the same clock: the number of the access is a mask of the lanes then. */
  noteAgain(cell: number, epoch: number, pc: number): void {
    const at = MARK_WORDS * cell;
    if (this.marks[at] !== epoch) {
      this.marks[at + 3] = this.lanesOf(cell) | lanesOf(epoch);
      this.marks[at] = ofSeveral(epoch);
    }
    this.marks[at + 2] = pc;
  }

  /** Lanes of the last atomic. */
  lanesOf(cell: number): number {
    const epoch = this.epoch(cell);
    return laneOf(epoch) === SEVERAL ? this.marks[MARK_WORDS * cell + 3] : lanesOf(epoch);
  }

  last(cell: number): EarlierAccess {
    return { warp: this.by(cell), epoch: this.epoch(cell), pc: this.pc(cell) };
  }
}

export class CellWrites {
  /** Writes by a plain instruction or a copy. */
  readonly plain: LastWrites;
  readonly atomic: LastWrites;
  /** Whether neither an atomic nor a copy has written in this CTA: then `plain` holds all writes, and none is still to happen. */
  isPlain = true;
  /** Whether an atomic has. */
  #hasAtomics = false;
  readonly #clocks: WarpClocks;
  readonly #findings: SharedFindings;
  /** Null for a kernel without atomics. */
  readonly hidden: HiddenAtomics | null;
  /** 1 where the last plain write is a copy that no thread has waited for. */
  readonly #pending: Uint8Array;

  constructor(clocks: WarpClocks, findings: SharedFindings, cells: number, hidden: HiddenAtomics | null) {
    this.#clocks = clocks;
    this.#findings = findings;
    this.plain = new LastWrites(cells);
    this.atomic = new LastWrites(cells);
    this.hidden = hidden;
    this.#pending = new Uint8Array(cells);
  }

  clear(): void {
    this.plain.clear();
    this.atomic.clear();
    this.hidden?.clear();
  }

  /** A new CTA: earlier writes are past. */
  start(): void {
    if (!this.isPlain) this.#pending.fill(0);
    this.isPlain = true;
    this.#hasAtomics = false;
  }

  /** Marks whether the write noted in `plain` is still to happen. */
  setPending(cell: number, isPending: boolean): void {
    this.isPlain = false;
    this.#pending[cell] = isPending ? 1 : 0;
  }

  /** Whether the last plain write is a copy that no thread has waited for. */
  isPending(cell: number): boolean {
    return this.#pending[cell] !== 0;
  }

  /** `isBlind`: whether nothing uses what the atomic has found there. */
  noteAtomic(cell: number, epoch: number, pc: number, warp: number, isBlind: boolean): void {
    this.isPlain = false;
    this.#hasAtomics = true;
    const isOwn = this.atomic.by(cell) === warp;
    if (isBlind && isOwn && clockOf(this.atomic.epoch(cell)) === clockOf(epoch)) {
      this.atomic.noteAgain(cell, epoch, pc);
      return;
    }
    if (!isBlind) this.hidden?.seen(cell);
    else if (!isOwn) this.#hideLast(cell, epoch, warp);
    this.atomic.note(cell, epoch, pc, warp);
  }

  /** Whether atomics of several warps count at the cell. */
  hasHidden(cell: number): boolean {
    return this.hidden?.has(cell) ?? false;
  }

  #hideLast(cell: number, epoch: number, warp: number): void {
    const of = this.atomic;
    this.hidden?.hide(cell, of.epoch(cell), of.by(cell), of.pc(cell), warp, laneOf(epoch));
  }

  /** Whether this CTA has written the cell. */
  has(cell: number): boolean {
    const { firstEpoch } = this.#clocks;
    return this.plain.epoch(cell) >= firstEpoch || this.atomic.epoch(cell) >= firstEpoch;
  }

  /** Whether the warp knows of all atomics on the cell, on which no copy is on its way. */
  areOthersKnown(w: number, cell: number): boolean {
    if (this.#pending[cell] !== 0) return false;
    return !this.#hasAtomics || (!this.hasHidden(cell) && this.#isKnown(this.atomic, w, cell));
  }

  #isKnown(writes: LastWrites, w: number, cell: number): boolean {
    const epoch = writes.epoch(cell);
    const by = writes.by(cell);
    if (epoch < this.#clocks.firstEpoch) return true;
    return clockOf(epoch) < this.#clocks.knowledgeOf(w).warps[by] + (by === w ? 0 : 1);
  }

  /**
   * Reports the writes that did not happen before an access by the lane; true where there are none. `store`: of an access that is a
   * store.
   */
  check(w: number, operation: Operation, lane: number, cell: number, store: Store | null = null): boolean {
    const isAfterPlain = this.#checkPlain(w, operation, lane, cell, store);
    const areAtomicsKnown = this.#clocks.areBefore(
      this.atomic.epoch(cell),
      this.atomic.lanesOf(cell),
      this.atomic.by(cell),
      w,
      lane,
    );
    const isAfterLast = areAtomicsKnown || this.#check(this.atomic, w, operation, lane, cell, null);
    return this.#checkHidden(w, operation, lane, cell) && isAfterLast && isAfterPlain;
  }

  #checkHidden(w: number, operation: Operation, lane: number, cell: number): boolean {
    if (this.hidden === null || !this.hidden.has(cell)) return true;
    const racing = this.hidden.at(cell).filter(({ epoch, warp }) => !this.#clocks.isBefore(epoch, warp, w, lane));
    for (const atomic of racing) this.#findings.race(w, operation, lane, cell, atomic);
    return racing.length === 0;
  }

  /** The same for an atomic, which does not race with others. */
  checkAtomic(w: number, operation: Operation, lane: number, cell: number): void {
    this.#checkPlain(w, operation, lane, cell, null);
  }

  #checkPlain(w: number, operation: Operation, lane: number, cell: number, store: Store | null): boolean {
    if (this.#pending[cell] === 0 || this.plain.epoch(cell) < this.#clocks.firstEpoch)
      return this.#check(this.plain, w, operation, lane, cell, store);
    this.#findings.missingWait(w, operation, lane, cell, this.plain.last(cell), true);
    return false;
  }

  #check(
    writes: LastWrites,
    w: number,
    operation: Operation,
    lane: number,
    cell: number,
    store: Store | null,
  ): boolean {
    const by = writes.by(cell);
    if (this.#clocks.isBefore(writes.epoch(cell), by, w, lane)) return true;
    const isRead = store === null && operation.source.opcode.startsWith('ld');
    if (this.#clocks.isEngine(by)) this.#findings.missingWait(w, operation, lane, cell, writes.last(cell), false);
    else if (store !== null && keepsBytes(store, cell))
      this.#findings.sameValue(w, operation, lane, cell, writes.last(cell));
    else if (store !== null && writes === this.plain && this.#findings.isBehindExchange(w, writes.last(cell)))
      this.#findings.behindExchange(w, operation, lane, cell, writes.last(cell));
    else if (store !== null && slotOverFloat(store, cell) !== null)
      this.#findings.floats(w, operation, lane, cell, store, writes.last(cell));
    else if (isRead && this.#isLeftAsItWas(writes, w, lane, cell))
      this.#findings.leftAsItWas(w, operation, lane, cell, writes.last(cell));
    else this.#findings.race(w, operation, lane, cell, writes.last(cell));
    return false;
  }

  /** Whether the last write left a value that is known to the lane. */
  #isLeftAsItWas(writes: LastWrites, w: number, lane: number, cell: number): boolean {
    const maker = writes.makerOf(cell);
    return maker !== null && this.#clocks.isBefore(maker.epoch, maker.warp, w, lane);
  }
}
