/**
 * The loop that runs a grid's CTAs. Clusters run one after the other, the CTAs of each side by side; where all only spin, the
 * next cluster starts beside them, so that kernels that wait for other CTAs end. Without a cluster launch, each CTA is a cluster.
 */
import type { Cta } from './cta.ts';
import { FaultSignal } from './faults.ts';
import type { Grid } from './grid.ts';
import type { GridSetup } from './grid-setup.ts';
import { interpret } from './interpret.ts';
import { limitFault } from './limit.ts';
import { Residents } from './residents.ts';
import type { Warp } from './warp.ts';
import { CLUSTERS_TOGETHER, WarpSchedule } from './warp-schedule.ts';

/** Rounds in which no CTA changed anything before the next CTA joins, and before the run is called stuck. */
const ROUNDS_BEFORE_COMPANY = 4;
const ROUNDS_BEFORE_STUCK = 4096;

/** Rounds of short turns that count as one, and how many of those without any change are a deadlock. */
const SHORT_ROUNDS = 64;

const MOST_WARP_INSTRUCTIONS = 2 ** 31;
/**
 * Once there are faults: how far a run goes without a new one and without the end of a CTA. A loop that waits for a word which a
 * race has spoilt would otherwise take minutes to say so.
 */
const MOST_BEHIND_FAULTS = 2 ** 22;
/** The same once there are hazards alone, which let a loop end: one that is only long is not to be called endless. */
const MOST_BEHIND_HAZARDS = 2 ** 24;

/**
 * Step of a clock from one look to the next [clk, ns]. While warps only spin, it doubles in each round, so that a wait
 * with a time-out ends.
 */
const CLOCK_STEP = 64;
const MOST_DOUBLINGS = 24;

export class Rounds {
  /** The run pauses before it starts the CTA of this index, a cluster's first, unless one that spins needs it as company. */
  pauseBefore = Number.POSITIVE_INFINITY;
  readonly #grid: Grid;
  readonly #limit: number;
  readonly #schedule: WarpSchedule | null;
  readonly #residents: Residents;
  #idleRounds = 0;
  #eventsBefore = 0;
  #shuffledRounds = 0;
  /** Warps that have looked at what others may change, in these short rounds. */
  readonly #polling = new Set<Warp>();
  /** Index of the resident CTA whose turn it is. */
  #turn = 0;
  /** Warp instructions when the last CTA ended or the last finding was new, and how many of both there were. */
  #progressAt = 0;
  #progress = 0;

  constructor(grid: Grid, { watch, options }: Pick<GridSetup, 'watch' | 'options'>) {
    this.#grid = grid;
    this.#limit = options.maxWarpInstructions ?? MOST_WARP_INSTRUCTIONS;
    this.#schedule = options.schedule === undefined ? null : new WarpSchedule(options.schedule);
    this.#residents = new Residents(grid, watch);
  }

  /** CTAs that have ended. */
  get done(): number {
    return this.#residents.done;
  }

  /** Whether all CTAs have. */
  get isDone(): boolean {
    return this.done === this.#grid.ctas.count;
  }

  /** One that has not ended, of those that could go on if there is any; null between CTAs. */
  get someWarp(): Warp | null {
    const warps = this.#residents.ctas.flatMap(cta => cta.warps).filter(({ state }) => state !== 'done');
    return warps.find(({ state }) => state === 'ready') ?? warps[0] ?? null;
  }

  /** CTAs that have started: all that come before this index in the order. */
  get started(): number {
    return this.#residents.started;
  }

  /** Whether no CTA is under way. */
  get isBetweenCtas(): boolean {
    return this.#residents.ctas.length === 0;
  }

  /** Goes on with the CTA of index `next`, between CTAs: those before it have run elsewhere. */
  skipTo(next: number): void {
    this.#residents.started = next;
    this.#residents.done = next;
  }

  /** Whether so many more warp instructions are within what the run may take. */
  allows(warpInstructions: number): boolean {
    return this.#grid.warpInstructions + warpInstructions < this.#limit;
  }

