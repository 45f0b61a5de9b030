/** Findings of the shared memory checker. Races are reported at once, reads of unwritten bytes when the CTA ends. */
import { WORD_BYTES } from '../../base/hardware.ts';
import type { Fault } from '../../trace/fault.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { ArrivingCopy, Issuer } from '../machine/bulk-copy.ts';
import type { Cta } from '../machine/cta.ts';
import { RACE_OF } from '../machine/known-findings.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import type { Instruction } from '../parse/ast.ts';
import { clockOf, laneOf, SEVERAL } from './epoch.ts';
import type { GlobalRecord } from './global-record.ts';
import type { MbarrierWaits, VainWait } from './mbarrier-waits.ts';
import {
  behind,
  behindExchangeHazard,
  leftAsItWasHazard,
  missingWaitFault,
  neverWaitedFault,
  raceFault,
  racingThreads,
  roundingHazard,
  sameValueHazard,
  type ThreadAt,
  uninitialisedFault,
} from './race-fault.ts';
import { slotOverFloat } from './rounding.ts';
import { sameInstructionConflict } from './same-instruction.ts';
import type { Store } from './same-value.ts';
import { isSharedLoad, isSharedStore } from './shared-loads.ts';
import type { SharedRacingLoads } from './shared-racing-loads.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** An earlier access of a cell, by a warp numbered through its cluster; its epoch tells the lane. */
export interface EarlierAccess {
  readonly warp: number;
  readonly epoch: number;
  readonly pc: number;
}

export function threadOf({ warp, epoch, pc }: EarlierAccess): ThreadAt {
  const lane = laneOf(epoch);
  return { warp, lane: lane === SEVERAL ? -1 : lane, pc };
}

export const threadOfIssuer = ({ warp, lane, operation }: Issuer): ThreadAt => ({
  warp: warp.numberInCluster,
  lane,
  pc: operation.pc,
});

export class SharedFindings {
  readonly #cta: Cta;
  readonly #granule: number;
  readonly #waits: MbarrierWaits | null;
  readonly #record: GlobalRecord;
  readonly #clocks: WarpClocks;
  /** Whether further runs are asked what depends on loads that race: compilers load ahead what only some threads use. */
  readonly #asksLoads: boolean;
  /** Reads of unwritten cells, by cell: a later write may show that they are races. */
  readonly #early = new Map<number, ThreadAt & { readonly wait: VainWait | null }>();
  /** Bulk copies by their instructions: of each the last one. */
  readonly #copies = new Map<number, ArrivingCopy>();

  /** `granule`: bytes of a cell. */
  constructor(cta: Cta, granule: number, waits: MbarrierWaits | null, record: GlobalRecord, clocks: WarpClocks) {
    this.#record = record;
    this.#clocks = clocks;
    this.#asksLoads = record.grid.log.goesOn;
    this.#cta = cta;
    this.#granule = granule;
    this.#waits = waits;
  }

  /** A new CTA. */
  start(): void {
    this.#early.clear();
    this.#copies.clear();
  }

