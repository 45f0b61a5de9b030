/** A grid as an `Emulation`: slices, progress, and faults as data. */
import type { Fault } from '../../trace/fault.ts';
import type { Emulation, EmulationProgress, EmulationResult } from '../emulation.ts';
import { FaultSignal } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import { executionProfile } from './execution-profile.ts';

export class GridEmulation implements Emulation {
  readonly #grid: Grid;
  readonly #contents: () => ReadonlyMap<string, Uint8Array>;
  /** The fault that ended the run. */
  #end: Fault | null = null;

  constructor(grid: Grid, contents: () => ReadonlyMap<string, Uint8Array>) {
    this.#grid = grid;
    this.#contents = contents;
  }

  get isEndedByFault(): boolean {
    return this.#end !== null;
  }

  run(warpInstructions: number): EmulationProgress {
    const grid = this.#grid;
    try {
      if (!this.#end) grid.rounds.run(warpInstructions);
    } catch (signal) {
      if (!(signal instanceof FaultSignal)) throw signal;
      this.#end = signal.fault;
    }
    return {
      done: grid.rounds.isDone || this.#end !== null,
      ctasDone: grid.rounds.done,
      ctasTotal: grid.ctas.count,
      warpInstructions: grid.warpInstructions,
    };
  }

  result(): EmulationResult {
    const grid = this.#grid;
    const faults = this.#end ? [...grid.log.faults, this.#end] : grid.log.faults;
    return {
      ok: grid.rounds.isDone && faults.length === 0,
      faults,
      hazards: grid.log.hazards,
      ctasRun: grid.rounds.done,
      warpInstructions: grid.warpInstructions,
      laneInstructions: grid.laneInstructions,
      buffers: this.#contents(),
      sharedBytes: grid.sharedBytes,
      prints: grid.prints.prints,
      printsCut: grid.prints.isCut,
      profile: grid.counts && executionProfile(grid, grid.counts),
    };
  }
}
