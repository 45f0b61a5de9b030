/**
 * Page of many permutations at once: how often each strategy is free of conflicts, and how much shared memory it costs.
 */

import { namesIn } from '../../kernels/permute/measured-cases.ts';
import { CASE_SETS } from '../../model/permute/statistics/sets.ts';
import type { Statistics } from '../../model/permute/statistics/statistics.ts';
import { strategiesIn, summaries } from '../../model/permute/statistics/summary.ts';
import { PageDegreeLegend } from '../../panels/page-legends.tsx';
import { type Theme, themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { Link } from '../kit/link.tsx';
import { LinkProblems } from '../kit/link-problems.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import type { Listed } from '../links/statistics.ts';
import { CaseList } from './case-list.tsx';
import { CountingStatus } from './counting-status.tsx';
import { MeasuredStrategies } from './measured-strategies.tsx';
import { OptionsBar } from './options-bar.tsx';
import { StatisticsExport } from './statistics-export.tsx';
import type { CountedSet } from './statistics-files.ts';
import css from './statistics-page.module.css';
import { StrategyDistributions } from './strategy-distributions.tsx';
import { SummaryTable } from './summary-table.tsx';
import { type MeasuredCases, useMeasured } from './use-measured.ts';
import { type Counting, type StatisticsHandle, useCounting, useStatisticsState } from './use-statistics.ts';
import { WayNames } from './way-names.tsx';

export function StatisticsPage() {
  const theme = themes[useThemeName()];
  const { problems, ...handle } = useStatisticsState();
  const counting = useCounting(handle.state);
  const { statistics, extent } = counting;
  const { set } = handle.state;
  const { about, source } = CASE_SETS.get(set)!;
  const whole = statistics && extent === 'all' ? statistics : null;
  const cases = useMeasured(whole);
  return (
    <div className={`${page.page} ${css.page}`}>
      <Header theme={theme} counted={whole && { set, statistics: whole, measured: cases.measured }} />
      <h1>How often does a padding keep both sides free of conflicts?</h1>
      <p className={`reading dim ${page.lede}`}>
        {about} <small>{source}</small>
      </p>
      <LinkProblems problems={problems} />
      <OptionsBar {...handle} />
      <CountingStatus counting={counting} />
      {statistics && <Results statistics={statistics} cases={cases} extent={extent} theme={theme} {...handle} />}
    </div>
  );
}

const Header = ({ theme, counted }: { readonly theme: Theme; readonly counted: CountedSet | null }) => (
  <PageHeader place={[<PermuteLink key="permute">Tensor permutation</PermuteLink>, 'Statistics']}>
    {counted && <StatisticsExport counted={counted} theme={theme} />}
  </PageHeader>
);

const PermuteLink = ({ children }: { children: string }) => (
  <Link to="/banks/$kernel" params={{ kernel: 'permute' }}>
    {children}
  </Link>
);

interface ResultsProps extends StatisticsHandle {
  readonly statistics: Statistics;
  readonly cases: MeasuredCases;
  readonly extent: Counting['extent'];
  readonly theme: Theme;
}

function Results({ statistics, cases, extent, theme, ...handle }: ResultsProps) {
  const { state, update } = handle;
  const [{ listed }, { measured }] = [state, cases];
  const list = (next: Listed | null) => update({ listed: next });
  const row = listed?.bar === null ? listed.strategy : null;
  const toggle = (strategy: string) => list(strategy === row ? null : { strategy, bar: null });
  const shown = { statistics, theme };
  const strips = extent === 'all' && <MeasuredStrategies {...shown} cases={cases} {...handle} />;
  return (
    <div id="picture" tabIndex={-1} className={css.results} data-extent={extent}>
      {measured !== null && strips}
      <WayNames
        names={[...new Set([...strategiesIn(statistics), ...(measured === null ? [] : namesIn(measured.set))])]}
      />
      <SummaryTable rows={summaries(statistics)} measured={measured} theme={theme} listed={row} onToggle={toggle} />
      <StrategyDistributions {...shown} listed={listed} onList={list} />
      <div className={css.legend}>
        <PageDegreeLegend theme={theme} />
      </div>
      {listed && (
        <CaseList
          key={JSON.stringify(listed)}
          {...{ statistics, state, listed, measured }}
          onClose={() => list(null)}
        />
      )}
      {measured === null && strips}
    </div>
  );
}
