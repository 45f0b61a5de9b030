/** A grid as an `Emulation`: slices, progress, and faults as data. */
import type { Fault, Hazard } from '../../trace/fault.ts';
import type { Emulation, EmulationProgress, EmulationResult } from '../emulation.ts';
import { FaultSignal, placeOf } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import { executionProfile } from './execution-profile.ts';
import { racingQuestions } from './racing-questions.ts';
import {
  type Decision,
  type Doubtful,
  doubtful,
  type Questions,
  RepeatedRuns,
  type RunAgain,
  roundingQuestions,
  undefinedQuestions,
} from './repeated-runs.ts';

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
    const isJudged = repeatedRuns.every(({ decisionOn }) => decisionOn !== null);
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
    const judged = grid.log.doubts.flatMap(doubt => judgedAs(doubt, this.#decisionOn(doubt)));
    const [races, others] = [judged.filter(isRace), judged.filter(fault => !isRace(fault))];
    const log = grid.log.withRaces(races.filter(isFault), races.filter(isHazard));
    const faults = [...log.faults, ...(this.#end ? [this.#end] : []), ...others.filter(isFault)];
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

  /**
   * What is decided about a doubtful value. If a run that ended early could not tell, memory counts and registers do not:
   * compilers leave registers undefined on purpose, memory seldom.
   */
  #decisionOn(doubt: Fault): Decision {
    const about = doubtful(doubt);
    const decision = this.#repeatedRuns?.get(about)?.decisionOn;
    return decision?.(doubt) ?? (about === 'inRegisters' ? 'silent' : 'fault');
  }
}

/** One for each sort of what the run doubts. */
const repeatedRunsOn = (grid: Grid, again: RunAgain): ReadonlyMap<Doubtful, RepeatedRuns> =>
  new Map(
    [...new Set(grid.log.doubts.map(doubtful))].map(about => [
      about,
      new RepeatedRuns(grid, questionsAbout(about, grid, again)),
    ]),
  );

function questionsAbout(about: Doubtful, grid: Grid, again: RunAgain): Questions {
  if (about === 'race') return racingQuestions(grid, again);
  return about === 'rounding' ? roundingQuestions(grid, again) : undefinedQuestions(grid, about, again);
}

const USED_BY_NOBODY =
  'Nothing depends on what the load brings: with the word from the other side of the write in its place, and with two others, no output, branch or address changed. Kernels that Triton compiles do this, where several warps load what one of them stores.';

const ONLY_THE_PATH =
  'Which instructions run depends on it, but with two other words in its place memory and prints came out the same: the set operations of Thrust compare such words behind the end of their input, and are right.';

const SHOWN_BY_A_FLAG =
  'The load had brought its value before its thread went on to a flag, and whoever writes has seen that flag, so the load is over in practice: unique in place of Thrust does this, and an H200 runs it right. The manual orders a load before a flag that is neither released nor behind a fence only where the flag depends on the load.';

const SEEN: Readonly<Record<'path' | 'unused' | 'relaxed', string>> = {
  path: ONLY_THE_PATH,
  unused: USED_BY_NOBODY,
  relaxed: SHOWN_BY_A_FLAG,
};

/** The finding that a doubt has become; none if it is silent. A race of sums that may be rounding has its own words. */
function judgedAs(doubt: Fault & { readonly seen?: string }, decision: Decision): (Fault | Hazard)[] {
  if (decision === 'silent') return [];
  if (decision !== 'fault') return [{ seen: SEEN[decision], ...doubt }];
  if (!isRace(doubt)) return [doubt];
  const { seen: _, ...race } = doubt;
  return [race];
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
