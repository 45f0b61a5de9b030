/** What the runs say: how they stand, their totals, the findings of the version in sight, the pictures of the chosen line. */
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
      <FindingsList version={shown} other={other} />
    </div>
  );
}
