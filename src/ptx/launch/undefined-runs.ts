/**
 * Whether anything depends on what a kernel reads though nothing defines it: the launch runs again, unchecked, with other words in
 * its place. Where memory, prints and instructions come out the same, nobody used what was read: the half of a wide load, a value
 * fetched ahead of the last round, a lane whose sum is not asked for.
 */
import type { Fault } from '../../trace/fault.ts';
import type { UndefinedWords } from '../emulation.ts';
import { FaultSignal } from '../machine/faults.ts';
import type { Grid } from '../machine/grid.ts';

/** Two words, for one may by chance do what zeros do. As numbers: large, and negative as f32 and as f16. */
const OTHER_WORDS: readonly number[] = [0x5a5a5a5a, 0xc7b1c7b1 | 0];

/** Makes the same launch once more. */
export type RunAgain = (undefinedWords: UndefinedWords) => Grid;

/** Where what nothing defines was read: what is asked of one says nothing of the other. */
export type Undefined = 'inMemory' | 'inRegisters';

export const whereUndefined = ({ kind }: Fault): Undefined =>
  kind === 'uninitialisedRead' || kind === 'outOfBounds' ? 'inMemory' : 'inRegisters';

export class UndefinedRuns {
  readonly #first: Grid;
  readonly #again: RunAgain;
  readonly #where: Undefined;
  #asked = 0;
  #grid: Grid | null = null;
  /** Null while nobody knows. */
  depends: boolean | null = null;

  constructor(first: Grid, where: Undefined, again: RunAgain) {
    this.#where = where;
    this.#first = first;
    this.#again = again;
  }

  /** Runs about so many warp instructions; returns how many are left. */
  run(warpInstructions: number): number {
    let left = warpInstructions;
    while (left > 0 && this.depends === null) left -= this.#runOne(left);
    return left;
  }

  /** Returns how many it ran. */
  #runOne(warpInstructions: number): number {
    this.#grid ??= this.#again({ inMemory: 0, inRegisters: 0, [this.#where]: OTHER_WORDS[this.#asked] });
    const grid = this.#grid;
    const before = grid.warpInstructions;
    try {
      grid.rounds.run(warpInstructions);
      if (grid.rounds.isDone) this.#judge(grid);
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
    else if (this.#asked === OTHER_WORDS.length) this.depends = false;
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
