/**
 * One launch on the machine: memory, the CTAs that are resident, and the loop that runs them. Clusters run one after the
 * other, the CTAs of each side by side; where all only spin, the machine starts the next cluster beside them, so that
 * kernels that wait for other CTAs end. Without a cluster launch, each CTA is a cluster.
 */

import type { Dim3 } from '../../trace/launch.ts';
import type { Module } from '../parse/ast.ts';
import { type Cta, makeCluster } from './cta.ts';
import { stuckFault } from './deadlock.ts';
import { ExecutionCounts } from './execution-counts.ts';
import { FaultLog, FaultSignal } from './faults.ts';
import type { GlobalMemory } from './global-memory.ts';
import type { CtaOrder, GridSetup } from './grid-setup.ts';
import { interpret } from './interpret.ts';
import { limitFault } from './limit.ts';
import type { Memory } from './memory.ts';
import { PrintLog } from './print-log.ts';
import { ctaBytes, type Program } from './program.ts';
import type { Reconvergence } from './split.ts';
import type { PlacedTensorMap } from './tensor-map.ts';

/** Rounds in which no CTA changed anything before the next CTA joins, and before the run is called stuck. */
const ROUNDS_BEFORE_COMPANY = 4;
const ROUNDS_BEFORE_STUCK = 4096;
const MOST_RESIDENT_CTAS = 1024;
const MOST_RESIDENT_BYTES = 2 ** 30;

export class Grid {
  readonly files: Module['files'];
  readonly program: Program;
  readonly gridSize: Dim3;
  readonly block: Dim3;
  /** In CTAs: each CTA is a cluster where nothing asks for clusters. */
  readonly cluster: Dim3;
  readonly isExplicitCluster: boolean;
  /** CTAs of a cluster. */
  readonly clusterCtas: number;
  readonly warpsPerCta: number;
  readonly global: GlobalMemory;
  readonly constants: Memory;
  readonly params: Memory;
  /** By the number in their objects. */
  readonly tensorMaps: ReadonlyMap<number, PlacedTensorMap>;
  readonly sharedBytes: number;
  readonly dynamicSharedBytes: number;
  readonly sharedBaseBytes: number;
  readonly reconvergence: Reconvergence;
  readonly log: FaultLog;
  readonly prints = new PrintLog();
  readonly ctas: CtaOrder;
  /** By pc: where, in the region of global memory that the instruction hit last, its accesses may start. */
  readonly firstStart: Int32Array;
  readonly lastStart: Int32Array;
  /** By pc, where a profile is wanted. */
  readonly counts: ExecutionCounts | null;
  /** Counts what changes the machine's state for others; a round without any is a round of spinning. */
  events = 0;
  warpInstructions = 0;
  laneInstructions = 0;
  ctasDone = 0;
  /** The run pauses before it starts the CTA of this index, a cluster's first, unless one that spins needs it as company. */
  pauseBefore = Number.POSITIVE_INFINITY;
  readonly #watch: GridSetup['watch'];
  readonly #limit: number;
  readonly #mostResident: number;
  #resident: Cta[] = [];
  /** Places of clusters that have ended. */
  #spare: (readonly Cta[])[] = [];
  #started = 0;
  #idleRounds = 0;
  #eventsBefore = 0;
  /** Index in `#resident` of the CTA whose turn it is. */
  #turn = 0;

  constructor(setup: GridSetup) {
    this.files = setup.files;
    this.program = setup.program;
    this.gridSize = setup.launch.grid;
    this.block = setup.launch.block;
    this.cluster = setup.cluster ?? [1, 1, 1];
    this.isExplicitCluster = setup.cluster !== null;
    this.clusterCtas = this.cluster[0] * this.cluster[1] * this.cluster[2];
    this.global = setup.device.global;
    this.constants = setup.device.constants;
    this.params = setup.params;
    this.tensorMaps = setup.tensorMaps;
    this.dynamicSharedBytes = setup.launch.dynamicSharedBytes ?? 0;
    this.sharedBaseBytes = setup.sharedBaseBytes;
    this.sharedBytes = setup.program.dynamicSharedOffset + this.dynamicSharedBytes;
    this.reconvergence = setup.reconvergence;
    this.log = new FaultLog(setup.options.faults === 'all');
    this.ctas = setup.ctas;
    this.firstStart = new Int32Array(setup.program.operations.length);
    this.lastStart = new Int32Array(setup.program.operations.length).fill(-1);
    this.counts = setup.options.profile ? new ExecutionCounts(setup.program.operations.length) : null;
    this.warpsPerCta = Math.ceil((this.block[0] * this.block[1] * this.block[2]) / 32);
    const fitting = Math.floor(MOST_RESIDENT_BYTES / ctaBytes(this.program, this.warpsPerCta, this.sharedBytes));
    this.#mostResident = Math.max(this.clusterCtas, Math.min(MOST_RESIDENT_CTAS, fitting));
    this.#watch = setup.watch;
    this.#limit = setup.options.maxWarpInstructions ?? 2 ** 31;
  }

