/**
 * Whether anything depends on what a kernel reads though nothing defines what it gets: the launch runs again, with other words in
 * its place. Where memory, prints and instructions come out the same, nobody used what was read: the half of a wide load, a value
 * fetched ahead of the last round, a lane whose sum is not asked for. Each sort of doubt asks its questions in a generator: it gives
 * trials, and gets what depends on what they changed.
 */
import { lowestBit32 } from '../../base/bits.ts';
import type { Fault } from '../../trace/fault.ts';
import type { GlobalRecord } from '../checks/global-record.ts';
import type { LatenessAsked } from '../checks/late-loads.ts';
import { RacingSums } from '../checks/racing-sums.ts';
import type { Race } from '../checks/visit-counts.ts';
import type { UndefinedWords } from '../emulation.ts';
import { FaultSignal } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import type { Program } from '../machine/program.ts';
import { replaced, wordOfPlace } from '../machine/undefined-words.ts';
import type { Listener } from '../machine/watch-both.ts';
import { type Doubtful, doubtful } from './doubtful.ts';

/** Two words, for one may by chance do what zeros do. As numbers: large, and negative as f32 and as f16. */
export const OTHER_WORDS: readonly number[] = [0x5a5a5a5a, 0xc7b1c7b1 | 0];

/** Changes of a launch that runs again. */
export interface Repetition {
  /** For what was read before anything had written it. */
  readonly unwritten?: Unwritten;
  readonly undefinedWords?: UndefinedWords;
  readonly change?: (program: Program) => Program;
  /** Checked, with one of these to be told of what races; unchecked when absent. */
  readonly racing?: Partial<Pick<GlobalRecord, 'racingLoads' | 'sharedLoads' | 'racingSums'>>;
  /** Checked, with loads that count when they are used; for kernels that have flags. */
  readonly late?: LatenessAsked;
  /** To be told of accesses. */
  readonly listener?: Listener;
}

/** Bytes of device memory that nothing has written, as masks by word, and the word from which each place has other content. */
export interface Unwritten {
  readonly bytes: ReadonlyMap<number, number>;
  readonly word: number;
}

/** Makes the same launch once more. */
export type RunAgain = (repetition: Repetition) => Grid;

/** What depends on a doubtful value: only which instructions run, or also memory, prints or faults. */
export type Consequence = 'nothing' | 'path' | 'result';

export interface AskedRun {
  /** What it has in place of bytes that nothing has written; that these differ says nothing. */
  readonly unwritten?: Unwritten;
  /** Null where it cannot be asked for. */
  readonly start: () => Grid | null;
  /** What depends on what is asked for, as far as this run tells. */
  readonly judge: (grid: Grid) => Consequence;
}

/**
 * What is decided about a doubt: no finding, a fault, or a hazard, since only the path depends on the value (of a racing load:
 * `branched`), nothing depends on a racing load (of shared memory: it was loaded ahead), or on those of its executions that were kept (`partly`), or none of them was
 * (`unknown`), or no result depends on which of two words it brings ahead of a compare-and-swap, or a flag without release and acquire
 * orders it. `multiplied`: no result depends on what a product reads while a copy fills it.
 */
export type Decision =
  | 'silent'
  | 'fault'
  | 'path'
  | 'unused'
  | 'multiplied'
  | 'ahead'
  | 'partly'
  | 'unknown'
  | 'relaxed'
  | 'swapped'
  | 'branched';

/** Gives trials, gets what depends on what they change, and returns what is decided about each doubt. */
export type Questions = Generator<readonly AskedRun[], (doubt: Fault) => Decision, Consequence>;

/** Values that nothing defines: trials give other words for them. */
export function* undefinedQuestions(
  first: Grid,
  about: 'inMemory' | 'inStacks' | 'inRegisters' | 'underCopies',
  again: RunAgain,
): Questions {
  const trials = OTHER_WORDS.map((word, i) => ({
    // The first word is the same in all places, as zeros are; in the second run two places differ.
    start: () => again({ undefinedWords: { inMemory: 0, inRegisters: 0, [about]: word, differ: i > 0 } }),
    judge: (grid: Grid) => consequence(first, grid),
  }));
  const depends = yield trials;
  const unused = about === 'underCopies' ? 'multiplied' : 'silent';
  return () => (depends === 'nothing' ? unused : depends === 'path' ? 'path' : 'fault');
}

/** The same for device memory that nothing has written. */
export function* unwrittenQuestions(first: Grid, again: RunAgain): Questions {
  const { unwrittenReads: bytes } = first;
  const trials = OTHER_WORDS.map(word => ({
    unwritten: { bytes, word },
    start: () => again({ unwritten: { bytes, word } }),
    judge: (grid: Grid) => consequence(first, grid, { bytes, word }),
  }));
  const depends = yield trials;
  return () => (depends === 'nothing' ? 'silent' : depends === 'path' ? 'path' : 'fault');
}

/**
 * What is decided about a race on which no trial depended; `whole`: if all of its loads were kept. More of them race in a large kernel than are kept. Whatever depends on a kept one makes the
 * race a fault, as ever; but with nothing that depends on any, a fault would accuse right kernels of nothing but their size.
 */
export const unusedAs = (whole: Decision, race: string, loads: RacesOfLoads): Decision =>
  !loads.isFull ? whole : loads.has(race) ? 'partly' : 'unknown';

interface RacesOfLoads {
  readonly isFull: boolean;
  has(race: string): boolean;
  isWaitedFor(race: string): boolean;
}

