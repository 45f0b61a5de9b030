/** The open versions with their runs, A first: what every part of the workbench is drawn from. */
import { useMemo } from 'react';
import { type DocumentVersion, useWorkbench, type VersionLetter } from '../../state/workbench-store.ts';
import { isStale, NO_RUN, runViewOf, useRuns, type WorkbenchRun } from './runs.ts';
import type { VersionView } from './version-view.ts';

export interface VersionModel extends DocumentVersion {
  readonly letter: VersionLetter;
  readonly record: WorkbenchRun;
  readonly view: VersionView;
}

const NONE: readonly [] = [];

function useVersion(letter: VersionLetter): VersionModel | null {
  const version = useWorkbench(state => state.versions[letter]);
  const record = useRuns(runs => (version ? runs.byEdition.get(version.edition) : undefined)) ?? NO_RUN;
  const stale = version !== null && isStale(version.document, record);
  const expectations = version?.document.expectations ?? NONE;
  // Results hang on it, and typing in the editor must not draw them anew.
  const run = useMemo(() => runViewOf(record, stale, expectations), [record, stale, expectations]);
  return useMemo(
    () => version && { ...version, letter, record, view: { letter, document: version.document, run } },
    [version, letter, record, run],
  );
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