  get isDone(): boolean {
    return this.ctasDone === this.ctas.count;
  }

  /** CTAs that have started: all that come before this index in the order. */
  get started(): number {
    return this.#started;
  }

  /** Whether no CTA is under way. */
  get isBetweenCtas(): boolean {
    return this.#resident.length === 0;
  }

  /** Goes on with the CTA of index `next`, between CTAs: those before it have run elsewhere. */
  skipTo(next: number): void {
    this.#started = next;
    this.ctasDone = next;
  }

  /** Whether so many more warp instructions are within what the run may take. */
  allows(warpInstructions: number): boolean {
    return this.warpInstructions + warpInstructions < this.#limit;
  }

  /** Runs at least until `budget` warp instructions are done, or all is. Throws a `FaultSignal` where the run ends. */
  run(budget: number): void {
    const end = Math.min(this.warpInstructions + budget, this.#limit);
    while (!this.isDone && this.warpInstructions < end) {
      if (this.#resident.length === 0) {
        if (this.#started >= this.pauseBefore) return;
        this.#admit();
      }
      if (this.#runRound(end)) this.#endRound();
      this.#checkLimit();
    }
  }

  /** Each resident CTA runs until all its warps wait, gave way or ended; false when the budget ended first. */
  #runRound(end: number): boolean {
    for (; this.#turn < this.#resident.length; this.#turn++) {
      if (!this.#runCta(this.#resident[this.#turn], end)) return false;
    }
    this.#turn = 0;
    return true;
  }

  #endRound(): void {
    this.#retire();
    this.#idleRounds = this.events === this.#eventsBefore ? this.#idleRounds + 1 : 0;
    this.#eventsBefore = this.events;
    if (this.#idleRounds > 0) this.#relieve();
  }

  #runCta(cta: Cta, end: number): boolean {
    const { warps } = cta;
    // Every warp gets its turn once; those that a barrier releases come again in the next round. A round may take many slices.
    if (cta.turnsLeft === 0) cta.turnsLeft = warps.length;
    for (; cta.turnsLeft > 0; cta.turnsLeft--) {
      const warp = warps[cta.turn];
      if (warp.state === 'ready') {
        interpret(this, warp, end - this.warpInstructions);
        // Out of budget: the same warp goes on next time.
        if (warp.state === 'ready' && !warp.yields) return false;
        warp.yields = false;
      }
      cta.turn = cta.turn + 1 === warps.length ? 0 : cta.turn + 1;
    }
    return true;
  }

  #admit(): void {
    const cluster = this.#spare.pop() ?? makeCluster(this);
    for (const cta of cluster) cta.start(this.ctas.numberAt(this.#started++));
    for (const cta of cluster) cta.watch = this.#watch(cta);
    this.#resident.push(...cluster);
  }

  #retire(): void {
    const over = this.#resident.filter(({ cluster }) => cluster.every(cta => cta.isDone));
    if (over.length === 0) return;
    for (const cta of over) {
      cta.bulkCopies?.finish();
      cta.watch?.finished();
      if (cta.clusterRank === 0) this.#spare.push(cta.cluster);
    }
    this.ctasDone += over.length;
    this.events++;
    this.#resident = this.#resident.filter(cta => !over.includes(cta));
    if (this.#turn >= this.#resident.length) this.#turn = 0;
  }

  #relieve(): void {
    const waited = this.#idleRounds >= ROUNDS_BEFORE_COMPANY;
    const canAdmit = this.#started < this.ctas.count && this.#resident.length + this.clusterCtas <= this.#mostResident;
    const spins = this.#resident.some(cta => cta.warps.some(w => w.state === 'ready'));
    const stuck = waited ? this.#resident.find(({ cluster }) => cluster.every(cta => cta.waitsForItself)) : undefined;
    if (!spins || stuck) this.#abandon(stuck ?? this.#resident[0]);
    else if (canAdmit && waited) this.#admit();
    else if (this.#idleRounds >= ROUNDS_BEFORE_STUCK) this.#abandon(this.#resident[0]);
  }

  /** Where faults do not end the run, a cluster that cannot go on does end. */
  #abandon({ cluster }: Cta): void {
    this.log.report(stuckFault(cluster));
    for (const cta of cluster) cta.bulkCopies?.reset();
    for (const warp of cluster.flatMap(cta => cta.warps)) warp.state = 'done';
    this.#retire();
  }

  #checkLimit(): void {
    if (this.warpInstructions < this.#limit || this.isDone) return;
    if (this.#resident.length === 0) this.#admit();
    const warp = this.#resident.flatMap(cta => cta.warps).find(w => w.state !== 'done')!;
    throw new FaultSignal(limitFault(this, warp));
  }
}
