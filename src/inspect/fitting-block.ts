/** Blocks to try for a kernel with a guessed block whose run ended in faults: its code was written for one, and seldom says which. */
import { type GuessedLaunch, guessLaunch } from '../ptx/outline/guess.ts';
import type { EntryOutline, ModuleOutline } from '../ptx/outline/module-outline.ts';
import type { Dim3 } from '../trace/launch.ts';

/** Of launches with more warp instructions no other blocks are tried. */
export const MOST_TRIED_INSTRUCTIONS = 1e6;

const MOST_THREADS = 1024;
const POWERS = [1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1];

/** Blocks of whole warps, the largest first: among as many threads, the one with the longest rows. A single warp hides races, so it comes last. */
export function blocksToTry({ uses, mostThreads }: EntryOutline, { block }: GuessedLaunch['launch']): readonly Dim3[] {
  const most = mostThreads ?? MOST_THREADS;
  const heights = uses.thread.includes('y') ? POWERS.filter(y => y <= 32) : [block[1]];
  return POWERS.filter(x => x >= 32)
    .flatMap(x => heights.map((y): Dim3 => [x, y, block[2]]))
    .filter(candidate => threadsOf(candidate) <= most && String(candidate) !== String(block))
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

/** The first of the blocks with which a run finds no fault; null if there is none, or if `faultsOf` gives up by null. */
export async function fittingBlock(
  blocks: readonly Dim3[],
  faultsOf: (block: Dim3) => Promise<number | null>,
): Promise<Dim3 | null> {
  for (const block of blocks) {
    const faults = await faultsOf(block);
    if (faults === null) return null;
    if (faults === 0) return block;
  }
  return null;
}

export const blockWords = (block: Dim3): string => block.join(' x ');

/** "With blocks of 32 x 1 x 1 threads a run finds no fault." */
export const fittingWords = (block: Dim3): string =>
  `With blocks of ${blockWords(block)} threads a run finds no fault.`;
