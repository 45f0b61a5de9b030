/** What can be known of a program without running it: its outline, or the place where its PTX cannot be read. */
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Result } from '../../base/result.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { type GuessedLaunch, guessLaunch } from '../../ptx/outline/guess.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import type { JobFailure } from '../../services/emulator/job-failure.ts';
import { readOutline } from '../../services/emulator/outline-job.ts';
import type { DocumentVersion } from '../../state/workbench-store.ts';
import type { WorkbenchRun } from './run.ts';

/** In characters; some 10 ms of reading. What is longer is read by the emulator's worker, so that the page goes on. */
const MOST_READ_HERE = 2 ** 14;

const isShort = (ptx: string, cuda: string): boolean => ptx.length + cuda.length <= MOST_READ_HERE;

/** `cuda`: the source that the PTX was made from, for the names of its parameters; '' where it is not at hand. */
export const readModule = async (ptx: string, cuda: string): Promise<Result<ModuleOutline, JobFailure>> =>
  isShort(ptx, cuda)
    ? readOutline(ptx, cuda)
    : (await import('../../services/emulator/client.ts')).outlineApart(ptx, cuda);

/** A launch to start from; a module without kernels has none. */
export function guessedFor(outline: ModuleOutline): GuessedLaunch {
  const [entry] = outline.entries;
  return entry ? guessLaunch(outline, entry) : { launch: BLANK_LAUNCH, guessed: [] };
}

export const BLANK_LAUNCH: WorkbenchDocument['launch'] = {
  grid: [1, 1, 1],
  block: [32, 1, 1],
  buffers: [],
  params: [],
};

/** Nobody has said anything about it yet. */
export const isBlank = ({ buffers, params }: WorkbenchDocument['launch']): boolean =>
  buffers.length === 0 && params.length === 0;

/** Of the PTX as it is typed, a moment behind; of CUDA as far as it was compiled; null before that, and while a long one is read. */
export function useModuleReading({
  document,
  listings,
  run,
}: DocumentVersion & { readonly run: WorkbenchRun }): Result<ModuleOutline, JobFailure> | null {
  const { language, text } = document.source;
  const ptx = useDeferredValue(language === 'ptx' ? text : run.compiled);
  const cuda = language === 'cuda' ? text : (listings[0]?.text ?? '');
  const isHere = ptx !== null && isShort(ptx, cuda);
  const here = useMemo(() => (isHere ? readOutline(ptx, cuda) : null), [isHere, ptx, cuda]);
  const [apart, setApart] = useState<{ ptx: string; cuda: string; reading: Result<ModuleOutline, JobFailure> }>();
  useEffect(() => {
    if (ptx === null || isHere) return;
    let isWanted = true;
    readModule(ptx, cuda).then(reading => isWanted && setApart({ ptx, cuda, reading }));
    return () => {
      isWanted = false;
    };
  }, [ptx, cuda, isHere]);
  return here ?? (apart?.ptx === ptx && apart?.cuda === cuda ? apart.reading : null);
}