  noteEarly(warp: number, { pc }: Operation, lane: number, cell: number): void {
    if (!this.#early.has(cell))
      this.#early.set(cell, { warp, lane, pc, wait: this.#waits?.vainOf(warp, 'reads', null) ?? null });
  }

  /** An early read that never raced with a write was a read of an unwritten byte. */
  finished(): void {
    for (const [cell, thread] of this.#early) {
      const make = () => behind(thread.wait, uninitialisedFault(this.#cta, thread, this.#addressOf(cell)));
      this.#cta.grid.log.reportDoubtAt('uninitialisedRead', thread.pc, thread.pc, make);
    }
    this.#early.clear();
  }

  race(warp: number, { pc }: Operation, lane: number, cell: number, before: EarlierAccess): void {
    if (this.#early.size > 0) this.#early.delete(cell);
    const sort = RACE_OF[racingThreads(this.#cta, warp, before.warp)];
    const make = () => this.#raceFault({ warp, lane, pc }, threadOf(before), this.#addressOf(cell));
    const { log } = this.#cta.grid;
    if (!this.#asksLoads || !this.#isLoadAndStore(pc, before.pc)) log.reportAt(sort, pc, before.pc, make);
    else {
      if (this.#record.sharedLoads !== null)
        this.#tellLoad(this.#record.sharedLoads, { warp, lane, pc }, before, cell * this.#granule);
      log.reportDoubtAt(sort, pc, before.pc, make);
    }
  }

  #isLoadAndStore(pc: number, otherPc: number): boolean {
    const [a, b] = [this.#sourceAt(pc), this.#sourceAt(otherPc)];
    return isSharedStore(b) ? isSharedLoad(a) : isSharedStore(a) && isSharedLoad(b);
  }

  /** Tells who looks for racing loads of the one of the two that is a load. */
  #tellLoad(sharedLoads: SharedRacingLoads, here: ThreadAt, before: EarlierAccess, byteOffset: number): void {
    const isFirst = isSharedStore(this.#sourceAt(here.pc));
    const [load, store] = isFirst ? [threadOf(before), here] : [here, threadOf(before)];
    const clock = clockOf(isFirst ? before.epoch : this.#clocks.epochOf(here.warp));
    sharedLoads.raced(
      { pc: load.pc, warp: this.#numberOf(load.warp), clock, byteOffset, isFirst },
      { ...store, warp: this.#numberOf(store.warp) },
      this.#cta,
    );
  }

  /** Number in the grid of a warp of the cluster. */
  #numberOf(warp: number): number {
    const { cluster, grid } = this.#cta;
    return cluster[Math.floor(warp / grid.warpsPerCta)].number * grid.warpsPerCta + (warp % grid.warpsPerCta);
  }

  /** Two stores of one value, with nothing between them. */
  sameValue(warp: number, { pc }: Operation, lane: number, cell: number, before: EarlierAccess): void {
    const make = () => sameValueHazard(this.#cta, { warp, lane, pc }, threadOf(before), this.#addressOf(cell));
    this.#cta.grid.log.reportHazardAt(RACE_OF[racingThreads(this.#cta, warp, before.warp)], pc, before.pc, make);
  }

  /** A store of a float over another one: whether they differ by rounding only is asked when the run has ended. */
  floats(warp: number, operation: Operation, lane: number, cell: number, store: Store, before: EarlierAccess): void {
    // For a matrix, the slot belongs to the lane whose address it is; the whole warp stores.
    const slot = slotOverFloat(store, cell)!;
    const byteOffset = (cell << store.shift) & -WORD_BYTES;
    const isOwn = store.warp.cta === this.#cta;
    if (isOwn) this.#record.racingSums?.note(store.warp, operation.pc, store.lane, slot, { byteOffset });
    if (isOwn) this.#floats({ warp, lane, pc: operation.pc }, threadOf(before), this.#addressOf(cell));
    else this.race(warp, operation, lane, cell, before);
  }

  #floats(here: ThreadAt, other: ThreadAt, address: number): void {
    const make = () => roundingHazard(this.#cta, here, other, address);
    this.#cta.grid.log.reportDoubtAt(RACE_OF[racingThreads(this.#cta, here.warp, other.warp)], here.pc, other.pc, make);
  }

  /** A load and a store that leaves the value as it is, with nothing between them. */
  leftAsItWas(warp: number, { pc }: Operation, lane: number, cell: number, before: EarlierAccess): void {
    const make = () => leftAsItWasHazard(this.#cta, { warp, lane, pc }, threadOf(before), this.#addressOf(cell));
    this.#cta.grid.log.reportHazardAt(RACE_OF[racingThreads(this.#cta, warp, before.warp)], pc, before.pc, make);
  }

  /** Whether only an exchange of values is between the warp's earlier access and its write. */
  isBehindExchange(w: number, { warp, epoch }: EarlierAccess): boolean {
    return warp === w && this.#clocks.hasExchanged(epoch, w);
  }

  /** A write races with an earlier read. */
  raceWithRead(w: number, operation: Operation, lane: number, cell: number, read: EarlierAccess): void {
    if (this.isBehindExchange(w, read)) this.behindExchange(w, operation, lane, cell, read);
    else this.race(w, operation, lane, cell, read);
  }

  /** A write over what another lane has read or written, with an exchange of values between the two alone. */
  behindExchange(warp: number, { pc }: Operation, lane: number, cell: number, before: EarlierAccess): void {
    const make = () => behindExchangeHazard(this.#cta, { warp, lane, pc }, threadOf(before), this.#addressOf(cell));
    this.#cta.grid.log.reportHazardAt('race of lanes', pc, before.pc, make);
  }

  /** Whether the warp has gone on from an mbarrier at which it has looked in vain. */
  wentOn(warp: number): boolean {
    return this.#waits?.wentOn(warp) ?? false;
  }

  /** A bulk copy: who waits for it does so at its mbarrier. */
  noteCopy(copy: ArrivingCopy): void {
    this.#copies.set(copy.issuer.operation.pc, copy);
  }

  /**
   * An access of what an asynchronous copy, for which its thread has not waited, may be writing. `isUnderWay`: here it has not
   * happened.
   */
  missingWait(
    warp: number,
    operation: Operation,
    lane: number,
    cell: number,
    copy: EarlierAccess,
    isUnderWay: boolean,
  ): void {
    const { pc } = operation;
    const make = () => {
      const bulk = this.#copies.get(copy.pc);
      const waiting = bulk ? `at ${bulk.told.mbarriers!.describe(bulk.mbarrier)}` : 'by its thread';
      const issuer = bulk ? threadOfIssuer(bulk.issuer) : threadOf(copy);
      const fault = missingWaitFault(this.#cta, { warp, lane, pc }, issuer, this.#addressOf(cell), 'writes', waiting);
      return behind(bulk ? (this.#waits?.vainAt(warp, bulk.mbarrier) ?? null) : null, fault);
    };
    const { log } = this.#cta.grid;
    // A product takes 64 rows, though nobody may want all of them.
    const isDoubtful = isUnderWay && operation.source.opcode.startsWith('wgmma') && this.#copies.has(copy.pc);
    if (isDoubtful) log.reportDoubtAt('missingWait', pc, copy.pc, make);
    else log.reportAt('missingWait', pc, copy.pc, make);
  }

  /** The CTA ended while a bulk copy may have been writing its shared memory. */
  neverWaited({ issuer, told, mbarrier }: ArrivingCopy): void {
    const thread = threadOfIssuer(issuer);
    const make = () =>
      behind(
        this.#waits?.vainOfAny(mbarrier) ?? null,
        neverWaitedFault(this.#cta, thread, told.mbarriers!.describe(mbarrier)),
      );
    this.#cta.grid.log.reportAt('missingWait', thread.pc, thread.pc, make);
  }

  /** A race at a byte; its read is then no read of an unwritten byte. */
  raceAt(warp: number, { pc }: Operation, lane: number, byteOffset: number, before: EarlierAccess): void {
    this.#report({ warp, lane, pc }, threadOf(before), this.#base + byteOffset);
  }

  /** Lanes of one store that write different values to the same bytes. */
  checkOneInstruction(warp: Warp, { pc }: Operation, form: AccessForm, mask: number): void {
    const conflict = sameInstructionConflict(warp, form, mask);
    if (!conflict) return;
    const { lane, other, byteOffset, floats } = conflict;
    const here: ThreadAt = { warp: warp.numberInCluster, lane, pc };
    const there: ThreadAt = { ...here, lane: other, isSameStore: true };
    const address = this.#base + byteOffset;
    if (floats !== null && warp.cta === this.#cta) {
      this.#record.racingSums?.note(warp, pc, lane, floats.slot, { lane: other });
      this.#floats(here, there, address);
    } else this.#report(here, there, address);
  }

  #sourceAt(pc: number): Instruction {
    return this.#cta.grid.program.operations[pc].source;
  }

  get #base(): number {
    return this.#cta.grid.sharedBaseBytes;
  }

  #addressOf(cell: number): number {
    return this.#base + cell * this.#granule;
  }

  #report(here: ThreadAt, other: ThreadAt, address: number): void {
    const cta = this.#cta;
    const sort = RACE_OF[racingThreads(cta, here.warp, other.warp)];
    cta.grid.log.reportAt(sort, here.pc, other.pc, () => this.#raceFault(here, other, address));
  }

  #raceFault = (here: ThreadAt, other: ThreadAt, address: number): Fault =>
    behind(this.#vainWait([here, other]), raceFault(this.#cta, here, other, address));

  /** A wait that may have caused the race: one of the two threads has waited for nothing. */
  #vainWait(parties: readonly [ThreadAt, ThreadAt]): VainWait | null {
    const { operations } = this.#cta.grid.program;
    const waits = parties.map(({ warp, pc }, i) => {
      const does = operations[pc].source.opcode.startsWith('ld') ? 'reads' : 'writes';
      return this.#waits?.vainOf(warp, does, { read: pc, write: parties[1 - i].pc }) ?? null;
    });
    return waits.find(wait => wait !== null) ?? null;
  }
}
