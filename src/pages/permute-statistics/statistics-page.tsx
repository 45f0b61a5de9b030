/** Many permutations at once: how often each strategy is free of conflicts, and what it costs in shared memory. */
import { Link } from '@tanstack/react-router';
import { useThemeName } from '../../app/apply-theme.ts';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { summaries } from '../../model/permute/statistics/summary.ts';
import { CopyButton } from '../../panels/copy-button.tsx';
import { HeaderSlot } from '../../panels/header-slot.tsx';
import { DegreeLegend } from '../../pictures/legends.tsx';
import { type Theme, themes } from '../../pictures/theme.ts';
import page from '../page.module.css';
import { CaseList } from './case-list.tsx';
import { CountingStatus } from './counting-status.tsx';
import { OptionsBar } from './options-bar.tsx';
import { StatisticsExport } from './statistics-export.tsx';
import type { Counted } from './statistics-files.ts';
import css from './statistics-page.module.css';
import type { Listed } from './statistics-search.ts';
import { StrategyDistributions } from './strategy-distributions.tsx';
import { SummaryTable } from './summary-table.tsx';
import { type Counting, type StatisticsHandle, useCounting, useStatisticsState } from './use-statistics.ts';

export function StatisticsPage() {
  const theme = themes[useThemeName()];
  const handle = useStatisticsState();
  const counting = useCounting(handle.state);
  const { statistics, extent } = counting;
  const { set } = handle.state;
  const { about, source } = CASE_SETS.get(set)!;
  return (
    <div className={`${page.page} ${css.page}`}>
      <Header theme={theme} counted={statistics && extent === 'all' ? { set, statistics } : null} />
      <h1>How often does a padding keep both sides free of conflicts?</h1>
      <p className={page.lede}>
        {about} <small>{source}</small>
      </p>
      <OptionsBar {...handle} />
      <CountingStatus counting={counting} />
      {statistics && <Results statistics={statistics} extent={extent} theme={theme} {...handle} />}
    </div>
  );
}

const Header = ({ theme, counted }: { readonly theme: Theme; readonly counted: Counted | null }) => (
  <HeaderSlot>
    <p className={css.crumb}>
      <PermuteLink>Tensor permutation</PermuteLink> <span aria-hidden>›</span> <strong>Statistics</strong>
    </p>
    <div className={css.actions}>
      <CopyButton link={() => location.href} />
      {counted && <StatisticsExport counted={counted} theme={theme} />}
    </div>
  </HeaderSlot>
);

const PermuteLink = ({ children }: { children: string }) => (
  <Link to="/banks/$kernel" params={{ kernel: 'permute' } as never} search={{} as never}>
    {children}
  </Link>
);

interface ResultsProps extends StatisticsHandle {
  readonly statistics: Statistics;
  readonly extent: Counting['extent'];
  readonly theme: Theme;
}

function Results({ statistics, extent, theme, state, update }: ResultsProps) {
  const { listed } = state;
  const list = (next: Listed | null) => update({ listed: next });
  const listedRow = listed?.bar === null ? listed.strategy : null;
  const toggle = (strategy: string) => list(strategy === listedRow ? null : { strategy, bar: null });

  return (
    <div id="picture" tabIndex={-1} className={css.results} data-extent={extent}>
      <SummaryTable rows={summaries(statistics)} theme={theme} listed={listedRow} onToggle={toggle} />
      <StrategyDistributions statistics={statistics} theme={theme} listed={listed} onList={list} />
      <div className={css.legend}>
        <DegreeLegend theme={theme} />
      </div>
      {listed && (
        <CaseList
          key={JSON.stringify(listed)}
          statistics={statistics}
          state={state}
          listed={listed}
          onClose={() => list(null)}
        />
      )}
    </div>
  );
}
