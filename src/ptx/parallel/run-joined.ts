/**
 * Runs a grid with the help of others who run parts of it elsewhere. Which parts are run by whom, and when they come back,
 * changes nothing in the result. Knows neither workers nor clocks: both are given.
 */
import type { EmulationProgress } from '../emulation.ts';
import type { JoinedEmulation } from './joined.ts';
import type { CtaRange, PartRun } from './part.ts';

/** A part, with whatever else was found out while it ran. */
export interface RunPiece {
  readonly part: PartRun;
}

/** Runs one part at a time elsewhere. */
export interface PartRunner<P extends RunPiece> {
  /** Null when no result came. */
  run(range: CtaRange): Promise<P | null>;
  /** Ends what is under way. */
  stop(): void;
}

export interface JoinedRun<P extends RunPiece> {
  readonly emulation: JoinedEmulation;
  /** About how many warp instructions to run between two calls of `goesOn`. */
  readonly sliceWarpInstructions: number;
  /** Called between slices; false ends the run. */
  readonly goesOn: (progress: EmulationProgress) => Promise<boolean>;
  /** Resolves after a moment: the run waits for its runners. */
  readonly rest: () => Promise<unknown>;
  /** Called between slices until it returns runners, which then run CTAs that have not started. */
  readonly hire: (progress: EmulationProgress) => readonly PartRunner<P>[];
  /** Called when a piece has become a part of the run. */
  readonly taken: (piece: P) => void;
}

/** Parts for each runner: so small that all end together, so large that filling memory for each costs little. */
export const PARTS_EACH = 3;

/** Resolves to false when `goesOn` ended the run. */
export async function runJoined<P extends RunPiece>(run: JoinedRun<P>): Promise<boolean> {
  const { emulation, sliceWarpInstructions, goesOn, hire, taken } = run;
  let parts: Parts<P> | null = null;
  try {
    for (;;) {
      const progress = emulation.run(sliceWarpInstructions);
      if (progress.done) return true;
      if (!(await goesOn(progress))) return false;
      parts ??= emulation.canTake ? partsFor(hire(progress), emulation, progress.ctasTotal) : null;
      if (parts === null) continue;
      const ran = parts.next(emulation);
      emulation.pauseBefore(parts.nextStart);
      if (ran === null) continue;
      const piece = await waited(ran, () => goesOn(progress), run.rest);
      if (piece === 'ended') return false;
      if (piece !== null && emulation.take(piece.part)) taken(piece);
      // If one part depends on earlier CTAs, the next parts most likely do too.
      else parts.stop();
    }
  } finally {
    parts?.stop();
  }
}

const partsFor = <P extends RunPiece>(
  runners: readonly PartRunner<P>[],
  { started, clusterCtas }: JoinedEmulation,
  end: number,
): Parts<P> | null =>
  runners.length === 0
    ? null
    : new Parts(runners, cut({ start: started, end }, (runners.length + 1) * PARTS_EACH, clusterCtas));

async function waited<P>(
  result: Promise<P>,
  goesOn: () => Promise<boolean>,
  rest: () => Promise<unknown>,
): Promise<P | 'ended'> {
  let isThere = false;
  const noted = result.then(() => {
    isThere = true;
  });
  for (;;) {
    await Promise.race([noted, rest()]);
    if (isThere) return result;
    if (!(await goesOn())) return 'ended';
  }
}

/**
 * The CTAs that had not started, cut up. The run itself comes from the front, in order, and the others take from the back:
 * they meet where the work is done.
 */
class Parts<P extends RunPiece> {
  readonly #ranges: readonly CtaRange[];
  readonly #results = new Map<CtaRange, Promise<P | null>>();
  readonly #runners: readonly PartRunner<P>[];
  /** Parts before this one are the run's own. */
  #front = 0;
  /** This part and those behind it are done by others, or under way there. */
  #back: number;
  #isStopped = false;

  constructor(runners: readonly PartRunner<P>[], ranges: readonly CtaRange[]) {
    this.#runners = runners;
    this.#ranges = ranges;
    this.#back = this.#ranges.length;
    for (const runner of runners) void this.#serve(runner);
  }

  /** The part behind the place that the run has come to, when others have it; or null, and the run goes on itself. */
  next({ started, isBetweenCtas }: JoinedEmulation): Promise<P | null> | null {
    if (this.#isStopped) return null;
    const here = this.#ranges.findIndex(({ start }) => start >= started);
    const range = this.#ranges[here];
    const isTheirs = here >= this.#back && range?.start === started && isBetweenCtas;
    if (isTheirs) return this.#results.get(range) ?? null;
    this.#front = here < 0 ? this.#ranges.length : range.start === started && isBetweenCtas ? here + 1 : here;
    return null;
  }

  /** CTA at which the run must look for a part again. */
  get nextStart(): number {
    const isOver = this.#isStopped || this.#front >= this.#ranges.length;
    return isOver ? Number.POSITIVE_INFINITY : this.#ranges[this.#front].start;
  }

  stop(): void {
    this.#isStopped = true;
    for (const runner of this.#runners) runner.stop();
  }

  async #serve(runner: PartRunner<P>): Promise<void> {
    while (!this.#isStopped && this.#back > this.#front) {
      const range = this.#ranges[--this.#back];
      const result = runner.run(range);
      this.#results.set(range, result);
      if ((await result) === null) return;
    }
  }
}

/**
 * Cuts a range into at most `count` ranges of nearly equal length, none empty, each of whole clusters of `clusterCtas`
 * CTAs.
 */
export function cut({ start, end }: CtaRange, count: number, clusterCtas: number): CtaRange[] {
  const clusters = (end - start) / clusterCtas;
  const pieces = Math.min(count, clusters);
  const border = (i: number): number => start + clusterCtas * Math.floor((clusters * i) / pieces);
  return Array.from({ length: pieces }, (_, i) => ({ start: border(i), end: border(i + 1) }));
}
