/** Results of the runs: their standing, totals, findings of the shown version, and pictures of the chosen line. */

import { themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { useWorkbench } from '../../state/workbench-store.ts';
import { FindingsList } from './findings/findings-list.tsx';
import { Results } from './results/results.tsx';
import { RunBanner, TotalsTable } from './results-head.tsx';
import css from './results-panel.module.css';
import { chooseLine } from './source/version-texts.ts';
import type { VersionModel } from './use-versions.ts';

interface ResultsPanelProps {
  readonly versions: readonly VersionModel[];
  readonly shown: VersionModel;
}

export function ResultsPanel({ versions, shown }: ResultsPanelProps) {
  const other = versions.find(version => version !== shown) ?? null;
  const selection = useWorkbench(state => state.selection);
  const theme = themes[useThemeName()];
  const hasResult = versions.some(version => version.result !== null);
  return (
    <div className={css.panel}>
      <div className={css.standing}>
        <RunBanner version={shown} />
        <TotalsTable versions={versions} />
      </div>
      <FindingsList version={shown} other={other} />
      {hasResult && (
        <Results versions={versions} shown={shown} selection={selection} onSelect={chooseLine} theme={theme} />
      )}
    </div>
  );
}
