/**
 * Whether anything depends on what a kernel reads though nothing defines what it gets: the launch runs again, with other words in
 * its place. Where memory, prints and instructions come out the same, nobody used what was read: the half of a wide load, a value
 * fetched ahead of the last round, a lane whose sum is not asked for.
 */
import type { Fault } from '../../trace/fault.ts';
import type { GlobalRecord } from '../checks/global-record.ts';
import { RacingLoads } from '../checks/racing-loads.ts';
import { RacingSums } from '../checks/racing-sums.ts';
import type { Race } from '../checks/visit-counts.ts';
import type { UndefinedWords } from '../emulation.ts';
import { FaultSignal } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import type { Program } from '../machine/program.ts';
import type { Listener } from '../machine/watch-both.ts';

/** Two words, for one may by chance do what zeros do. As numbers: large, and negative as f32 and as f16. */
export const OTHER_WORDS: readonly number[] = [0x5a5a5a5a, 0xc7b1c7b1 | 0];

/** Changes of a launch that runs again. */
export interface Repetition {
  readonly undefinedWords?: UndefinedWords;
  readonly change?: (program: Program) => Program;
  /** Checked, with one of these to be told of what races; unchecked when absent. */
  readonly racing?: Partial<Pick<GlobalRecord, 'racingLoads' | 'racingSums'>>;
  /** To be told of accesses. */
  readonly listener?: Listener;
}

/** Makes the same launch once more. */
export type RunAgain = (repetition: Repetition) => Grid;

/** Subject of a doubt: an answer about one subject says nothing about the others. */
export type Doubtful = 'inMemory' | 'inRegisters' | 'race' | 'rounding';

export function doubtful(doubt: Fault): Doubtful {
  if (doubt.kind === 'race') return 'seen' in doubt ? 'rounding' : 'race';
  return doubt.kind === 'uninitialisedRead' || doubt.kind === 'outOfBounds' ? 'inMemory' : 'inRegisters';
}

interface Trial {
  /** Null where it cannot be asked for. */
  readonly start: () => Grid | null;
  /** Whether nothing depends on what is asked for, as far as this run tells. */
  readonly isFine: (grid: Grid) => boolean;
}

/** Trials for values that nothing defines: each gives other words for them. */
const undefinedTrials = (first: Grid, about: 'inMemory' | 'inRegisters', again: RunAgain): Trial[] =>
  OTHER_WORDS.map(word => ({
    start: () => again({ undefinedWords: { inMemory: 0, inRegisters: 0, [about]: word } }),
    isFine: grid => isSame(first, grid),
  }));

const racesAbout = ({ log }: Grid, about: Doubtful): Race[] =>
  log.doubts.filter((doubt): doubt is Race => doubt.kind === 'race' && doubtful(doubt) === about);

/**
 * Trials for loads that may come before or after a write: one run finds the racing loads, lane by lane, and the next
 * ones give them other words.
 */
function racingTrials(first: Grid, again: RunAgain): Trial[] {
  const racingLoads = new RacingLoads(racesAbout(first, 'race'), first.program, first.files);
  const bring = (word: number | null): Grid | null =>
    racingLoads.isWhole ? again({ change: program => racingLoads.bringing(program, word) }) : null;
  const starts = [
    () => again({ racing: { racingLoads }, change: program => racingLoads.counting(program) }),
    ...[null, ...OTHER_WORDS].map(word => () => bring(word)),
  ];
  return starts.map(start => ({ start, isFine: grid => isSame(first, grid) }));
}

const SEEDS = [1, 2, 3] as const;

/** Floats of which another one may stay: one run finds them, the next ones tell how far rounding moves them. */
function roundingTrials(first: Grid, again: RunAgain): Trial[] {
  const racingSums = new RacingSums(racesAbout(first, 'rounding'), first.program, first.files);
  const starts = [
    () => again({ racing: { racingSums }, change: program => racingSums.counting(program) }),
    ...SEEDS.map(seed => () => again({ listener: racingSums, change: program => racingSums.moving(program, seed) })),
  ];
  return starts.map((start, i) => ({ start, isFine: () => i < SEEDS.length || racingSums.isRounding }));
}

function trialsAbout(first: Grid, about: Doubtful, again: RunAgain): Trial[] {
  if (about === 'race') return racingTrials(first, again);
  return about === 'rounding' ? roundingTrials(first, again) : undefinedTrials(first, about, again);
}

export class RepeatedRuns {
  readonly #first: Grid;
  readonly #trials: readonly Trial[];
  #asked = 0;
  #grid: Grid | null = null;
  /** Null while nobody knows. */
  depends: boolean | null = null;

  constructor(first: Grid, about: Doubtful, again: RunAgain) {
    this.#first = first;
    this.#trials = trialsAbout(first, about, again);
  }

  /** Runs about so many warp instructions; returns how many are left. */
  run(warpInstructions: number): number {
    let left = warpInstructions;
    while (left > 0 && this.depends === null) left -= this.#runOne(left);
    return left;
  }

  /** Returns how many it ran. */
  #runOne(warpInstructions: number): number {
    this.#grid ??= this.#trials[this.#asked].start();
    const grid = this.#grid;
    if (grid === null) {
      this.depends = true;
      return 0;
    }
    const before = grid.warpInstructions;
    try {
      // A run with more instructions than the first one will not end as the first one did.
      grid.rounds.run(Math.min(warpInstructions, this.#first.warpInstructions + 1 - before));
      if (grid.rounds.isDone) this.#judge(grid);
      else if (grid.warpInstructions > this.#first.warpInstructions) this.depends = true;
    } catch (signal) {
      if (!(signal instanceof FaultSignal)) throw signal;
      this.depends = true;
    }
    return grid.warpInstructions - before;
  }

  #judge(grid: Grid): void {
    this.#grid = null;
    const { isFine } = this.#trials[this.#asked++];
    if (!isFine(grid)) this.depends = true;
    else if (this.#asked === this.#trials.length) this.depends = false;
  }
}

function isSame(first: Grid, again: Grid): boolean {
  if (first.warpInstructions !== again.warpInstructions || first.laneInstructions !== again.laneInstructions)
    return false;
  const known = first.log.faults;
  const isKnown = again.log.faults.every(({ kind, place }) =>
    known.some(fault => fault.kind === kind && fault.place.ptxLine === place.ptxLine),
  );
  if (!isKnown) return false;
  const [prints, othersPrints] = [first, again].map(grid => grid.prints.prints.map(({ text }) => text).join('\0'));
  if (prints !== othersPrints) return false;
  const [words, others] = [first.global.memory.i32, again.global.memory.i32];
  for (let i = 0; i < words.length; i++) if (words[i] !== others[i]) return false;
  return true;
}
