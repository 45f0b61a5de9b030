/** A grid as an `Emulation`: slices, progress, and faults as data. */
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Emulation, EmulationProgress, EmulationResult } from '../emulation.ts';
import { FaultSignal, type LoggedFaults, placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import { doubtful, unasked } from './doubtful.ts';
import type { Doubts, doubtsOf } from './doubts.ts';
import { executionProfile } from './execution-profile.ts';
import type { RunAgain } from './repeated-runs.ts';

export type DoubtsOf = typeof doubtsOf;

export class GridEmulation implements Emulation {
  readonly #grid: Grid;
  readonly #contents: () => Pick<EmulationResult, 'buffers' | 'symbols'>;
  /** The fault that ended the run. */
  #end: Fault | null = null;

  readonly #again: RunAgain | null;
  #doubtsOf: DoubtsOf | null;
  /** Null while nobody has asked. */
  #doubts: Doubts | null = null;

  /**
   * `again`: the same launch, to be run unchecked, with other words in registers or memory; null where nobody asks.
   * `doubtsOf`: asks; where it is null, the run waits for it once it has doubts (`waitsForDoubts`).
   */
  constructor(
    grid: Grid,
    contents: () => Pick<EmulationResult, 'buffers' | 'symbols'>,
    again: RunAgain | null,
    doubtsOf: DoubtsOf | null,
  ) {
    this.#grid = grid;
    this.#contents = contents;
    this.#again = again;
    this.#doubtsOf = doubtsOf;
  }

  /** Whether `run` does nothing more until `judgeWith` was called. */
  get waitsForDoubts(): boolean {
    return this.#isAsked && this.#doubtsOf === null;
  }

  judgeWith(given: DoubtsOf): void {
    this.#doubtsOf = given;
  }

  /** Whether the grid has run, and has doubts that somebody asks about. */
  get #isAsked(): boolean {
    return this.#grid.rounds.isDone && this.#again !== null && this.#grid.log.doubts.length > 0;
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
    if (this.#isAsked) this.#doubts ??= this.#doubtsOf?.(grid, this.#again!) ?? null;
    this.#doubts?.run(warpInstructions - (grid.warpInstructions - before));
    const isJudged = this.#doubts?.areJudged ?? !this.#isAsked;
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
    const judged = this.#doubts?.judged() ?? grid.log.doubts.flatMap(unasked);
    const [races, others] = [judged.filter(isRace), judged.filter(fault => !isRace(fault))];
    const log = grid.log.withRaces(races.filter(isFault), races.filter(isHazard));
    const faults = [...log.faults, ...(this.#end ? [this.#end] : []), ...behindRaces(others.filter(isFault), log)];
    return {
      ok: grid.rounds.isDone && faults.length === 0,
      faults,
      hazards: [...log.hazards, ...others.filter(isHazard)],
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
}

/** A load that races with a write may come before it, and is then no read of what nothing writes. */
function behindRaces(faults: readonly Fault[], log: Pick<LoggedFaults, 'faults' | 'hazards'>): Fault[] {
  const races = [...log.faults, ...log.hazards].flatMap(fault => (fault.kind === 'race' ? [fault] : []));
  const racing = new Set(races.flatMap(({ place, other }) => [place.ptxLine, other.place.ptxLine]));
  return faults.filter(fault => doubtful(fault) !== 'inDevice' || !racing.has(fault.place.ptxLine));
}

const isRace = ({ kind }: Fault): boolean => kind === 'race';

/** The line of a warp that goes on. */
function placeNow({ rounds, program, files }: Grid): Pick<EmulationProgress, 'at'> {
  const warp = rounds.someWarp;
  const operation = warp && program.operations[warp.pc];
  return operation ? { at: placeOf(files, operation) } : {};
}

const isHazard = (finding: Fault): finding is Hazard => 'seen' in finding;
const isFault = (finding: Fault): boolean => !isHazard(finding);
