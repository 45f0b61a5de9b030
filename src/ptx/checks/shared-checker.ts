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
import { CellAccesses } from './cell-accesses.ts';
import { CellReads } from './cell-reads.ts';
import type { CellRecords } from './cell-records.ts';
import { CellWrites } from './cell-writes.ts';
import type { EngineChecks } from './engine-checks.ts';
import { LaunchOrder } from './launch-order.ts';
import { Residency } from './residency.ts';
import { SharedFindings } from './shared-findings.ts';
import type { WarpClocks } from './warp-clocks.ts';

export class SharedChecker {
  /** To be told of what orders accesses. */
  readonly clocks: WarpClocks;
  /** To be told of bulk copies and products; null where there are none. */
  readonly engine: EngineChecks | null;
  /** To be told of accesses of device memory; null where the launch before has ended. */
  readonly launches: LaunchOrder | null;
  readonly #records: CellRecords;
  readonly #accesses: CellAccesses;
  readonly #residency: Residency;
  #restarts: number;

  /** `granule`: bytes of a cell, the narrowest shared access of the kernel; finer cells would tell nothing more. */
  constructor(cta: Cta, granule: 1 | 2 | 4, clocks: WarpClocks, beyondCore: BeyondCore | null) {
    const { warpsPerCta, sharedBytes } = cta.grid;
    const cells = Math.ceil(sharedBytes / granule);
    const findings = new SharedFindings(cta, granule);
    const writes = new CellWrites(clocks, findings, cells);
    const reads = new CellReads(clocks, cells, warpsPerCta, cta.clusterRank * warpsPerCta);
    this.clocks = clocks;
    this.#restarts = clocks.restarts;
    this.#residency = new Residency(cta, clocks);
    this.#records = { cta, clocks, writes, reads, findings, shift: Math.log2(granule) };
    this.launches = cta.grid.isOverlapping ? new LaunchOrder(cta, clocks) : null;
    this.engine = beyondCore?.engineChecks(this.#records) ?? null;
    this.#accesses = new CellAccesses(this.#records, this.engine, cells);
  }

  /** A new CTA, after its cluster's clocks have started. */
  start(): void {
    const { findings, reads, writes } = this.#records;
    const isForgotten = this.clocks.restarts !== this.#restarts;
    this.#restarts = this.clocks.restarts;
    findings.start();
    this.engine?.start();
    this.#residency.start();
    reads.start();
    if (isForgotten) writes.clear();
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    if (form.effect === 'read') this.#accesses.read(warp, operation, form, mask);
    else if (form.effect === 'write') this.#accesses.write(warp, operation, form, mask);
    else this.#accesses.update(warp, operation, form, mask);
  }

  /** By a warp of another CTA of the cluster. */
  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#residency.accessed(warp, operation, mask);
    this.accessed(warp, operation, form, mask);
  }

  /** The writes of copies happen when their lanes have waited for them. */
  copied(warp: Warp, copy: IssuedCopy, mask: number): void {
    this.#accesses.copied(warp, copy, mask);
  }

  /** The CTA is at its end. */
  finished(): void {
    this.#records.findings.finished();
    this.#residency.finished();
  }
}
