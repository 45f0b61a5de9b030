/**
 * Checks strong accesses of instructions to shared memory: atomics, loads and stores that are ones for others, and looks at mbarriers.
 * Those do not race with each other. And notes copies (`cp.async`) that have come.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { IssuedCopy } from '../machine/issued-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { isSingle, lanesAlike } from './cell-accesses.ts';
import { MARK_WORDS } from './cell-marks.ts';
import type { CellRecords } from './cell-records.ts';
import type { EngineChecks } from './engine-checks.ts';
import { clockOf, SEVERAL } from './epoch.ts';

export class StrongAccesses {
  readonly #records: CellRecords;
  readonly #engine: EngineChecks | null;

  constructor(records: CellRecords, engine: EngineChecks | null) {
    this.#records = records;
    this.#engine = engine;
  }

  /** `isBlind`: of an atomic that does not see what others have done. */
  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number, isBlind: boolean): void {
    this.#records.log?.noteAll();
    if (form.effect === 'read') this.#read(warp, operation, form.widthBytes >> this.#records.shift, mask);
    else this.#write(warp, operation, form, mask, isBlind);
  }

  #write(warp: Warp, operation: Operation, form: AccessForm, mask: number, isBlind: boolean): void {
    const { groups, writes, reads, findings, clocks, shift } = this.#records;
    const cells = form.widthBytes >> shift;
    const { numberInCluster: index, at } = warp;
    const epoch = clocks.epochOf(index);
    const isUpdate = form.effect === 'update';
    // Any atomic but an exchange makes its new value from the old one.
    const needsOld = isUpdate && !operation.source.modifiers.includes('exch');
    const engine = this.#engine?.isInUse ? this.#engine : null;
    const { hasRemote, isPlain } = reads;
    const { marks: plain } = writes.plain;
    const { firstEpoch } = clocks;
    const { warps: known } = clocks.knowledgeOf(index);
    const isUndisturbed = !hasRemote && engine === null;
    const counters = isUpdate && cells === 1 && isUndisturbed ? groups.counters : null;
    const left = counters === null ? mask : counters.count(at, mask, shift, index, operation.pc, isBlind);
    for (let m = left, lanes = 0; m !== 0; m &= ~lanes) {
      // Of all lanes that arrive or wait at one mbarrier, the last stands for the others.
      lanes = cells > 1 && !isBlind ? lanesAlike(at, m, shift) : m & -m;
      const lane = 31 - Math.clz32(lanes);
      engine?.checkProducts(index, operation, lane, at[lane]);
      const first = at[lane] >> shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (counters?.counts(cell, index, 1 << lane, operation.pc, isBlind)) continue;
        groups.open(cell);
        const before = plain[MARK_WORDS * cell];
        if (needsOld && before < firstEpoch && !writes.has(cell)) findings.noteEarly(index, operation, lane, cell);
        const by = plain[MARK_WORDS * cell + 1];
        // Most cells were made ready by a plain write before a barrier, or never.
        const isKnown = before < firstEpoch || clockOf(before) < known[by] + (by === index ? 0 : 1);
        if (!isKnown || writes.isPending(cell)) writes.checkAtomic(index, operation, lane, cell);
        const isReadPlainly = isPlain[cell] !== 0 || hasRemote;
        if (isReadPlainly && reads.has(cell)) this.#checkReads(index, operation, lane, cell);
        if (engine?.hasSources) engine.checkSources(index, operation, lane, cell);
        writes.noteAtomic(cell, epoch | lane, operation.pc, index, isBlind);
        reads.note(index, epoch | (isSingle(lanes) ? lane : SEVERAL), operation.pc, cell, 'atomic', lanes);
        counters?.begin(cell, index, operation.pc);
      }
    }
  }

  /** A strong load, or a look at an mbarrier: there, all lanes mostly look at the same. */
  #read({ numberInCluster: index, at }: Warp, operation: Operation, cells: number, mask: number): void {
    const { groups, writes, reads, clocks, shift } = this.#records;
    const epoch = clocks.epochOf(index);
    const { marks } = writes.plain;
    const { firstEpoch } = clocks;
    const { warps: known } = clocks.knowledgeOf(index);
    for (let m = mask; m !== 0; ) {
      const first = at[31 - Math.clz32(m & -m)] >> shift;
      const lanes = lanesAlike(at, m, shift);
      m &= ~lanes;
      const lane = isSingle(lanes) ? 31 - Math.clz32(lanes) : SEVERAL;
      for (let cell = first; cell < first + cells; cell++) {
        groups.open(cell);
        const i = MARK_WORDS * cell;
        const isKnown =
          marks[i] >= firstEpoch && clockOf(marks[i]) < known[marks[i + 1]] + (marks[i + 1] === index ? 0 : 1);
        if (!isKnown || writes.isPending(cell))
          for (let l = lanes; l !== 0; l &= l - 1) this.#checkRead(index, operation, 31 - Math.clz32(l & -l), cell);
        reads.note(index, epoch | lane, operation.pc, cell, 'strong', lanes);
      }
    }
  }

  #checkRead(index: number, operation: Operation, lane: number, cell: number): void {
    const { writes, findings } = this.#records;
    if (writes.has(cell)) writes.checkAtomic(index, operation, lane, cell);
    else findings.noteEarly(index, operation, lane, cell);
  }

  /** The lanes have waited for a copy: its writes happen now. */
  copied({ numberInCluster: index }: Warp, { form, operation, destination }: IssuedCopy, mask: number): void {
    const { groups, log, writes, clocks, shift } = this.#records;
    const cells = form.widthBytes >> shift;
    const epoch = clocks.epochOf(index);
    log?.beforeWrite(index);
    log?.noteAll();
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = destination[lane] >> shift;
      for (let cell = first; cell < first + cells; cell++) {
        groups.open(cell);
        writes.plain.note(cell, epoch | lane, operation.pc, index);
        writes.setPending(cell, false);
      }
    }
  }

  /** Plain reads with which an atomic races. */
  #checkReads(w: number, operation: Operation, lane: number, cell: number): void {
    const { reads, findings } = this.#records;
    for (const read of reads.racing(w, lane, cell, true)) findings.raceWithRead(w, operation, lane, cell, read);
  }
}
