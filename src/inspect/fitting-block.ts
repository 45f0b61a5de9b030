/** Blocks to try for a kernel with a guessed block whose run ended in faults: its code was written for one, and seldom says which. */
import { LANES } from '../base/hardware.ts';
import { type GuessedLaunch, guessLaunch } from '../ptx/outline/guess.ts';
import type { EntryOutline, ModuleOutline } from '../ptx/outline/module-outline.ts';
import type { Fault } from '../trace/fault.ts';
import type { Dim3 } from '../trace/launch.ts';

/** Of launches with more warp instructions no other blocks are tried. */
export const MOST_TRIED_INSTRUCTIONS = 1e6;

const MOST_THREADS = 1024;
const POWERS = [1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1];

/**
 * Blocks of whole warps, the largest first: among as many threads, the one with the longest rows. Where nothing but races was found,
 * a single warp proves nothing, as it has no other to race with; and none is tried where the code itself counts CTAs of the guessed block.
 */
export function blocksToTry(
  { uses, mostThreads, tile }: EntryOutline,
  { block }: GuessedLaunch['launch'],
  faults: readonly Fault[],
): readonly Dim3[] {
  const most = mostThreads ?? MOST_THREADS;
  const isRace = faults.every(({ kind }) => kind === 'race');
  if (isRace && tile[0] === block[0]) return [];
  const least = isRace ? 2 * LANES : LANES;
  const heights = uses.thread.includes('y') ? POWERS.filter(y => y <= 32) : [block[1]];
  return POWERS.filter(x => x >= 32)
    .flatMap(x => heights.map((y): Dim3 => [x, y, block[2]]))
    .filter(candidate => threadsOf(candidate) >= least && threadsOf(candidate) <= most)
    .filter(candidate => String(candidate) !== String(block))
    .sort((a, b) => threadsOf(b) - threadsOf(a) || (heights.length > 1 ? a[0] - b[0] : 0))
    .filter((candidate, i, all) => i === 0 || threadsOf(candidate) !== threadsOf(all[i - 1]));
}

const threadsOf = ([x, y, z]: Dim3): number => x * y * z;

/** The guess with that block; what else is guessed follows it. */
export function withBlock(
  outline: ModuleOutline,
  entry: EntryOutline,
  { launch, guessed }: GuessedLaunch,
  block: Dim3,
): GuessedLaunch {
  return guessLaunch(outline, entry, {
    launch: { ...launch, block },
    guessed: guessed.filter(path => path !== 'block'),
  });
}

/** What came of a run. */
export interface BlockTrial {
  readonly faults: number;
  /** Whether an access was outside of the CTA's shared memory: a sign of too many threads. */
  readonly leavesShared: boolean;
}

export const blockTrial = (faults: readonly Fault[]): BlockTrial => ({
  faults: faults.length,
  leavesShared: faults.some(fault => fault.kind === 'outOfBounds' && fault.space === 'shared'),
});

/** A run that did not come to its end. */
export const NO_TRIAL: BlockTrial = { faults: Number.POSITIVE_INFINITY, leavesShared: true };

export interface FoundBlock {
  readonly block: Dim3;
  /** With so many the run ended. */
  readonly faults: number;
}

/**
 * The first of the blocks with which a run finds no fault; else, where the run before it left shared memory, the first that
 * stays inside with fewer faults: those are the kernel's own. Null if there is none, or if `trialOf` gives up by null.
 */
export async function fittingBlock(
  blocks: readonly Dim3[],
  before: BlockTrial,
  trialOf: (block: Dim3) => Promise<BlockTrial | null>,
): Promise<FoundBlock | null> {
  let inside: FoundBlock | null = null;
  for (const block of blocks) {
    const trial = await trialOf(block);
    if (trial === null) return null;
    const { faults, leavesShared } = trial;
    if (faults === 0 && !(inside && threadsOf(block) <= LANES)) return { block, faults };
    if (before.leavesShared && !leavesShared && faults < before.faults) inside ??= { block, faults };
  }
  return inside;
}

export const blockWords = (block: Dim3): string => block.join(' x ');

/** "With blocks of 32 x 1 x 1 threads a run finds no fault." */
export function fittingWords({ block, faults }: FoundBlock): string {
  const left = faults === 1 ? '1 fault is left' : `${faults} faults are left`;
  const what = faults === 0 ? 'a run finds no fault' : `all accesses stay in shared memory, and ${left}`;
  return `With blocks of ${blockWords(block)} threads ${what}.`;
}
