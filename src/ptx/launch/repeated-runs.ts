/**
 * Whether anything depends on what a kernel reads though nothing defines what it gets: the launch runs again, with other words in
 * its place. Where memory, prints and instructions come out the same, nobody used what was read: the half of a wide load, a value
 * fetched ahead of the last round, a lane whose sum is not asked for.
 */
import type { Fault } from '../../trace/fault.ts';
import { type Race, RacingLoads } from '../checks/racing-loads.ts';
import type { UndefinedWords } from '../emulation.ts';
import { FaultSignal } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';
import type { Program } from '../machine/program.ts';

/** Two words, for one may by chance do what zeros do. As numbers: large, and negative as f32 and as f16. */
export const OTHER_WORDS: readonly number[] = [0x5a5a5a5a, 0xc7b1c7b1 | 0];

/** What is different in a launch that runs again. */
export interface Repetition {
  readonly undefinedWords?: UndefinedWords;
  readonly change?: (program: Program) => Program;
  /** Checked, with these to be told of accesses; unchecked when absent. */
  readonly racingLoads?: RacingLoads;
}

/** Makes the same launch once more. */
export type RunAgain = (repetition: Repetition) => Grid;

/** What a doubt is about: what is asked of one says nothing of the others. */
export type Doubtful = 'inMemory' | 'inRegisters' | 'race';

export function doubtful({ kind }: Fault): Doubtful {
  if (kind === 'race') return 'race';
  return kind === 'uninitialisedRead' || kind === 'outOfBounds' ? 'inMemory' : 'inRegisters';
}

/** A launch to be compared with the first one; null where it cannot be asked for. */
type Trial = () => Grid | null;

/** What nothing defines. */
const undefinedTrials = (about: 'inMemory' | 'inRegisters', again: RunAgain): Trial[] =>
  OTHER_WORDS.map(word => () => again({ undefinedWords: { inMemory: 0, inRegisters: 0, [about]: word } }));

/** What may be before or after a write: one run finds the loads, each lane of them, the next ones bring other words there. */
function racingTrials({ program, files, log }: Grid, again: RunAgain): Trial[] {
  const races = log.doubts.filter((doubt): doubt is Race => doubt.kind === 'race');
  const racingLoads = new RacingLoads(races, program, files);
  const bring = (word: number | null): Grid | null =>
    racingLoads.isWhole ? again({ change: changed => racingLoads.bringing(changed, word) }) : null;
  return [
    () => again({ racingLoads, change: changed => racingLoads.counting(changed) }),
    ...[null, ...OTHER_WORDS].map(word => () => bring(word)),
  ];
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
    this.#trials = about === 'race' ? racingTrials(first, again) : undefinedTrials(about, again);
  }

  /** Runs about so many warp instructions; returns how many are left. */
  run(warpInstructions: number): number {
    let left = warpInstructions;
    while (left > 0 && this.depends === null) left -= this.#runOne(left);
    return left;
  }

  /** Returns how many it ran. */
  #runOne(warpInstructions: number): number {
    this.#grid ??= this.#trials[this.#asked]();
    const grid = this.#grid;
    if (grid === null) {
      this.depends = true;
      return 0;
    }
    const before = grid.warpInstructions;
    try {
      // With more than the first one it will not end as that did.
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
    this.#asked++;
    if (!isSame(this.#first, grid)) this.depends = true;
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
