/** The open versions with their runs, A first: what every part of the workbench is drawn from. */
import { useMemo } from 'react';
import { useWorkbench, type Version, type VersionLetter } from '../../state/workbench-store.ts';
import { NO_RUN, type RunRecord, runViewOf, useRuns } from './runs.ts';
import type { VersionView } from './version-view.ts';

export interface VersionModel extends Version {
  readonly letter: VersionLetter;
  readonly record: RunRecord;
  readonly view: VersionView;
}

function useVersion(letter: VersionLetter): VersionModel | null {
  const version = useWorkbench(state => state.versions[letter]);
  const record = useRuns(runs => (version ? runs.byEdition.get(version.edition) : undefined)) ?? NO_RUN;
  return useMemo(() => {
    if (!version) return null;
    const { document } = version;
    return { ...version, letter, record, view: { letter, document, run: runViewOf(document, record) } };
  }, [version, letter, record]);
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