  /** Runs at least until `budget` warp instructions are done, or all is. Throws a `FaultSignal` where the run ends. */
  run(budget: number): void {
    const most = Math.min(this.#grid.warpInstructions + budget, this.#limit);
    while (!this.isDone && this.#grid.warpInstructions < most) {
      const end = Math.min(most, this.#grid.warpInstructions + MOST_BEHIND_FAULTS);
      if (this.isBetweenCtas) {
        if (this.started >= this.pauseBefore) return;
        this.#residents.admit();
      }
      if (this.#schedule !== null) this.#runShuffled(this.#schedule, end);
      else if (this.#runRound(end)) this.#endRound();
      this.#checkLimit();
    }
  }

  /** Each resident CTA runs until all its warps wait, gave way or ended; false when the budget ended first. */
  #runRound(end: number): boolean {
    const { ctas } = this.#residents;
    for (; this.#turn < ctas.length; this.#turn++) {
      if (!this.#runCta(ctas[this.#turn], end)) return false;
    }
    this.#turn = 0;
    return true;
  }

  /** Each warp of the clusters that are under way has a short turn, in an order drawn by lot. */
  #runShuffled(schedule: WarpSchedule, end: number): void {
    const residents = this.#residents;
    while (residents.canAdmit && residents.ctas.length < CLUSTERS_TOGETHER * this.#grid.clusterCtas) residents.admit();
    const warps = residents.ctas.flatMap(cta => cta.warps);
    for (const i of schedule.shuffled(warps.length)) {
      const left = end - this.#grid.warpInstructions;
      if (left <= 0) return;
      if (warps[i].state === 'ready') this.#runTurn(warps[i], Math.min(left, schedule.turn()));
    }
    this.#residents.retire();
    if (++this.#shuffledRounds % SHORT_ROUNDS === 0) this.#endShortRounds();
  }

  #runTurn(warp: Warp, warpInstructions: number): void {
    const { polls } = warp;
    interpret(this.#grid, warp, warpInstructions);
    if (warp.polls !== polls || warp.yields) this.#polling.add(warp);
    warp.yields = false;
  }

  /** Turns are too short to tell one who works from one who spins; many of them together do. */
  #endShortRounds(): void {
    const works = this.#residents.ctas.some(({ warps }) =>
      warps.some(w => w.state === 'ready' && !this.#polling.has(w)),
    );
    if (works) this.#grid.events++;
    this.#polling.clear();
    this.#endRound();
    if (this.#idleRounds >= SHORT_ROUNDS) this.#idleRounds = ROUNDS_BEFORE_STUCK;
  }

  #endRound(): void {
    this.#residents.retire();
    this.#idleRounds = this.#grid.events === this.#eventsBefore ? this.#idleRounds + 1 : 0;
    this.#eventsBefore = this.#grid.events;
    this.#grid.clockStep = CLOCK_STEP * 2 ** Math.min(this.#idleRounds, MOST_DOUBLINGS);
    if (this.#idleRounds > 0) this.#relieve();
  }

  #runCta(cta: Cta, end: number): boolean {
    const { warps } = cta;
    // Every warp gets its turn once; those that a barrier releases come again in the next round. A round may take many slices.
    if (cta.turnsLeft === 0) cta.turnsLeft = warps.length;
    for (; cta.turnsLeft > 0; cta.turnsLeft--) {
      const warp = warps[cta.turn];
      if (warp.state === 'ready') {
        interpret(this.#grid, warp, end - this.#grid.warpInstructions);
        // Out of budget: the same warp goes on next time.
        if (warp.state === 'ready' && !warp.yields) return false;
        warp.yields = false;
      }
      cta.turn = cta.turn + 1 === warps.length ? 0 : cta.turn + 1;
    }
    return true;
  }

  #relieve(): void {
    const residents = this.#residents;
    const waited = this.#idleRounds >= ROUNDS_BEFORE_COMPANY;
    const spins = residents.ctas.some(cta => cta.warps.some(w => w.state === 'ready'));
    const stuck = waited ? residents.ctas.find(({ cluster }) => cluster.every(cta => cta.waitsForItself)) : undefined;
    if (!spins || stuck) residents.abandon(stuck ?? residents.ctas[0]);
    else if (residents.canAdmit && waited) residents.admit();
    else if (this.#idleRounds >= ROUNDS_BEFORE_STUCK) residents.abandon(residents.ctas[0]);
  }

  #checkLimit(): void {
    const { warpInstructions, log } = this.#grid;
    const progress = this.done + log.size + log.hazardCount;
    if (progress !== this.#progress) [this.#progress, this.#progressAt] = [progress, warpInstructions];
    const most = log.size > 0 ? MOST_BEHIND_FAULTS : MOST_BEHIND_HAZARDS;
    const isBehindFindings = log.size + log.hazardCount > 0 && warpInstructions - this.#progressAt >= most;
    if ((warpInstructions < this.#limit && !isBehindFindings) || this.isDone) return;
    if (this.isBetweenCtas) this.#residents.admit();
    throw new FaultSignal(limitFault(this.#grid, this.someWarp!, isBehindFindings));
  }
}
