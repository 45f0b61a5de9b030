/**
 * What copy engines do to a CTA's shared memory, cell by cell (PTX ISA, "Async Proxy"): nothing may touch what a copy may be
 * writing, or write what it may be reading, before somebody has waited for it; and what generic instructions wrote must be
 * behind a proxy fence before an engine touches it. That they have read a byte is no reason for one: that an engine then
 * writes it is ordered by whatever orders the two, as CUTLASS's pipelines have it.
 */
import type { ArrivingCopy, BulkCopy, BulkEvent, Issuer, LeavingCopy } from '../machine/bulk-copy.ts';
import type { Pieces } from '../machine/bulk-pieces.ts';
import type { Operation } from '../machine/operation.ts';
import type { CellRecords } from './cell-records.ts';
import { ProductReads } from './product-reads.ts';

export class EngineChecks {
  /** To be told of products of warpgroups. */
  readonly products: ProductReads;
  readonly #records: CellRecords;
  /** By cell: the copies that may be reading it. */
  readonly #sources = new Map<number, BulkCopy[]>();

  constructor(records: CellRecords) {
    this.#records = records;
    this.products = new ProductReads(records, this);
  }

  /** A new CTA. */
  start(): void {
    this.#sources.clear();
    this.products.start();
  }

  get hasSources(): boolean {
    return this.#sources.size > 0;
  }

  bulkCopied({ kind, copy }: BulkEvent): void {
    if (kind === 'expected') this.#expected(copy);
    else if (kind === 'arriving') this.#arrived(copy);
    else if (kind === 'sent') this.#readFrom(copy, copy.pieces.shared);
    else if (kind === 'read') this.#read(copy);
    else if (kind === 'lent') this.#readFrom(copy, copy.pieces.other);
    else if (kind === 'returned') this.#release(copy, copy.pieces.other);
  }

  /** An engine reads the cells from now on, for the thread that started it. */
  checkRead({ warp, operation, lane }: Issuer, firstByte: number, bytes: number): void {
    const { writes, findings } = this.#records;
    const w = warp.numberInCluster;
    for (const cell of this.#cellsOf(firstByte, bytes)) {
      if (!writes.has(cell)) findings.noteEarly(w, operation, lane, cell);
      else {
        writes.check(w, operation, lane, cell);
        this.checkFence([w], operation, lane, cell);
      }
    }
  }

  /** An engine touches a cell for warps of which one, at least, must know of a fence behind the write of it. */
  checkFence(warps: readonly number[], operation: Operation, lane: number, cell: number): void {
    const { writes, findings } = this.#records;
    const found = warps.map(w => writes.unfenced(cell, w, lane));
    if (found[0] && found.every(write => write !== null))
      findings.missingFence(warps[0], operation, lane, cell, found[0]);
  }

  /** A write of a cell that an engine may be reading. */
  checkSources(w: number, operation: Operation, lane: number, cell: number): void {
    const [copy] = this.#sources.get(cell) ?? [];
    if (copy) this.#records.findings.missingReadWait(w, operation, lane, cell, copy);
  }

  #expected(copy: ArrivingCopy): void {
    const { clocks, writes, findings, shift } = this.#records;
    const { warp, operation, lane } = copy.issuer;
    const w = warp.numberInCluster;
    const epoch = clocks.epochOf(w) | lane;
    findings.noteCopy(copy);
    for (const cell of this.#cellsIn(copy.pieces.shared, copy.pieces)) {
      this.checkSources(w, operation, lane, cell);
      this.products.checkWrite(w, operation, lane, cell << shift);
      if (writes.has(cell)) {
        writes.check(w, operation, lane, cell);
        if (copy.proxy === 'async') this.checkFence([w], operation, lane, cell);
      } else if (copy.combine) findings.noteEarly(w, operation, lane, cell);
      this.#checkReads(w, operation, lane, cell);
      writes.plain.note(cell, epoch, operation.pc, w);
      writes.setPending(cell, true);
    }
  }

  /** From now on the bytes are there for who waits at the mbarrier. */
  #arrived({ issuer, pieces, mbarrier }: ArrivingCopy): void {
    const { clocks, writes, cta } = this.#records;
    const address = cta.sharedBase + mbarrier;
    const engine = clocks.engineOf(address);
    const epoch = clocks.meetings.engineArrived(address) | issuer.lane;
    for (const cell of this.#cellsIn(pieces.shared, pieces)) {
      writes.plain.note(cell, epoch, issuer.operation.pc, engine);
      writes.setPending(cell, false);
    }
  }

  /** The copy may read from these places on, until it is released. */
  #readFrom(copy: BulkCopy, starts: Int32Array): void {
    for (const start of starts) this.checkRead(copy.issuer, start, copy.pieces.sizeBytes);
    for (const cell of this.#cellsIn(starts, copy.pieces)) {
      const copies = this.#sources.get(cell);
      if (copies) copies.push(copy);
      else this.#sources.set(cell, [copy]);
    }
  }

  #release(copy: BulkCopy, starts: Int32Array): void {
    for (const cell of this.#cellsIn(starts, copy.pieces)) {
      const left = this.#sources.get(cell)?.filter(other => other !== copy) ?? [];
      if (left.length > 0) this.#sources.set(cell, left);
      else this.#sources.delete(cell);
    }
  }

  /** To others it is as if the thread that waited had read. */
  #read(copy: LeavingCopy): void {
    const { warp, operation, lane } = copy.issuer;
    const { shared } = copy.pieces;
    this.#release(copy, shared);
    for (const cell of this.#cellsIn(shared, copy.pieces)) {
      this.#records.reads.note(warp.numberInCluster, lane, operation.pc, cell, false);
    }
  }

  #checkReads(w: number, operation: Operation, lane: number, cell: number): void {
    const { reads, findings } = this.#records;
    if (!reads.has(cell)) return;
    for (const read of reads.racing(w, lane, cell, false)) findings.race(w, operation, lane, cell, read);
    reads.forgetOthers(w, cell);
  }

  *#cellsIn(starts: Int32Array, { sizeBytes }: Pieces): Generator<number> {
    for (const start of starts) yield* this.#cellsOf(start, sizeBytes);
  }

  *#cellsOf(firstByte: number, bytes: number): Generator<number> {
    const { shift } = this.#records;
    const end = (firstByte + bytes - 1) >> shift;
    for (let cell = firstByte >> shift; cell <= end; cell++) yield cell;
  }
}
