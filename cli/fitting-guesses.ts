/** For a launch that was guessed and ended in faults: tries other values in place of the guessed ones. */
import {
  type BlockTrial,
  blocksToTry,
  blockTrial,
  type FoundBlock,
  fittingBlock,
  fittingWords,
  MOST_TRIED_INSTRUCTIONS,
  NO_TRIAL,
  withBlock,
} from '../src/inspect/fitting-block.ts';
import { fittingLengths } from '../src/inspect/fitting-length.ts';
import { type LengthToTry, mayComeOfBlock } from '../src/inspect/guessed-launch.ts';
import { startInspection } from '../src/inspect/index.ts';
import { pointedBuffers } from '../src/inspect/pointer-origins.ts';
import type { Fault } from '../src/trace/fault.ts';
import type { Dim3, Launch } from '../src/trace/launch.ts';
import { type Interrupted, interruptible } from './interrupt.ts';
import { type LaunchRun, type PreparedLaunch, SLICE_WARP_INSTRUCTIONS } from './launch-run.ts';

/** Values with which a run finds less. */
export interface FittingGuesses {
  /** The block with which no fault is found, or fewer; null if none was looked for or found. */
  readonly block: FoundBlock | null;
  /** By the messages of the findings that go with them. */
  readonly lengths: ReadonlyMap<string, LengthToTry>;
}

const NOTHING: FittingGuesses = { block: null, lengths: new Map() };

export async function fittingGuesses(
  prepared: PreparedLaunch,
  run: LaunchRun,
): Promise<FittingGuesses | 'interrupted'> {
  const { faults, warpInstructions } = run.inspection.emulation;
  if (prepared.guesses.guessed.length === 0 || run.stopped !== null || warpInstructions > MOST_TRIED_INSTRUCTIONS)
    return NOTHING;
  return interruptible(async interrupted => {
    const trials = new Trials(prepared, interrupted);
    const block = await blockFor(prepared, faults, trials);
    const lengths = await fittingLengths(
      faults,
      prepared.guesses,
      async launch => {
        const tried = await trials.run(launch, 'all');
        return tried === 'endless' ? null : tried;
      },
      pointedBuffers(prepared.module, prepared.launch),
    );
    return trials.isInterrupted ? 'interrupted' : { block, lengths };
  });
}

async function blockFor(
  { guess, guesses, launch }: PreparedLaunch,
  faults: readonly Fault[],
  trials: Trials,
): Promise<FoundBlock | null> {
  if (guess === null || !faults.some(fault => mayComeOfBlock(fault, guesses.guessed))) return null;
  const before = blockTrial(faults);
  const trialOf = async (block: Dim3): Promise<BlockTrial | null> => {
    const tried = withBlock(guess.outline, guess.entry, guesses, block);
    const found = await trials.run(tried.launch, before.leavesShared ? 'all' : 'first');
    if (found === null) return null;
    return found === 'endless' ? NO_TRIAL : blockTrial(found);
  };
  return fittingBlock(blocksToTry(guess.entry, launch, faults), before, trialOf);
}

class Trials {
  isInterrupted = false;
  private readonly prepared: PreparedLaunch;
  private readonly interrupted: Interrupted;

  constructor(prepared: PreparedLaunch, interrupted: Interrupted) {
    this.prepared = prepared;
    this.interrupted = interrupted;
  }

  /** What a run finds; 'endless' where it is too long or impossible, null where the user or the time ends the search. */
  async run(launch: Launch, faults: 'all' | 'first'): Promise<readonly Fault[] | 'endless' | null> {
    const { module, options, endsAt } = this.prepared;
    const started = startInspection(module, launch, { ...options, faults });
    if (!started.ok) return 'endless';
    for (;;) {
      const { done, warpInstructions } = started.value.run(SLICE_WARP_INSTRUCTIONS);
      if (done) return started.value.finish().emulation.faults;
      this.isInterrupted = await this.interrupted();
      if (this.isInterrupted || performance.now() >= endsAt) return null;
      if (warpInstructions > MOST_TRIED_INSTRUCTIONS) return 'endless';
    }
  }
}

/** One line that names the block; '' without one. */
export const fittingBlockText = ({ block }: FittingGuesses): string =>
  block === null ? '' : `${fittingWords(block)}\n`;
