/** A grid as an `Emulation`: slices, progress, and faults as data. */
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Emulation, EmulationProgress, EmulationResult } from '../emulation.ts';
import { FaultSignal, placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import { executionProfile } from './execution-profile.ts';
import { type RunAgain, type Undefined, UndefinedRuns, whereUndefined } from './undefined-runs.ts';

export class GridEmulation implements Emulation {
  readonly #grid: Grid;
  readonly #contents: () => Pick<EmulationResult, 'buffers' | 'symbols'>;
  /** The fault that ended the run. */
  #end: Fault | null = null;

  readonly #again: RunAgain | null;
  /** Null while nobody has asked. */
  #undefinedRuns: ReadonlyMap<Undefined, UndefinedRuns> | null = null;

  /** `again`: the same launch, to be run unchecked, with other words in registers or memory; null where nobody asks. */
  constructor(grid: Grid, contents: () => Pick<EmulationResult, 'buffers' | 'symbols'>, again: RunAgain | null) {
    this.#grid = grid;
    this.#contents = contents;
    this.#again = again;
  }

  get isEndedByFault(): boolean {
    return this.#end !== null;
  }

  run(warpInstructions: number): EmulationProgress {
    const grid = this.#grid;
    const before = grid.warpInstructions;
    try {
      if (!this.#end) grid.rounds.run(warpInstructions);
    } catch (signal) {
      if (!(signal instanceof FaultSignal)) throw signal;
      this.#end = signal.fault;
    }
    if (grid.rounds.isDone && this.#again) this.#undefinedRuns ??= undefinedRunsOn(grid, this.#again);
    let left = warpInstructions - (grid.warpInstructions - before);
    const undefinedRuns = [...(this.#undefinedRuns?.values() ?? [])];
    for (const runs of undefinedRuns) left = runs.run(left);
    const isJudged = undefinedRuns.every(({ depends }) => depends !== null);
    return {
      done: (grid.rounds.isDone && isJudged) || this.#end !== null,
      ctasDone: grid.rounds.done,
      ctasTotal: grid.ctas.count,
      warpInstructions: grid.warpInstructions,
      ...placeNow(grid),
    };
  }

  result(): EmulationResult {
    const grid = this.#grid;
    const doubts = grid.log.doubts.filter(doubt => this.#matters(doubt));
    const faults = [...grid.log.faults, ...(this.#end ? [this.#end] : []), ...doubts.filter(doubt => !isHazard(doubt))];
    return {
      ok: grid.rounds.isDone && faults.length === 0,
      faults,
      hazards: [...grid.log.hazards, ...doubts.filter(isHazard)],
      ctasRun: grid.rounds.done,
      warpInstructions: grid.warpInstructions,
      laneInstructions: grid.laneInstructions,
      ...this.#contents(),
      sharedBytes: grid.sharedBytes,
      unchecked: grid.unchecked,
      prints: grid.prints.prints,
      printsCut: grid.prints.isCut,
      profile: grid.counts && executionProfile(grid, grid.counts),
    };
  }

  /** In a run that ended early nobody was asked: compilers leave registers open on purpose, and memory seldom. */
  #matters(doubt: Fault): boolean {
    const where = whereUndefined(doubt);
    return this.#undefinedRuns?.get(where)?.depends ?? where === 'inMemory';
  }
}

/** One for each kind of place that the run has read undefined. */
const undefinedRunsOn = (grid: Grid, again: RunAgain): ReadonlyMap<Undefined, UndefinedRuns> =>
  new Map(
    [...new Set(grid.log.doubts.map(whereUndefined))].map(where => [where, new UndefinedRuns(grid, where, again)]),
  );

/** The line of a warp that goes on. */
function placeNow({ rounds, program, files }: Grid): Pick<EmulationProgress, 'at'> {
  const warp = rounds.someWarp;
  const operation = warp && program.operations[warp.pc];
  return operation ? { at: placeOf(files, operation) } : {};
}

const isHazard = (doubt: Fault): doubt is Hazard => 'seen' in doubt;
