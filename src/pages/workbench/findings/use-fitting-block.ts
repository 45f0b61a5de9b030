/** For faults that may come of a guessed block: finds the block with which a run finds none, or fewer. */
import { useEffect, useState } from 'react';
import {
  type BlockTrial,
  blocksToTry,
  blockTrial,
  fittingBlock,
  MOST_TRIED_INSTRUCTIONS,
  NO_TRIAL,
} from '../../../inspect/fitting-block.ts';
import { mayComeOfBlock } from '../../../inspect/guessed-launch.ts';
import { entryOf } from '../../../ptx/outline/entry-fit.ts';
import { inspect } from '../../../services/emulator/inspection-client.ts';
import { readOutline } from '../../../services/emulator/outline-job.ts';
import { useWorkbench } from '../../../state/workbench-store.ts';
import type { Dim3 } from '../../../trace/launch.ts';
import { editLaunch, type Patch } from '../launch/launch-edits.ts';
import type { RunResult } from '../run.ts';
import { optionsOf } from '../run-document.ts';
import type { VersionModel } from '../use-versions.ts';

export interface FittingBlock {
  readonly block: Dim3;
  /** Sets it in the document that ran; other guesses follow. */
  readonly patch: Patch;
}

interface Fitting {
  readonly of: RunResult;
  readonly found: FittingBlock | null;
}

export function useFittingBlock({ run: { result }, edition }: VersionModel): FittingBlock | null {
  const [fitting, setFitting] = useState<Fitting | null>(null);
  const maxSeconds = useWorkbench(state => state.maxSeconds);
  useEffect(() => {
    if (result === null || result.cut !== null) return;
    const { faults, warpInstructions } = result.inspection.emulation;
    if (warpInstructions > MOST_TRIED_INSTRUCTIONS) return;
    if (!faults.some(fault => mayComeOfBlock(fault, result.document.guessed))) return;
    const abort = new AbortController();
    blockFor(result, { slot: `block ${edition}`, maxSeconds, signal: abort.signal }).then(
      found => setFitting({ of: result, found }),
      // A newer run took its place.
      () => {},
    );
    return () => abort.abort();
  }, [result, edition, maxSeconds]);
  return fitting !== null && fitting.of === result ? fitting.found : null;
}

interface Terms {
  readonly slot: string;
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
}

async function blockFor(
  { ptx, document, inspection }: RunResult,
  { slot, maxSeconds, signal }: Terms,
): Promise<FittingBlock | null> {
  const { launch, source } = document;
  const cuda = source.language === 'cuda' ? source.text : '';
  const outline = readOutline({ ptx, cuda, kernel: launch.entry });
  const entry = outline.ok ? entryOf(outline.value, launch.entry) : null;
  if (!outline.ok || entry === null) return null;
  const patchFor = (block: Dim3): Patch => editLaunch(document, outline.value, { ...launch, block }, ['block']);
  const { faults } = inspection.emulation;
  const trialOf = async (block: Dim3): Promise<BlockTrial> => {
    const next = { ...document, ...patchFor(block) };
    const job = { ptx, launch: next.launch, options: optionsOf(next), maxSeconds };
    const run = await inspect(slot, job, () => {}, signal);
    return !run.ok || run.value.cut !== null ? NO_TRIAL : blockTrial(run.value.inspection.emulation.faults);
  };
  const found = await fittingBlock(blocksToTry(entry, launch, faults), blockTrial(faults), trialOf);
  return found && { block: found.block, patch: patchFor(found.block) };
}
