/** A grid as an `Emulation`: slices, progress, and faults as data. */
import type { Fault } from '../../trace/fault.ts';
import type { Emulation, EmulationProgress, EmulationResult } from '../emulation.ts';
import { FaultSignal } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import { executionProfile } from './execution-profile.ts';
import { SecondOpinion } from './second-opinion.ts';

export class GridEmulation implements Emulation {
  readonly #grid: Grid;
  readonly #contents: () => ReadonlyMap<string, Uint8Array>;
  /** The fault that ended the run. */
  #end: Fault | null = null;

  readonly #again: ((undefinedWord: number) => Grid) | null;
  #opinion: SecondOpinion | null = null;

  /** `again`: the same launch, to be run unchecked, with that word in registers and memory; null where nobody asks. */
  constructor(
    grid: Grid,
    contents: () => ReadonlyMap<string, Uint8Array>,
    again: ((undefinedWord: number) => Grid) | null,
  ) {
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
    if (grid.rounds.isDone && this.#again && grid.log.doubts.length > 0)
      this.#opinion ??= new SecondOpinion(grid, this.#again);
    this.#opinion?.run(warpInstructions - (grid.warpInstructions - before));
    const isJudged = this.#opinion === null || this.#opinion.depends !== null;
    return {
      done: (grid.rounds.isDone && isJudged) || this.#end !== null,
      ctasDone: grid.rounds.done,
      ctasTotal: grid.ctas.count,
      warpInstructions: grid.warpInstructions,
    };
  }

  result(): EmulationResult {
    const grid = this.#grid;
    const doubts = this.#opinion?.depends === false ? [] : grid.log.doubts;
    const faults = [...grid.log.faults, ...(this.#end ? [this.#end] : []), ...doubts];
    return {
      ok: grid.rounds.isDone && faults.length === 0,
      faults,
      hazards: grid.log.hazards,
      ctasRun: grid.rounds.done,
      warpInstructions: grid.warpInstructions,
      laneInstructions: grid.laneInstructions,
      buffers: this.#contents(),
      sharedBytes: grid.sharedBytes,
      unchecked: grid.unchecked,
      prints: grid.prints.prints,
      printsCut: grid.prints.isCut,
      profile: grid.counts && executionProfile(grid, grid.counts),
    };
  }
}
