/**
 * What becomes of a run's doubts: the launch runs again, and each doubt is a fault, a hazard or nothing. A page fetches this file when a
 * kernel of core instructions leaves doubts.
 */
import type { Fault, Hazard } from '../../trace/fault.ts';
import { elementAt } from '../machine/element-names.ts';
import type { Grid } from '../machine/grid.ts';
import { asFault, type Doubtful, doubtful, unasked } from './doubtful.ts';
import { racingQuestions } from './racing-questions.ts';
import {
  type Decision,
  type Questions,
  RepeatedRuns,
  type RunAgain,
  roundingQuestions,
  undefinedQuestions,
  unwrittenQuestions,
} from './repeated-runs.ts';
import { sharedRacingQuestions } from './shared-racing-questions.ts';

/** Makes the doubts of a grid that has run. */
export const doubtsOf = (grid: Grid, again: RunAgain): Doubts => new Doubts(grid, again);

export class Doubts {
  readonly #grid: Grid;
  /** One for each sort of what the run doubts. */
  readonly #runs: ReadonlyMap<Doubtful, RepeatedRuns>;

  constructor(grid: Grid, again: RunAgain) {
    this.#grid = grid;
    this.#runs = new Map(
      [...new Set(grid.log.doubts.map(doubtful))].map(about => [
        about,
        new RepeatedRuns(grid, questionsAbout(about, grid, again)),
      ]),
    );
  }

  get areJudged(): boolean {
    return [...this.#runs.values()].every(({ decisionOn }) => decisionOn !== null);
  }

  /** Runs about so many warp instructions. */
  run(warpInstructions: number): void {
    let left = warpInstructions;
    for (const runs of this.#runs.values()) left = runs.run(left);
  }

  judged(): (Fault | Hazard)[] {
    return this.#grid.log.doubts.flatMap(doubt => {
      const runs = this.#runs.get(doubtful(doubt));
      return runs?.decisionOn ? judgedAs(this.#withDependent(doubt, runs), runs.decisionOn(doubt)) : unasked(doubt);
    });
  }

  /** Says what depends on memory that nothing has written. */
  #withDependent(doubt: Fault, { dependsAt }: RepeatedRuns): Fault {
    if (doubt.kind !== 'uninitialisedRead' || dependsAt === null) return doubt;
    const depends = `With other words there, ${elementAt(this.#grid.global, dependsAt)} comes out otherwise.`;
    return { ...doubt, message: `${doubt.message} ${depends}` };
  }
}

function questionsAbout(about: Doubtful, grid: Grid, again: RunAgain): Questions {
  if (about === 'race') return racingQuestions(grid, again);
  if (about === 'inDevice') return unwrittenQuestions(grid, again);
  if (about === 'sharedRace') return sharedRacingQuestions(grid, again);
  return about === 'rounding' ? roundingQuestions(grid, again) : undefinedQuestions(grid, about, again);
}

const USED_BY_NOBODY =
  'Nothing depends on what the load brings: with the word from the other side of the write in its place, and with two others, no output, branch or address changed. Kernels that Triton compiles do this, where several warps load what one of them stores.';

const ONLY_THE_PATH =
  'Which instructions run depends on it, but with two other words in its place memory and prints came out the same: the set operations of Thrust compare such words behind the end of their input, and are right.';

const BRANCHED_IN_VAIN =
  'Which instructions run depends on what the load brings, and nothing else: with the word from the other side of the write in its place, and with two others, memory and prints came out the same. The sums of lean attention in ONNX Runtime load rows of other heads so, and leave what they make of them.';

const MULTIPLIED_IN_VAIN =
  'Nothing depends on the products of these bytes: with other bytes where copies were under way, memory and prints came out the same. DeepGEMM does this where a tile has 32 rows and a product takes 64: sums of the rows behind the tile are left, and those lie in the next stage.';

const SHOWN_BY_A_FLAG =
  'The load had brought its value before its thread went on to a flag, and whoever writes has seen that flag, so the load is over in practice: unique in place of Thrust does this, and an H200 runs it right. The manual orders a load before a flag that is neither released nor behind a fence only where the flag depends on the load.';

const LOADED_AHEAD =
  'Nothing depends on what the load brings: with the word from the other side of the store in its place, and with two others, no output, branch or address changed. Loops that load ahead of their last round do this, Marlin among them, and leave what they have loaded; so does code that loads in all threads what some of them use.';

const AHEAD_OF_A_SWAP =
  'A compare-and-swap of the same word follows, unless the thread finds nothing to do. With the word from the other side of the write in place of what the load brings, memory and prints came out the same: functions that take the minimum or maximum of floats begin so. The manual orders a plain load with no atomic; it allows one by cuda::atomic_ref or volatile.';

const USED_BY_NOBODY_SO_FAR =
  'Loads race more often in this launch than is kept. Nothing depends on what those bring that were kept: with other words in their place no output, branch or address changed. Whether anything depends on the others is not known: a smaller launch tells.';

const NOT_KEPT =
  'Loads race more often in this launch than is kept, and none of these two lines was: whether anything depends on what they bring is not known. A smaller launch tells.';

const SEEN: Readonly<Record<Exclude<Decision, 'silent' | 'fault'>, string>> = {
  path: ONLY_THE_PATH,
  unused: USED_BY_NOBODY,
  multiplied: MULTIPLIED_IN_VAIN,
  ahead: LOADED_AHEAD,
  partly: USED_BY_NOBODY_SO_FAR,
  unknown: NOT_KEPT,
  relaxed: SHOWN_BY_A_FLAG,
  swapped: AHEAD_OF_A_SWAP,
  branched: BRANCHED_IN_VAIN,
};

/** The finding that a doubt has become; none if it is silent. A race of sums that may be rounding has its own words. */
function judgedAs(doubt: Fault & { readonly seen?: string }, decision: Decision): (Fault | Hazard)[] {
  if (decision === 'silent') return [];
  return [decision === 'fault' ? asFault(doubt) : { seen: SEEN[decision], ...doubt }];
}
