/**
 * Checks accesses of instructions to shared memory, cell by cell: each access is compared with earlier ones, and then
 * counts as an earlier one itself.
 */
import type { AccessForm } from '../machine/access-form.ts';
import type { Memory } from '../machine/memory.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { ALONE, MARK_WORDS } from './cell-marks.ts';
import { type CellReads, placeOf } from './cell-reads.ts';
import type { CellRecords } from './cell-records.ts';
import type { CellWrites } from './cell-writes.ts';
import type { EngineChecks } from './engine-checks.ts';
import { clockOf, SEVERAL } from './epoch.ts';
import type { ReadLog } from './read-log.ts';
import { keepsBytes, leavesWord, type Store } from './same-value.ts';
import type { SharedFindings } from './shared-findings.ts';
import type { SharedGroups } from './shared-groups.ts';
import type { Knowledge } from './vector-clocks.ts';
import type { WarpClocks } from './warp-clocks.ts';

/** The lane of what a warp does as a whole: its data lie in other lanes than its addresses. No lane's past is before it. */
const ALL_LANES = -1;

/** The first clock of warp or engine `by` that is not over for warp `w`: one of another is over once it is known. */
const overFor = ({ warps, engines }: Knowledge, by: number, w: number): number =>
  by < warps.length ? warps[by] + (by === w ? 0 : 1) : engines[by - warps.length] + 1;

export const isSingle = (lanes: number): boolean => (lanes & (lanes - 1)) === 0;

/** The lowest lane of the mask, and those next to it whose access begins at the same cell. */
export function lanesAlike(at: Int32Array, mask: number, shift: number): number {
  const first = at[31 - Math.clz32(mask & -mask)] >> shift;
  let lanes = 0;
  for (let m = mask; m !== 0 && at[31 - Math.clz32(m & -m)] >> shift === first; m &= m - 1) lanes |= m & -m;
  return lanes;
}

export class CellAccesses {
  readonly #shift: number;
  readonly #memory: Memory;
  readonly #clocks: WarpClocks;
  readonly #engine: EngineChecks | null;
  readonly #writes: CellWrites;
  readonly #reads: CellReads;
  readonly #groups: SharedGroups;
  readonly #log: ReadLog | null;
  readonly #findings: SharedFindings;
  /** Number of the last store: by it two lanes of one are found in one cell. */
  #serial = 0;

  constructor({ cta, clocks, writes, reads, groups, log, findings, shift }: CellRecords, engine: EngineChecks | null) {
    this.#shift = shift;
    this.#memory = cta.shared;
    this.#clocks = clocks;
    this.#engine = engine;
    this.#writes = writes;
    this.#reads = reads;
    this.#groups = groups;
    this.#log = log;
    this.#findings = findings;
  }

