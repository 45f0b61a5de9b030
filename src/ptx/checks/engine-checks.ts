/**
 * Checks accesses of copy engines to a CTA's shared memory, cell by cell (PTX ISA, "Async Proxy"). Before a thread has
 * waited for a copy, nothing may touch bytes that the copy may be writing, or write bytes that it may be reading. A
 * proxy fence must come between writes of instructions and an engine's access to the same bytes; a proxy fence or a
 * barrier must come between reads of instructions and an engine's write. See README.md, "Checks".
 */
import type { ArrivingCopy, BulkCopy, BulkEvent, Issuer, LeavingCopy } from '../machine/bulk-copy.ts';
import type { BulkPieces } from '../machine/bulk-pieces.ts';
import type { Operation } from '../machine/operation.ts';
import type { CellRecords } from './cell-records.ts';
import { EngineFindings } from './engine-findings.ts';
import { areAlike, areOver, type LastRead, unfenced } from './engine-marks.ts';
import { MbarrierFences } from './mbarrier-fences.ts';
import { ProductReads } from './product-reads.ts';
import { TensorChecks } from './tensor-checks.ts';

interface Source {
  readonly copy: BulkCopy;
  /** Offsets of its pieces in the CTA's shared memory. */
  readonly starts: Int32Array;
}

export class EngineChecks {
  readonly findings: EngineFindings;
  /** Listens to products of warpgroups. */
  readonly products: ProductReads;
  /** Listens to accesses of tensor memory. */
  readonly tensor: TensorChecks;
  /** Listens to mbarriers and their fences. */
  readonly mbarriers: MbarrierFences;
  readonly #records: CellRecords;
  /** The copies that may be reading, and by cell how many of them do. */
  #sources: Source[] = [];
  readonly #readers: Uint8Array;

  constructor(records: CellRecords) {
    this.#records = records;
    this.findings = new EngineFindings(records);
    this.products = new ProductReads(records, this);
    this.tensor = new TensorChecks(records, this);
    this.mbarriers = new MbarrierFences(records, this.findings);
    this.#readers = new Uint8Array(records.cta.shared.sizeBytes >> records.shift);
  }

  /** A new CTA. */
  start(): void {
    this.isInUse = false;
    this.#sources = [];
    this.#readers.fill(0);
    this.products.start();
    this.tensor.start();
    this.mbarriers.start();
  }

  /** Whether engines or tensor cores have touched this memory. */
  isInUse = false;

  get hasSources(): boolean {
    return this.#sources.length > 0;
  }

  /** They are about to, cell by cell. */
  begin(): void {
    if (this.isInUse) return;
    this.isInUse = true;
    this.#records.log?.noteAll();
    this.#records.groups.close();
  }

  bulkCopied({ kind, copy }: BulkEvent): void {
    this.begin();
    if (kind === 'expected') this.#expected(copy);
    else if (kind === 'arriving') this.#arrived(copy);
    else if (kind === 'sent') this.#readFrom(copy, copy.pieces.shared);
    else if (kind === 'read') this.#read(copy);
    else if (kind === 'lent') this.#readFrom(copy, copy.pieces.other);
    else if (kind === 'returned') this.#release(copy, copy.pieces.other);
    else if (kind === 'left') this.#records.findings.neverWaited(copy);
  }

