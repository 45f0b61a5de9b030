/**
 * Races in device memory: what a cluster's warps access, against what was there before, of which they may know through barriers,
 * flags, locks and counters. CTAs have no other order than that.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { BulkEvent } from '../machine/bulk-copy.ts';
import type { Memory } from '../machine/memory.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { AccessOrder } from './access-order.ts';
import { clockOf } from './epoch.ts';
import type { GlobalCounters } from './global-counters.ts';
import { GlobalFindings, type GlobalThread } from './global-findings.ts';
import { GlobalRaces, threadAt } from './global-races.ts';
import type { GlobalRecord } from './global-record.ts';
import { GlobalWrites } from './global-writes.ts';
import type { LeavingCopies } from './leaving-copies.ts';
import { LineAccesses } from './line-accesses.ts';
import type { RacingLoads } from './racing-loads.ts';
import { isOfExecution, sameInstructionConflict } from './same-instruction.ts';
import type { Store } from './same-value.ts';
import {
  ENGINE,
  markOf,
  newMarks,
  openCell,
  PAGE_SHIFT,
  placeAt,
  readAgain,
  type ShadowPage,
  type Strong,
  strongOf,
} from './shadow.ts';
import { type UnwrittenReads, unwrittenReads } from './unwritten-reads.ts';
import type { WarpClocks } from './warp-clocks.ts';

export class GlobalAccesses {
  readonly record: GlobalRecord;
  readonly #clocks: WarpClocks;
  readonly #memory: Memory;
  readonly #findings: GlobalFindings;
  readonly #order: AccessOrder;
  readonly #lines: LineAccesses;
  readonly #writes: GlobalWrites;
  /** Null where no instruction is an atomic. */
  readonly #counters: GlobalCounters | null;
  readonly #races: GlobalRaces;
  /** Null where no instruction copies. */
  readonly #leaving: LeavingCopies | null;
  readonly #unwritten: UnwrittenReads | null;
  /** For each warp: its segment, and the clock for which the segment was made. */
  readonly #segment: Int32Array;
  readonly #clock: Int32Array;
  #cluster = 0;
  #isChecked = true;

  constructor(
    record: GlobalRecord,
    clocks: WarpClocks,
    warps: number,
    leaving: LeavingCopies | null,
    newCounters?: (...given: ConstructorParameters<typeof GlobalCounters>) => GlobalCounters,
  ) {
    this.record = record;
    this.#leaving = leaving;
    this.#clocks = clocks;
    this.#memory = record.grid.global.memory;
    this.#findings = new GlobalFindings(record);
    this.#order = new AccessOrder(record, clocks);
    this.#races = new GlobalRaces(record, clocks, this.#order, this.#findings);
    this.#writes = new GlobalWrites(record, this.#order);
    this.#counters = newCounters?.(record, this.#order, this.#writes) ?? null;
    this.#lines = new LineAccesses(record, this.#order, this.#writes);
    this.#unwritten = unwrittenReads(record);
    this.#segment = new Int32Array(warps);
    this.#clock = new Int32Array(warps);
  }

  /** A new cluster, after its clocks have started. */
  start(firstCta: number): void {
    this.#cluster = firstCta;
    this.#order.start(firstCta);
    this.#clock.fill(0);
    this.#leaving?.start();
    this.#isChecked = firstCta < this.record.ctas;
  }

  /** Lanes are about to access the bytes at `warp.at`. */
  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const { strength, effect } = form;
    this.#leaving?.accessed(warp, operation, form, mask);
    const isAtomic = effect === 'update' || this.record.special.confirmed.has(operation.pc);
    const strong: Strong = strength ? ((strength.scope + 1) as Strong) : isAtomic ? 3 : 0;
    if (this.#isChecked) {
      if (this.#unwritten !== null && effect !== 'write') this.#unwritten.accessed(warp, operation, form, mask);
      if (this.record.racingLoads !== null) this.#tell(this.record.racingLoads, warp, operation, form, mask, strong);
      if (this.record.lateLoads?.keeps(warp, operation, form, mask, this.#noteLate)) return;
      if (effect === 'read') this.#read(warp, operation, form, mask, strong);
      else {
        this.record.lateLoads?.wrote(warp, operation, form, mask);
        this.#write(warp, operation, form, mask, strong);
      }
    }
    if (strength === null) return;
    const isOrdering = this.record.lateLoads !== null;
    const counted = isOrdering ? { ...strength, acquires: true, releases: true } : strength;
    this.#clocks.flags?.accessed(warp, form, counted, mask, this.#memory, this.record.releases);
  }

  #noteLate = (warp: Warp, operation: Operation, form: AccessForm, mask: number): void =>
    this.#read(warp, operation, form, mask, 0);

  /** Whether a flag tells of it, though not as the manual wants it: a hazard of its own (`GlobalRaces`). */
  #isSeen(by: number, place: number, w: number): boolean {
    const { cluster, warp, clock } = this.record.segments;
    const actor = { cluster: cluster[by], warp: warp[by] };
    return this.#clocks.flags?.hasSeen(w, actor, clock[by], strongOf(place) !== 0) ?? false;
  }

  #tell(loads: RacingLoads, warp: Warp, operation: Operation, form: AccessForm, mask: number, strong: Strong): void {
    const w = warp.numberInCluster;
    loads.accessed(warp, operation, form, mask, {
      segment: this.#segmentOf(w),
      place: placeAt(operation.pc, strong, 0),
      shift: this.record.shift,
      isBefore: (by, place, here) => this.#order.isOrdered(by, place, w, here) || this.#isSeen(by, place, w),
      isCovered: (by, place, here) => this.#writes.isCovered(by, place, w, here),
    });
  }

  /** A copy engine is about to read or write device memory. It is compared with other clusters only. */
  bulkCopied(event: BulkEvent): void {
    this.#leaving?.bulkCopied(event);
    const { kind, copy } = event;
    const reads = kind === 'arriving' && copy.source === null;
    if (!this.#isChecked || (!reads && kind !== 'leaving')) return;
    const { warp, operation } = copy.issuer;
    const { pieces } = copy;
    const { shift } = this.record;
    const w = warp.numberInCluster;
    // A thread that waited for the copy may know of the issuing thread only what came before the copy.
    const segment = this.record.segments.add(this.#cluster, w, clockOf(this.#clocks.epochOf(w)) - 1);
    const place = placeAt(operation.pc, !reads && copy.combine !== null ? 3 : 0, ENGINE);
    for (let i = 0; i < pieces.other.length; i++) {
      if (pieces.insideBytes[i] === 0 || pieces.insideBytes[i] >> shift === 0) continue;
      if (reads) this.#unwritten?.copied(copy.issuer, pieces.other[i], pieces.insideBytes[i]);
      const last = (pieces.other[i] + pieces.insideBytes[i] - 1) >> shift;
      for (let cell = pieces.other[i] >> shift; cell <= last; cell++) this.#engineAt(warp, cell, segment, place, reads);
    }
  }

  #engineAt(warp: Warp, cell: number, segment: number, place: number, reads: boolean): void {
    const page = this.record.pageOf(cell);
    if (page === null) return;
    openCell(page, cell);
    const i = markOf(cell);
    this.#races.checkWrites(page, i, warp, segment, place, cell, null);
    if (reads) this.record.noteRead(page, i, segment, place);
    else {
      this.#races.check(page, 'reads', i, warp, segment, place, cell, null);
      this.#races.check(page, 'others', i, warp, segment, place, cell, null);
      this.#races.checkFurther(page, i, warp, segment, place, cell, null);
      this.#writes.note(page, i, segment, place, warp.numberInCluster, cell);
    }
  }

  #read(warp: Warp, operation: Operation, form: AccessForm, mask: number, strong: Strong): void {
    const { at } = warp;
    const record = this.record;
    const { shift } = record;
    const cells = Math.max(1, form.widthBytes >> shift);
    const segment = this.#segmentOf(warp.numberInCluster);
    const first = placeAt(operation.pc, strong, 0);
    if (mask === -1 && this.#lines.accessed(at, form, warp.numberInCluster, segment, first)) return;
    let page: ShadowPage | null = null;
    let number = -1;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const start = at[lane] >> shift;
      for (let cell = start, end = start + cells; cell < end; cell++) {
        if (cell >> PAGE_SHIFT !== number) {
          number = cell >> PAGE_SHIFT;
          page = record.pageOf(cell);
        }
        if (page === null) continue;
        openCell(page, cell);
        const i = markOf(cell);
        const { writes, reads } = page;
        if (writes !== null && writes[i] !== 0) this.#checkRead(page, i, warp, segment, first | lane, cell, form);
        if (reads === null || (reads[i] !== segment && reads[i] !== 0)) record.noteRead(page, i, segment, first | lane);
        else if (reads[i] === 0) {
          reads[i] = segment;
          reads[i + 1] = first | lane;
        } else readAgain(page, i, first | lane);
      }
    }
  }

  #checkRead(
    page: ShadowPage,
    i: number,
    warp: Warp,
    segment: number,
    place: number,
    cell: number,
    { isReadOnly }: AccessForm,
  ): void {
    const isOrdered = this.#races.checkWrites(page, i, warp, segment, place, cell, null);
    if (isOrdered && isReadOnly) this.#findings.readOnly({ segment, place, cell }, threadAt(page.writes!, i, cell));
  }

  #write(warp: Warp, operation: Operation, form: AccessForm, mask: number, strong: Strong): void {
    const [{ at }, { shift, special }] = [warp, this.record];
    const cells = Math.max(1, form.widthBytes >> shift);
    const segment = this.#segmentOf(warp.numberInCluster);
    const first = placeAt(operation.pc, strong, 0);
    const counters = strong === 3 && cells === 1 && form.effect === 'update' ? this.#counters : null;
    const left = counters?.count(warp, mask, segment, first, special.blind.has(operation.pc)) ?? mask;
    if (left === -1 && this.#lines.accessed(at, form, warp.numberInCluster, segment, first)) return;
    const store = form.kind === 'store' && strong === 0 ? this.#storeOf(warp, form, mask) : null;
    let page: ShadowPage | null = null;
    let number = -1;
    let overlaps = false;
    for (let m = left; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const start = at[lane] >> shift;
      if (store !== null) store.lane = lane;
      for (let cell = start, end = start + cells; cell < end; cell++) {
        if (cell >> PAGE_SHIFT !== number) {
          number = cell >> PAGE_SHIFT;
          page = this.record.pageOf(cell);
        }
        if (page === null) continue;
        openCell(page, cell);
        const i = markOf(cell);
        page.writes ??= newMarks(page);
        const { writes, reads } = page;
        const place = first | lane;
        if (reads !== null && reads[i] !== 0) this.#checkReads(page, i, warp, segment, place, cell, store);
        if (writes[i] !== 0) {
          if (strong !== 0) this.#races.checkStrong(page, i, warp, segment, place, cell);
          else if (writes[i] === segment && isOfExecution(warp, form, mask, writes[i + 1], place, cell << shift))
            overlaps ||= writes[i + 1] !== place;
          else this.#races.checkWrites(page, i, warp, segment, place, cell, store);
        }
        this.#writes.note(page, i, segment, place, warp.numberInCluster, cell);
        counters?.begin(page, i, segment, warp.numberInCluster);
      }
    }
    if (overlaps) this.#checkOneInstruction(warp, operation, form, mask, segment);
  }

  #storeOf(warp: Warp, form: AccessForm, mask: number): Store {
    return { warp, form, memory: this.#memory, shift: this.record.shift, mask, lane: 0 };
  }

  /**
   * Checks a cell that was read. Only for a value that this launch has written is it certain that all lanes read the
   * same one.
   */
  #checkReads(
    page: ShadowPage,
    i: number,
    warp: Warp,
    segment: number,
    place: number,
    cell: number,
    store: Store | null,
  ): void {
    const { writes, reads, others } = page;
    const same = writes !== null && writes[i] !== 0 ? store : null;
    const isReadBefore = this.#races.check(page, 'reads', i, warp, segment, place, cell, same);
    const isOtherBefore = this.#races.check(page, 'others', i, warp, segment, place, cell, same);
    const areFurtherBefore = this.#races.checkFurther(page, i, warp, segment, place, cell, same);
    if (strongOf(place) !== 0) return;
    // An access ordered after a plain write is also ordered after the reads before the write; lanes of one instruction
    // are checked apart.
    if (isReadBefore && reads![i] !== segment) reads![i] = 0;
    if (isOtherBefore && others !== null) others[i] = 0;
    if (areFurtherBefore) page.further?.delete(i);
  }

  /** Lanes of one store that write different values to one place. */
  #checkOneInstruction(warp: Warp, { pc }: Operation, form: AccessForm, mask: number, segment: number): void {
    const conflict = sameInstructionConflict(warp, form, mask);
    if (conflict === null) return;
    const cell = conflict.byteOffset >> this.record.shift;
    const by = (lane: number): GlobalThread => ({ segment, place: placeAt(pc, 0, lane), cell });
    this.#findings.race(by(conflict.lane), { ...by(conflict.other), isSameStore: true }, warp.interval);
  }

  #segmentOf(w: number): number {
    const clock = clockOf(this.#clocks.epochOf(w));
    if (this.#clock[w] === clock) return this.#segment[w];
    this.#clock[w] = clock;
    this.#segment[w] = this.record.segments.add(this.#cluster, w, clock);
    return this.#segment[w];
  }
}
