/**
 * Races and uninitialised reads in a CTA's shared memory: two accesses of one cell, one of them a write, of which neither happened
 * before the other. What a barrier that all warps pass orders is what the word "barrier interval" means; producers and
 * consumers on named barriers are ordered likewise.
 */
import type { BeyondCore } from '../launch/beyond-core.ts';
import type { AccessForm } from '../machine/access-form.ts';
import type { Cta } from '../machine/cta.ts';
import type { IssuedCopy } from '../machine/issued-copy.ts';
import type { Operation } from '../machine/operation.ts';
import type { Warp } from '../machine/warp.ts';
import { CellReads } from './cell-reads.ts';
import { CellWrites } from './cell-writes.ts';
import type { EngineChecks } from './engine-checks.ts';
import { Residency } from './residency.ts';
import { SharedFindings } from './shared-findings.ts';
import { SEVERAL, type WarpClocks } from './warp-clocks.ts';

/** The lane of what a warp does as a whole: its data lie in other lanes than its addresses. No lane's past is before it. */
const ALL_LANES = -1;

export class SharedChecker {
  /** To be told of what orders accesses. */
  readonly clocks: WarpClocks;
  /** To be told of bulk copies and products; null where there are none. */
  readonly engine: EngineChecks | null;
  readonly #shift: number;
  readonly #writes: CellWrites;
  /** Which of the checker's accesses wrote the cell last, by a plain write. */
  readonly #serialOf: Int32Array;
  readonly #reads: CellReads;
  readonly #findings: SharedFindings;
  readonly #residency: Residency;
  #restarts: number;
  #serial = 0;

  /** `granule`: bytes of a cell, the narrowest shared access of the kernel; finer cells would tell nothing more. */
  constructor(cta: Cta, granule: 1 | 2 | 4, clocks: WarpClocks, beyondCore: BeyondCore | null) {
    const { warpsPerCta } = cta.grid;
    this.#shift = Math.log2(granule);
    const cells = Math.ceil(cta.grid.sharedBytes / granule);
    this.clocks = clocks;
    this.#restarts = clocks.restarts;
    this.#residency = new Residency(cta, clocks);
    this.#serialOf = new Int32Array(cells);
    this.#findings = new SharedFindings(cta, granule);
    this.#writes = new CellWrites(this.clocks, this.#findings, cells);
    this.#reads = new CellReads(this.clocks, cells, warpsPerCta, cta.clusterRank * warpsPerCta);
    const [writes, reads, findings, shift] = [this.#writes, this.#reads, this.#findings, this.#shift];
    this.engine = beyondCore?.engineChecks({ cta, clocks, writes, reads, findings, shift }) ?? null;
  }

  /** A new CTA, after its cluster's clocks have started. */
  start(): void {
    const isForgotten = this.clocks.restarts !== this.#restarts;
    this.#restarts = this.clocks.restarts;
    this.#findings.start();
    this.engine?.start();
    this.#residency.start();
    this.#reads.start(isForgotten);
    if (isForgotten) this.#writes.clear();
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    if (form.effect === 'read') this.#read(warp, operation, form, mask);
    else if (form.effect === 'write') this.#write(warp, operation, form, mask);
    else this.#update(warp, operation, form, mask);
  }

  /** By a warp of another CTA of the cluster. */
  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#residency.accessed(warp, operation, mask);
    this.accessed(warp, operation, form, mask);
  }

  /** The writes of copies happen when their lanes have waited for them. */
  copied({ numberInCluster: index }: Warp, { form, operation, destination }: IssuedCopy, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const epoch = this.clocks.epochOf(index);
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const first = destination[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        this.#writes.plain.note(cell, epoch | lane, operation.pc, index);
        this.#writes.setPending(cell, false);
      }
    }
  }

  /** The CTA is at its end. */
  finished(): void {
    this.#findings.finished();
    this.#residency.finished();
  }

  #read(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { numberInCluster: index, at } = warp;
    const { isPlain, plain } = this.#writes;
    const { firstEpoch } = this.clocks;
    const isWhole = form.kind === 'ldmatrix';
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const reader = isWhole ? ALL_LANES : lane;
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        const epoch = plain.epoch[cell];
        const isWritten = isPlain ? epoch >= firstEpoch : this.#writes.has(cell);
        if (!isWritten) this.#findings.noteEarly(index, operation, lane, cell);
        else if (!isPlain || !this.clocks.isBefore(epoch, plain.by[cell], index, reader))
          this.#writes.check(index, operation, reader, cell);
        this.#reads.note(index, isWhole ? SEVERAL : lane, operation.pc, cell, false);
      }
    }
  }

  #write(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { numberInCluster: index, at } = warp;
    const { isPlain, plain } = this.#writes;
    const epoch = this.clocks.epochOf(index);
    const isWhole = form.kind === 'stmatrix';
    const { engine } = this;
    const serial = ++this.#serial;
    let overlaps = false;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const writer = isWhole ? ALL_LANES : lane;
      engine?.products.checkWrite(index, operation, writer, at[lane]);
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        // Of two lanes of one instruction, the values tell whether that is a race.
        if (this.#serialOf[cell] === serial) overlaps = true;
        else if (!isPlain || !this.clocks.isBefore(plain.epoch[cell], plain.by[cell], index, writer))
          this.#writes.check(index, operation, writer, cell);
        if (this.#reads.has(cell)) this.#checkReads(index, operation, writer, cell, false);
        if (engine?.hasSources) engine.checkSources(index, operation, lane, cell);
        plain.note(cell, epoch | (isWhole ? SEVERAL : lane), operation.pc, index);
        this.#serialOf[cell] = serial;
      }
    }
    if (overlaps) this.#findings.checkOneInstruction(warp, operation, form, mask);
    if (!isPlain || form.kind === 'copy') this.#notePending(at, cells, mask, form.kind === 'copy');
  }

  #notePending(at: Int32Array, cells: number, mask: number, isPending: boolean): void {
    for (let m = mask; m !== 0; m &= m - 1) {
      const first = at[31 - Math.clz32(m & -m)] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) this.#writes.setPending(cell, isPending);
    }
  }

  /** An atomic reads and writes; it does not race with others. */
  #update(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    const cells = form.widthBytes >> this.#shift;
    const { numberInCluster: index, at } = warp;
    const epoch = this.clocks.epochOf(index);
    // Any atomic but an exchange makes its new value from the old one.
    const { engine } = this;
    const needsOld = !operation.source.modifiers.includes('exch');
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      engine?.products.checkWrite(index, operation, lane, at[lane]);
      const first = at[lane] >> this.#shift;
      for (let cell = first; cell < first + cells; cell++) {
        if (needsOld && !this.#writes.has(cell)) this.#findings.noteEarly(index, operation, lane, cell);
        this.#writes.checkAtomic(index, operation, lane, cell);
        if (this.#reads.has(cell)) this.#checkReads(index, operation, lane, cell, true);
        if (engine?.hasSources) engine.checkSources(index, operation, lane, cell);
        this.#writes.noteAtomic(cell, epoch | lane, operation.pc, index);
        this.#reads.note(index, lane, operation.pc, cell, true);
      }
    }
  }

  #checkReads(w: number, operation: Operation, lane: number, cell: number, atomic: boolean): void {
    for (const read of this.#reads.racing(w, lane, cell, atomic)) this.#findings.race(w, operation, lane, cell, read);
    if (!atomic) this.#reads.forgetOthers(w, cell);
  }
}
