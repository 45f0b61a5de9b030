/** A grid as an `Emulation`: slices, progress, and faults as data. */
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Emulation, EmulationProgress, EmulationResult } from '../emulation.ts';
import { FaultSignal, placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import { executionProfile } from './execution-profile.ts';
import { type Doubtful, doubtful, RepeatedRuns, type RunAgain } from './repeated-runs.ts';

export class GridEmulation implements Emulation {
  readonly #grid: Grid;
  readonly #contents: () => Pick<EmulationResult, 'buffers' | 'symbols'>;
  /** The fault that ended the run. */
  #end: Fault | null = null;

  readonly #again: RunAgain | null;
  /** Null while nobody has asked. */
  #repeatedRuns: ReadonlyMap<Doubtful, RepeatedRuns> | null = null;

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
    if (grid.rounds.isDone && this.#again) this.#repeatedRuns ??= repeatedRunsOn(grid, this.#again);
    let left = warpInstructions - (grid.warpInstructions - before);
    const repeatedRuns = [...(this.#repeatedRuns?.values() ?? [])];
    for (const runs of repeatedRuns) left = runs.run(left);
    const isJudged = repeatedRuns.every(({ depends }) => depends !== null);
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
    const all = grid.log.doubts;
    const matter = all.filter(doubt => this.#matters(doubt));
    const harmless = all.filter(doubt => isRace(doubt) && !this.#matters(doubt));
    const log = grid.log.withRaces(matter.filter(isRace).map(asFault), harmless.map(asHazard));
    const doubts = matter.filter(doubt => !isRace(doubt));
    const faults = [...log.faults, ...(this.#end ? [this.#end] : []), ...doubts.filter(doubt => !isHazard(doubt))];
    return {
      ok: grid.rounds.isDone && faults.length === 0,
      faults,
      hazards: [...log.hazards, ...doubts.filter(isHazard)],
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

  /**
   * Whether something depends on a doubtful value. If a run that ended early could not tell, memory counts and
   * registers do not: compilers leave registers undefined on purpose, memory seldom.
   */
  #matters(doubt: Fault): boolean {
    const about = doubtful(doubt);
    return this.#repeatedRuns?.get(about)?.depends ?? about !== 'inRegisters';
  }
}

/** One for each sort of what the run doubts. */
const repeatedRunsOn = (grid: Grid, again: RunAgain): ReadonlyMap<Doubtful, RepeatedRuns> =>
  new Map([...new Set(grid.log.doubts.map(doubtful))].map(about => [about, new RepeatedRuns(grid, about, again)]));

const USED_BY_NOBODY =
  'Nothing depends on what the load brings: with the word from the other side of the write in its place, and with two others, no output, branch or address changed. Kernels that Triton compiles do this, where several warps load what one of them stores.';

const isRace = ({ kind }: Fault): boolean => kind === 'race';
const asHazard = (race: Fault): Hazard => ({ seen: USED_BY_NOBODY, ...race });
const asFault = ({ seen: _, ...race }: Fault & { readonly seen?: string }): Fault => race;

/** The line of a warp that goes on. */
function placeNow({ rounds, program, files }: Grid): Pick<EmulationProgress, 'at'> {
  const warp = rounds.someWarp;
  const operation = warp && program.operations[warp.pc];
  return operation ? { at: placeOf(files, operation) } : {};
}

const isHazard = (doubt: Fault): doubt is Hazard => 'seen' in doubt;