  /**
   * An engine touches a cell for warps of which one, at least, must know of a fence behind the write of it. True where there is
   * nothing to say.
   */
  checkFence(warps: readonly number[], operation: Operation, lane: number, cell: number): boolean {
    const first = unfenced(this.#records, cell, warps[0], lane);
    if (first === null || warps.some(w => unfenced(this.#records, cell, w, lane) === null)) return true;
    this.findings.missingFence(warps[0], operation, lane, cell, first, 'wrote');
    return false;
  }

  /** A write, by a warp numbered through the cluster, of what tensor cores may be reading. */
  checkProducts(w: number, operation: Operation, lane: number, byteOffset: number): void {
    this.products.checkWrite(w, operation, lane, byteOffset);
    this.tensor.operands.checkWrite(w, operation, lane, byteOffset);
  }

  /** A write of a cell that an engine may be reading. */
  checkSources(w: number, operation: Operation, lane: number, cell: number): void {
    if (this.#readers[cell] === 0) return;
    const { shift } = this.#records;
    const reads = ({ starts, copy: { pieces } }: Source) =>
      starts.some(start => cell >= start >> shift && cell <= (start + pieces.sizeBytes - 1) >> shift);
    this.findings.missingReadWait(w, operation, lane, cell, this.#sources.find(reads)!.copy);
  }

  #expected(copy: ArrivingCopy): void {
    const { clocks, writes, findings, shift } = this.#records;
    const { warp, operation, lane } = copy.issuer;
    const [w, isFenced] = [warp.numberInCluster, copy.proxy !== 'async'];
    const epoch = clocks.epochOf(w) | lane;
    findings.noteCopy(copy);
    if (!isFenced) this.mbarriers.used(copy);
    // The last cell whose writes had nothing to say: those beside it are mostly like it.
    let silent = -1;
    const over = { by: -1, clock: 0 };
    for (const start of copy.pieces.shared) {
      for (let cell = start >> shift, end = this.#endOf(start, copy.pieces); cell < end; cell++) {
        this.checkSources(w, operation, lane, cell);
        this.checkProducts(w, operation, lane, cell << shift);
        if (silent < 0 || !areAlike(writes, silent, cell)) {
          silent = -1;
          if (!writes.has(cell)) {
            if (copy.combine) findings.noteEarly(w, operation, lane, cell);
          } else if (this.#checkWrites(copy.issuer, cell, isFenced)) silent = cell;
        }
        this.#checkReads(copy.issuer, cell, isFenced, over);
      }
    }
    this.#noteWrites(copy.pieces, epoch, operation.pc, w, true);
  }

  /** A copy writes, or is about to. */
  #noteWrites(pieces: BulkPieces, epoch: number, pc: number, by: number, isPending: boolean): void {
    const { writes, shift } = this.#records;
    for (const start of pieces.shared) {
      for (let cell = start >> shift, end = this.#endOf(start, pieces); cell < end; cell++) {
        writes.plain.note(cell, epoch, pc, by);
        writes.setPending(cell, isPending);
      }
    }
  }

  /** From now on the bytes are there for a thread that waits at the mbarrier. */
  #arrived({ issuer, pieces, told, mbarrier }: ArrivingCopy): void {
    const { clocks } = this.#records;
    const address = told.sharedBase + mbarrier;
    const engine = clocks.numberOfEngine(clocks.engineOf(address));
    const epoch = clocks.meetings.engineArrived(address) | issuer.lane;
    this.#noteWrites(pieces, epoch, issuer.operation.pc, engine, false);
  }

  /** The copy may read from these places on, until it is released. */
  #readFrom(copy: BulkCopy, starts: Int32Array): void {
    const { writes, findings } = this.#records;
    const { warp, operation, lane } = copy.issuer;
    this.#sources.push({ copy, starts });
    this.#eachInside(starts, copy.pieces, cell => {
      if (writes.has(cell)) this.#checkWrites(copy.issuer, cell, false);
      else findings.noteEarly(warp.numberInCluster, operation, lane, cell);
      this.#readers[cell]++;
    });
  }

  #release(copy: BulkCopy, starts: Int32Array): void {
    this.#sources = this.#sources.filter(source => source.copy !== copy);
    this.#eachInside(starts, copy.pieces, cell => this.#readers[cell]--);
  }

  /** Records the copy's reads as reads of the thread that waited for it. */
  #read(copy: LeavingCopy): void {
    const { warp, operation, lane } = copy.issuer;
    const { reads, clocks } = this.#records;
    const w = warp.numberInCluster;
    const epoch = clocks.epochOf(w) | lane;
    this.#release(copy, copy.pieces.shared);
    this.#eachInside(copy.pieces.shared, copy.pieces, cell => reads.note(w, epoch, operation.pc, cell, 'engine'));
  }

  /** Checks a cell that was written; true where there is nothing to say. */
  #checkWrites({ warp: { numberInCluster: w }, operation, lane }: Issuer, cell: number, isFenced: boolean): boolean {
    const { writes } = this.#records;
    const isAfter = writes.check(w, operation, lane, cell);
    const write = isFenced ? null : unfenced(this.#records, cell, w, lane);
    if (write) this.findings.missingFence(w, operation, lane, cell, write, 'wrote');
    return isAfter && write === null;
  }

  #checkReads(
    { warp: { numberInCluster: w }, operation, lane }: Issuer,
    cell: number,
    isFenced: boolean,
    over: LastRead,
  ): void {
    const { reads, findings } = this.#records;
    if (!reads.has(cell)) return;
    if (!reads.hasRemote && areOver(this.#records, w, cell, over)) {
      reads.forgetOthers(w, cell);
      return;
    }
    for (const read of reads.racing(w, lane, cell, false)) findings.race(w, operation, lane, cell, read);
    const overtaken = isFenced ? null : reads.unsettled(w, lane, cell);
    if (overtaken) this.findings.missingFence(w, operation, lane, cell, overtaken, 'read');
    reads.forgetOthers(w, cell);
  }

  /** The first cell behind a piece. */
  #endOf(start: number, { sizeBytes }: BulkPieces): number {
    return ((start + sizeBytes - 1) >> this.#records.shift) + 1;
  }

  /**
   * Visits the cells of a copy out of shared memory. The part of its box beyond the tensor, such as the padding of
   * rows, is not stored.
   */
  #eachInside(starts: Int32Array, { insideBytes }: BulkPieces, visit: (cell: number) => void): void {
    for (let i = 0; i < starts.length; i++) this.#eachOf(starts[i], insideBytes[i], visit);
  }

  #eachOf(start: number, bytes: number, visit: (cell: number) => void): void {
    const { shift } = this.#records;
    const last = (start + bytes - 1) >> shift;
    for (let cell = start >> shift; cell <= last; cell++) visit(cell);
  }
}
