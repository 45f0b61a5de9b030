/** The open versions with their runs, A first: what every part of the workbench is drawn from. */
import { useMemo } from 'react';
import { type DocumentVersion, useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { isStale, NO_RUN, type ShownResult, shownResult, type WorkbenchRun } from './run.ts';
import { useRuns } from './runs.ts';

export interface VersionModel extends DocumentVersion {
  readonly letter: VersionLetter;
  readonly run: WorkbenchRun;
  /** Result of the last run that ended with one. */
  readonly result: ShownResult | null;
}

const NONE: readonly [] = [];

function useVersion(letter: VersionLetter): VersionModel | null {
  const version = useWorkbench(state => state.versions[letter]);
  const run = useRuns(runs => (version ? runs.byEdition.get(version.edition) : undefined)) ?? NO_RUN;
  const stale = version !== null && isStale(version.document, run);
  const expectations = version?.document.expectations ?? NONE;
  // Results hang on it, and typing in the editor must not draw them anew.
  const result = useMemo(() => shownResult(run.result, stale, expectations), [run.result, stale, expectations]);
  return useMemo(() => version && { ...version, letter, run, result }, [version, letter, run, result]);
}

export function useVersions(): readonly VersionModel[] {
  const a = useVersion('A');
  const b = useVersion('B');
  return useMemo(() => [a, b].filter(version => version !== null), [a, b]);
}

/** The one in the editor; null while none is open. */
export function useShownVersion(versions: readonly VersionModel[]): VersionModel | null {
  const shown = useWorkbench(state => state.shown);
  return versions.find(version => version.letter === shown) ?? versions[0] ?? null;
}
