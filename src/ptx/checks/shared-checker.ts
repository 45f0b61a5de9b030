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
import { clockOf } from './epoch.ts';
import type { GlobalAccesses } from './global-accesses.ts';
import type { LaunchOrder } from './launch-order.ts';
import type { MbarrierWaits } from './mbarrier-waits.ts';
import type { Residency } from './residency.ts';
import { SharedFindings } from './shared-findings.ts';
import { SharedGroups } from './shared-groups.ts';
import { StackReads } from './stack-reads.ts';
import type { StrongAccesses } from './strong-accesses.ts';
import type { VariableBounds } from './variable-bounds.ts';
import type { Releases } from './vector-clocks.ts';
import type { WarpClocks } from './warp-clocks.ts';
import type { WordsInStep } from './words-in-step.ts';

export class SharedChecker {
  /** Listens to everything that orders accesses. */
  readonly clocks: WarpClocks;
  /** Listens to bulk copies and products; null if there are none. */
  readonly engine: EngineChecks | null;
  /** Listens to waits that end; null if no instruction waits this way. */
  readonly waits: MbarrierWaits | null;
  /** Listens to accesses of device memory; null if the preceding launch has ended. */
  readonly launches: LaunchOrder | null;
  /** Listens to accesses of device memory. */
  readonly global: GlobalAccesses;
  readonly #records: CellRecords;
  readonly #accesses: CellAccesses;
  /** Null in a kernel of the core, which has no strong access. */
  readonly #strong: StrongAccesses | null;
  /** Null before the first strong store. */
  #inStep: WordsInStep | null = null;
  readonly #beyondCore: BeyondCore | null;
  /** Null without a cluster. */
  readonly #residency: Residency | null;
  readonly #bounds: VariableBounds;
  /** Listens to accesses of the threads' stacks. */
  readonly stacks: StackReads;
  /** Releases by flags in shared memory. */
  readonly #releases: Releases = new Map();
  #restarts: number;
  /** For each warp: 1 if it has accessed this memory since its lanes exchanged values. */
  readonly #hasAccessed: Uint8Array;

  /** A cell is as wide as the narrowest shared access of the kernel; finer cells would tell nothing more. */
  constructor(
    cta: Cta,
    clocks: WarpClocks,
    global: GlobalAccesses,
    bounds: VariableBounds,
    beyondCore: BeyondCore | null,
  ) {
    const { warpsPerCta, program } = cta.grid;
    const granule = program.sharedGranule;
    const cells = Math.ceil(cta.shared.sizeBytes / granule);
    this.waits = beyondCore?.mbarrierWaits(cta) ?? null;
    const findings = new SharedFindings(cta, granule, this.waits, global.record, clocks);
    const writes = new CellWrites(clocks, findings, cells, beyondCore?.hiddenAtomics(clocks, cells) ?? null);
    const isAlone = cta.grid.clusterCtas === 1;
    const remote = isAlone ? null : beyondCore!.remoteReads(clocks);
    const reads = new CellReads(clocks, cells, warpsPerCta, cta.clusterRank * warpsPerCta, remote);
    this.clocks = clocks;
    this.#beyondCore = beyondCore;
    this.#hasAccessed = new Uint8Array(cta.grid.clusterCtas * warpsPerCta);
    this.#bounds = bounds;
    this.stacks = new StackReads(cta);
    this.global = global;
    this.#restarts = clocks.restarts;
    this.#residency = isAlone ? null : beyondCore!.residency(cta, clocks);
    const shift = Math.log2(granule);
    const groups = new SharedGroups(cta, clocks, writes, reads, shift, beyondCore?.sharedCounters);
    const log = beyondCore?.readLog(cta, clocks, groups, writes, reads, shift) ?? null;
    this.#records = { cta, clocks, writes, reads, groups, log, findings, shift };
    this.launches = cta.grid.isOverlapping ? beyondCore!.launchOrder(cta, clocks) : null;
    this.engine = beyondCore?.engineChecks(this.#records) ?? null;
    this.#accesses = new CellAccesses(this.#records, this.engine);
    this.#strong = beyondCore?.strongAccesses(this.#records, this.engine) ?? null;
  }

  /** A new CTA, after its cluster's clocks have started. */
  start(): void {
    const { findings, reads, writes, groups, log } = this.#records;
    const isForgotten = this.clocks.restarts !== this.#restarts;
    this.#restarts = this.clocks.restarts;
    findings.start();
    this.waits?.start();
    this.stacks.start();
    this.engine?.start();
    this.#residency?.start();
    reads.start();
    groups.start();
    log?.start();
    this.#releases.clear();
    writes.start();
    if (isForgotten) writes.clear();
  }

  accessed(warp: Warp, operation: Operation, form: AccessForm, lanes: number): void {
    this.#hasAccessed[warp.numberInCluster] = 1;
    const mask = this.#bounds.within(warp, operation, form, lanes);
    if (mask === 0) return;
    if (isMbarrierInit(operation)) this.engine?.mbarriers.initialised(warp, operation, mask);
    const { special } = this.global.record;
    const { sharedLoads } = this.global.record;
    if (form.effect !== 'read') sharedLoads?.storing(warp, operation, form, mask, this.#records.cta);
    if (this.#isStrong(warp, form) || special.confirmed.has(operation.pc)) {
      this.#strong!.accessed(warp, operation, form, mask, special.blind.has(operation.pc));
      // Atomics alone hand nothing on.
      if (form.effect !== 'update')
        this.#inStep ??= this.#beyondCore?.wordsInStep(this.#records.cta, this.clocks, this.#records.shift) ?? null;
      this.#inStep?.accessed(warp, operation, form, mask);
      this.clocks.flags?.accessed(warp, form, form.strength, mask, this.#records.cta.shared, this.#releases);
    } else if (form.effect === 'read') {
      sharedLoads?.loaded(warp, operation, form, mask, clockOf(this.clocks.epochOf(warp.numberInCluster)));
      this.#accesses.read(warp, operation, form, mask);
    } else {
      this.#accesses.write(warp, operation, form, mask);
    }
  }

  /**
   * Whether an access is strong. Updates of asynchronous operations are strong, too; an access whose scope does not
   * reach the CTA that has the memory is not strong.
   */
  #isStrong(warp: Warp, { strength, effect }: AccessForm): boolean {
    if (strength === null) return effect === 'update';
    return strength.scope > 0 || warp.cta === this.#records.cta;
  }

  /** All lanes of the warp have exchanged values. */
  exchanged({ numberInCluster }: Warp): void {
    if (this.#hasAccessed[numberInCluster] === 0) return;
    this.#hasAccessed[numberInCluster] = 0;
    this.clocks.exchanged(numberInCluster);
  }

  /** Access by a warp of another CTA of the cluster. */
  accessedFromElsewhere(warp: Warp, operation: Operation, form: AccessForm, mask: number): void {
    this.#residency?.accessed(warp, operation, mask);
    this.accessed(warp, operation, form, mask);
  }

  /** The writes of copies happen when their lanes have waited for them. */
  copied(warp: Warp, copy: IssuedCopy, mask: number): void {
    this.#strong!.copied(warp, copy, mask);
  }

  /** The CTA is at its end. */
  finished(): void {
    this.#records.findings.finished();
    this.#residency?.finished();
  }
}

const isMbarrierInit = ({ source: { opcode, modifiers } }: Operation): boolean =>
  opcode === 'mbarrier' && modifiers[0] === 'init';