/** The same where which instructions run depends on it, and nothing else: who waits for a word goes on by what it brings. */
export const branchedAs = (race: string, loads: RacesOfLoads): Decision =>
  loads.isFull || !loads.has(race) || loads.isWaitedFor(race) ? 'fault' : 'branched';

export const racesAbout = ({ log }: Grid, about: Doubtful): Race[] =>
  log.doubts.filter((doubt): doubt is Race => doubt.kind === 'race' && doubtful(doubt) === about);

const SEEDS = [1, 2, 3] as const;

/** Floats of which another one may stay: one run finds them, the next ones tell how far rounding moves them. */
export function* roundingQuestions(first: Grid, again: RunAgain): Questions {
  const racingSums = new RacingSums(racesAbout(first, 'rounding'), first.program, first.files);
  const starts = [
    () => again({ racing: { racingSums }, change: program => racingSums.counting(program) }),
    ...SEEDS.map(seed => () => again({ listener: racingSums, change: program => racingSums.moving(program, seed) })),
  ];
  const judge = (i: number): Consequence => (i < SEEDS.length || racingSums.isRounding ? 'nothing' : 'result');
  const depends = yield starts.map((start, i) => ({ start, judge: () => judge(i) }));
  return () => (depends === 'nothing' ? 'unused' : 'fault');
}

export class RepeatedRuns {
  readonly #first: Grid;
  readonly #questions: Questions;
  #trials: readonly AskedRun[] = [];
  #asked = 0;
  #worst: Consequence = 'nothing';
  #grid: Grid | null = null;
  /** Offset of a byte of device memory that depends on what was asked about; null where none is known. */
  dependsAt: number | null = null;
  /** Null while nobody knows. */
  decisionOn: ((doubt: Fault) => Decision) | null = null;

  constructor(first: Grid, questions: Questions) {
    this.#first = first;
    this.#questions = questions;
    this.#take(questions.next());
  }

  /** Runs about so many warp instructions; returns how many are left. */
  run(warpInstructions: number): number {
    let left = warpInstructions;
    while (left > 0 && this.decisionOn === null) left -= this.#runOne(left);
    return left;
  }

  /** Returns how many it ran. */
  #runOne(warpInstructions: number): number {
    const trial = this.#trials[this.#asked];
    this.#grid ??= trial.start();
    const grid = this.#grid;
    if (grid === null) {
      this.#answer('result');
      return 0;
    }
    const before = grid.warpInstructions;
    // A run that goes on and on will not end as the first one did.
    const most = 2 * this.#first.warpInstructions + MORE_INSTRUCTIONS;
    try {
      grid.rounds.run(Math.min(warpInstructions, most + 1 - before));
      if (grid.rounds.isDone) {
        const depends = trial.judge(grid);
        if (depends === 'result') this.dependsAt ??= firstDifference(this.#first, grid, trial.unwritten);
        this.#answer(depends);
      } else if (grid.warpInstructions > most) this.#answer('result');
    } catch (signal) {
      if (!(signal instanceof FaultSignal)) throw signal;
      this.#answer('result');
    }
    return grid.warpInstructions - before;
  }

  #answer(depends: Consequence): void {
    this.#grid = null;
    this.#asked++;
    if (depends !== 'nothing' && this.#worst !== 'result') this.#worst = depends;
    if (depends === 'result' || this.#asked === this.#trials.length) this.#take(this.#questions.next(this.#worst));
  }

  #take({ done, value }: ReturnType<Questions['next']>): void {
    this.#asked = 0;
    this.#worst = 'nothing';
    if (done) this.decisionOn = value;
    else this.#trials = value;
  }
}

/** On another path a run may take so many more than twice as many. */
const MORE_INSTRUCTIONS = 1024;

/**
 * Offset of the first byte of device memory that two runs left different; null where there is none. `unwritten`: what the second one had
 * in place of bytes 0xFF that nothing has written.
 */
function firstDifference(first: Grid, again: Grid, unwritten: Unwritten | null = null): number | null {
  const [words, others] = [first.global.memory.i32, again.global.memory.i32];
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== others[i] && !isStillUnwritten(i, words[i], others[i], unwritten))
      return 4 * i + (lowestBit32(words[i] ^ others[i]) >> 3);
  }
  return null;
}

/** Whether only the bytes differ that nothing has written in either run. */
function isStillUnwritten(index: number, word: number, other: number, unwritten: Unwritten | null): boolean {
  const mask = unwritten?.bytes.get(index) ?? 0;
  return (
    unwritten !== null && (word & mask) === mask && replaced(word, mask, wordOfPlace(unwritten.word, index)) === other
  );
}

/** What the change between two runs of a launch led to; `unwritten`: as in `firstDifference`. */
export function consequence(first: Grid, again: Grid, unwritten: Unwritten | null = null): Consequence {
  const known = first.log.faults;
  const isKnown = again.log.faults.every(({ kind, place }) =>
    known.some(fault => fault.kind === kind && fault.place.ptxLine === place.ptxLine),
  );
  if (!isKnown) return 'result';
  const [prints, othersPrints] = [first, again].map(grid => grid.prints.prints.map(({ text }) => text).join('\0'));
  if (prints !== othersPrints) return 'result';
  if (firstDifference(first, again, unwritten) !== null) return 'result';
  const isSamePath =
    first.warpInstructions === again.warpInstructions && first.laneInstructions === again.laneInstructions;
  return isSamePath ? 'nothing' : 'path';
}
