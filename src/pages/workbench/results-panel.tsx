/** What the runs say: how they stand, their totals, the findings of the version in sight, the pictures of the chosen line. */

import { Segments } from '../../panels/fields.tsx';
import { useWorkbench } from '../../state/workbench-store.ts';
import { FindingsList } from './findings/findings-list.tsx';
import { RunBanner, TotalsTable } from './results-head.tsx';
import css from './results-panel.module.css';
import type { VersionModel } from './use-versions.ts';

interface ResultsPanelProps {
  readonly versions: readonly VersionModel[];
  readonly shown: VersionModel;
}

export function ResultsPanel({ versions, shown }: ResultsPanelProps) {
  const other = versions.find(version => version !== shown) ?? null;
  return (
    <div className={css.panel}>
      <RunBanner version={shown} />
      <TotalsTable versions={versions} />
      <FaultsChoice version={shown} />
      <FindingsList version={shown} other={other} />
    </div>
  );
}

const FAULTS = [
  { value: 'first', label: 'First fault stops the run' },
  { value: 'all', label: 'Collect all faults' },
] as const;

function FaultsChoice({ version: { letter, document } }: { version: VersionModel }) {
  const edit = useWorkbench(state => state.edit);
  return (
    <Segments label="Faults" value={document.faults} options={FAULTS} onChange={faults => edit(letter, { faults })} />
  );
}