  read(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const log = form.kind === 'load' && this.#engine?.isInUse !== true ? this.#log : null;
    const isLoad = mask === -1 && form.kind === 'load' && !this.#log?.has(warp.numberInCluster);
    if (isLoad && this.#groups.read(warp, operation.pc, form)) return;
    if (log?.load(warp, operation.pc, form, mask, this.#serial)) return;
    this.#log?.noteOf(warp.numberInCluster);
    this.#readCells(warp, operation, form, mask);
  }

  #readCells({ numberInCluster: index, at }: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const [shift, cells] = [this.#shift, form.widthBytes >> this.#shift];
    const { pc } = operation;
    const [groups, writes, reads] = [this.#groups, this.#writes, this.#reads];
    const [{ isPlain }, { marks }, { places }] = [writes, writes.plain, groups];
    const { firstEpoch } = this.#clocks;
    const knowledge = this.#clocks.knowledgeOf(index);
    const now = this.#clocks.epochOf(index);
    const isWhole = form.kind === 'ldmatrix';
    const kind = isWhole ? 'matrix' : 'plain';
    const own = reads.bitOf(index);
    const place = placeOf(pc, kind);
    for (let m = mask; m !== 0; ) {
      const lane = 31 - Math.clz32(m & -m);
      const first = at[lane] >> shift;
      const lanes = lanesAlike(at, m, shift);
      m &= ~lanes;
      const isOne = isSingle(lanes) && !isWhole;
      const epoch = now | (isOne ? lane : SEVERAL);
      for (let cell = first; cell < first + cells; cell++) {
        if (places[cell] !== ALONE) groups.open(cell);
        const i = MARK_WORDS * cell;
        const written = marks[i];
        const by = marks[i + 1];
        // In most reads, a barrier or a wait has ordered the write before the read.
        const isOver = clockOf(written) < overFor(knowledge, by, index);
        const isOrdered = isOver || (by === index && written === epoch && isOne);
        const isKnown = isOrdered && written >= firstEpoch && (isPlain || writes.areOthersKnown(index, cell));
        if (!isKnown)
          for (let l = lanes; l !== 0; l &= l - 1)
            this.#checkRead(index, operation, 31 - Math.clz32(l & -l), cell, isWhole);
        if (own === 0) reads.note(index, epoch, pc, cell, kind);
        else {
          reads.isPlain[cell] = 1;
          reads.noteOwn(own, epoch, place, cell, isWhole ? -1 : lanes);
        }
      }
    }
  }

  #checkRead(index: number, operation: Operation, lane: number, cell: number, isWhole: boolean): void {
    if (this.#writes.has(cell)) this.#writes.check(index, operation, isWhole ? ALL_LANES : lane, cell);
    else this.#findings.noteEarly(index, operation, lane, cell);
  }

  write(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#log?.beforeWrite(warp.numberInCluster);
    if (mask === -1 && this.#isPlainStore(form) && this.#groups.write(warp, operation.pc, form, ++this.#serial)) return;
    const overlaps = this.#noteWrites(warp, operation, form, mask);
    if (overlaps) this.#findings.checkOneInstruction(warp, operation, form, mask);
    const isCopy = form.kind === 'copy';
    if (!this.#writes.isPlain || isCopy) this.#notePending(warp.at, form.widthBytes >> this.#shift, mask, isCopy);
  }

  /** A store where neither tensor cores nor other CTAs have been at work. */
  #isPlainStore({ kind }: AccessForm): boolean {
    return kind === 'store' && this.#isUndisturbed;
  }

  /** Whether two lanes of the instruction write the same cell: the values tell then whether that is a race. */
  #noteWrites(warp: Warp, operation: Operation, form: AccessForm, mask: number): boolean {
    const { numberInCluster: index, at } = warp;
    const [shift, cells] = [this.#shift, form.widthBytes >> this.#shift];
    const engine = this.#engine?.isInUse ? this.#engine : null;
    const [groups, writes, plain] = [this.#groups, this.#writes, this.#writes.plain];
    const [{ isPlain }, { marks }, { places }, reads] = [writes, plain, groups, this.#reads];
    const [firstEpoch, epoch] = [this.#clocks.firstEpoch, this.#clocks.epochOf(index)];
    const knowledge = this.#clocks.knowledgeOf(index);
    const [isWhole, isOfWords] = [form.kind === 'stmatrix', form.kind === 'store' && form.elementBytes === 4];
    const [own, since, hasRemote] = [reads.bitOf(index), knowledge.warps[index], reads.hasRemote];
    const serial = ++this.#serial;
    const store = isWhole || form.kind === 'store' ? { warp, form, memory: this.#memory, shift, mask, lane: 0 } : null;
    let overlaps = false;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const writer = isWhole ? ALL_LANES : lane;
      if (store !== null) store.lane = lane;
      engine?.checkProducts(index, operation, writer, at[lane]);
      for (let cell = at[lane] >> shift, end = cell + cells; cell < end; cell++) {
        if (places[cell] !== ALONE) groups.open(cell);
        const i = MARK_WORDS * cell;
        const before = marks[i];
        const by = marks[i + 1];
        const over = by === index ? since : overFor(knowledge, by, index);
        const isOver = before < firstEpoch || clockOf(before) < over;
        const isOrdered = isOver || (by === index && before === (epoch | writer));
        const isTwice = marks[i + 3] === serial || marks[i + 3] === -serial;
        if (isTwice) overlaps = true;
        else if (!isOrdered || !(isPlain || writes.areOthersKnown(index, cell)))
          writes.check(index, operation, writer, cell, store);
        if (hasRemote || !reads.areOwn(own, since, writer, cell))
          this.#checkReads(index, operation, writer, cell, isWhole ? null : store);
        if (engine?.hasSources) engine.checkSources(index, operation, lane, cell);
        const isLeft = isOfWords && before >= firstEpoch && !isTwice && leavesWord(store!, cell);
        if (isLeft) plain.keepMaker(cell);
        plain.note(cell, epoch | (isWhole ? SEVERAL : lane), operation.pc, index, isLeft ? -serial : serial);
      }
    }
    return overlaps;
  }

  #notePending(at: Int32Array, cells: number, mask: number, isPending: boolean): void {
    for (let m = mask; m !== 0; m &= m - 1) {
      const first = at[31 - Math.clz32(m & -m)] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++)
        if (isPending || this.#writes.isPending(cell)) this.#writes.setPending(cell, isPending);
    }
  }

  /** Whether neither tensor cores nor other CTAs have been at work. */
  get #isUndisturbed(): boolean {
    return !this.#reads.hasRemote && this.#engine?.isInUse !== true;
  }

  /** `store`: one lane's plain store, or null for another write. */
  #checkReads(w: number, operation: Operation, lane: number, cell: number, store: Store | null): void {
    if (!this.#reads.hasRemote && this.#reads.areKnown(w, cell, lane)) {
      this.#reads.forgetOthers(w, cell);
      return;
    }
    const racing = this.#reads.racing(w, lane, cell, false);
    for (const read of racing) {
      if (store && this.#writes.has(cell) && !this.#findings.isBehindExchange(w, read) && keepsBytes(store, cell))
        this.#findings.leftAsItWas(w, operation, lane, cell, read);
      else this.#findings.raceWithRead(w, operation, lane, cell, read);
    }
    // A read that races with this write may race with a later one, too: that is another finding.
    if (racing.length === 0) this.#reads.forgetOthers(w, cell);
  }
}
