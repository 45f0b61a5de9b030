/** What can be known of a program without running it: its outline, or the place where its PTX cannot be read. */
import { useDeferredValue, useMemo } from 'react';
import type { JobFailure } from '../../app/emulator/job-failure.ts';
import { moduleOf } from '../../app/emulator/kept-modules.ts';
import { ok, type Result } from '../../base/result.ts';
import type { WorkbenchDocument } from '../../contract/workbench-document.ts';
import { type GuessedLaunch, guessLaunch } from '../../ptx/outline/guess.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import { outlineOf } from '../../ptx/outline/outline.ts';
import type { VersionModel } from './use-versions.ts';

/** `cuda`: the source that the PTX was made from, for the names of its parameters; '' where it is not at hand. */
export function readModule(ptx: string, cuda: string): Result<ModuleOutline, JobFailure> {
  const module = moduleOf(ptx);
  return module.ok ? ok(outlineOf(module.value, cuda)) : module;
}

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

/** Of the PTX as it is typed, a moment behind; of CUDA as far as it was compiled; null before that. */
export function useModuleReading({ document, listings, record }: VersionModel): ReturnType<typeof readModule> | null {
  const { language, text } = document.source;
  const ptx = useDeferredValue(language === 'ptx' ? text : record.compiled);
  const cuda = language === 'cuda' ? text : (listings[0]?.text ?? '');
  return useMemo(() => (ptx === null ? null : readModule(ptx, cuda)), [ptx, cuda]);
}
