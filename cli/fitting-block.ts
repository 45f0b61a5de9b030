/** Tries other blocks for a launch that was guessed and ended in faults. */
import {
  type BlockTrial,
  blocksToTry,
  blockTrial,
  fittingBlock,
  fittingWords,
  MOST_TRIED_INSTRUCTIONS,
  NO_TRIAL,
  withBlock,
} from '../src/inspect/fitting-block.ts';
import { mayComeOfBlock } from '../src/inspect/guessed-launch.ts';
import { startInspection } from '../src/inspect/index.ts';
import type { Dim3 } from '../src/trace/launch.ts';
import { interruptible } from './interrupt.ts';
import { type LaunchRun, type PreparedLaunch, SLICE_WARP_INSTRUCTIONS } from './launch-run.ts';

/** One line that names the block with which no fault is found, or fewer; '' if none was looked for or found. */
export async function fittingBlockText(prepared: PreparedLaunch, run: LaunchRun): Promise<string | 'interrupted'> {
  const { guess, guesses, module, options, endsAt } = prepared;
  const { faults, warpInstructions } = run.inspection.emulation;
  const { guessed } = guesses;
  if (guess === null || run.stopped !== null || warpInstructions > MOST_TRIED_INSTRUCTIONS) return '';
  if (!faults.some(fault => mayComeOfBlock(fault, guessed))) return '';
  return interruptible(async interrupted => {
    let isInterrupted = false;
    const before = blockTrial(faults);
    const trialOf = async (block: Dim3): Promise<BlockTrial | null> => {
      const { launch } = withBlock(guess.outline, guess.entry, guesses, block);
      const started = startInspection(module, launch, { ...options, faults: before.leavesShared ? 'all' : 'first' });
      if (!started.ok) return NO_TRIAL;
      for (;;) {
        const { done, warpInstructions: ran } = started.value.run(SLICE_WARP_INSTRUCTIONS);
        if (done) return blockTrial(started.value.finish().emulation.faults);
        isInterrupted = await interrupted();
        if (isInterrupted || performance.now() >= endsAt) return null;
        if (ran > MOST_TRIED_INSTRUCTIONS) return NO_TRIAL;
      }
    };
    const found = await fittingBlock(blocksToTry(guess.entry, prepared.launch, faults), before, trialOf);
    if (isInterrupted) return 'interrupted';
    return found === null ? '' : `${fittingWords(found)}\n`;
  });
}
