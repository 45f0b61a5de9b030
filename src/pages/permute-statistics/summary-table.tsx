/** Strategies side by side over all cases; a row lists its cases. */
import { useMemo } from 'react';
import { count, MISSING, rateWords } from '../../base/numbers.ts';
import { type MeasuredSummary, measuredSummaries } from '../../kernels/permute/measured-summary.ts';
import { moveWords } from '../../kernels/permute/variants.ts';
import type { Spread, StrategySummary } from '../../model/permute/statistics/summary.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import { SourceBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
import type { Ceiling } from '../../trace/ceilings.ts';
import type { Measured } from './measured-records.ts';
import { Share, UNMEASURED } from './share-cell.tsx';
import css from './statistics-page.module.css';

interface SummaryTableProps {
  readonly rows: readonly StrategySummary[];
  /** null if the cases were not measured. */
  readonly measured: Measured | null;
  readonly theme: Theme;
  /** Strategy of which all cases are listed. */
  readonly listed: string | null;
  readonly onToggle: (strategy: string) => void;
}

export function SummaryTable({ rows, measured, theme, listed, onToggle }: SummaryTableProps) {
  const summaries = useMemo(() => (measured === null ? [] : measuredSummaries(measured.set)), [measured]);
  const columns = useMemo(
    () => [...PREDICTED, ...waysColumns(theme), ...COUNTS, rateColumn(summaries, measured?.limit)],
    [theme, summaries, measured],
  );
  return (
    <>
      <p className={`row wrap caption ${css.title}`}>
        <strong>Strategies</strong>
        <span>
          conflict-free on both sides; wavefronts per ideal one and bytes per byte of elements: the mean over the cases,
          and the worst
        </span>
        <span className="row">
          <SourceBadge source="predicted" /> {measured && <SourceBadge source="measured" />}
        </span>
      </p>
      <DataTable
        label="Strategies"
        caption="Strategies over all cases"
        columns={columns}
        rows={rows}
        rowKey={({ strategy }) => strategy}
        choice={{
          isChosen: ({ strategy }) => strategy === listed,
          onChoose: ({ strategy }) => onToggle(strategy),
          hint: 'List its cases',
        }}
      />
    </>
  );
}

type SummaryColumn = Column<StrategySummary>;

const PREDICTED: readonly SummaryColumn[] = [
  {
    key: 'strategy',
    name: 'Strategy',
    cell: ({ strategy }) => moveWords(strategy).title,
    cellHint: ({ strategy }) => moveWords(strategy).summary,
    sort: ({ strategy }) => moveWords(strategy).title,
  },
  { key: 'cases', name: 'Cases', cell: ({ cases }) => count(cases) },
  {
    key: 'conflictFree',
    name: 'Conflict-free',
    cell: ({ conflictFree, cases }) => (
      <>
        {count(conflictFree)} <small>{percent(conflictFree, cases)}</small>
      </>
    ),
    sort: ({ conflictFree, cases }) => conflictFree / cases,
  },
];

const waysColumns = (theme: Theme): readonly SummaryColumn[] => [
  {
    key: 'store',
    name: 'Store',
    cell: ({ store }) => <Ways spread={store} theme={theme} />,
    sort: ({ store }) => store.mean,
  },
  {
    key: 'load',
    name: 'Load',
    cell: ({ load }) => <Ways spread={load} theme={theme} />,
    sort: ({ load }) => load.mean,
  },
];

const COUNTS: readonly SummaryColumn[] = [
  {
    key: 'bytes',
    name: 'Shared memory',
    cell: ({ bytes }) => (
      <>
        {ratio(bytes.mean)} <small>worst {ratio(bytes.worst)}</small>
      </>
    ),
    sort: ({ bytes }) => bytes.mean,
  },
  {
    key: 'exceeds',
    name: 'Over the limit',
    hint: 'Cases whose block takes more shared memory than is allowed above',
    cell: ({ exceeds }) => count(exceeds),
    sort: ({ exceeds }) => exceeds,
  },
  {
    key: 'chosen',
    name: 'Chosen',
    hint: 'Cases for which the planner takes it',
    cell: ({ chosen }) => count(chosen),
    sort: ({ chosen }) => chosen,
  },
  {
    key: 'proved',
    name: 'Proved',
    hint: 'Cases for which it is proved that no padding costs less',
    cell: ({ proved }) => count(proved),
    sort: ({ proved }) => proved,
  },
];

function rateColumn(summaries: readonly MeasuredSummary[], limit: Ceiling | undefined): SummaryColumn {
  const of = ({ strategy }: StrategySummary) => summaries.find(({ name }) => name === strategy);
  return {
    key: 'measured',
    name: 'Measured, of the copy',
    cell: row => {
      const found = of(row);
      return found && limit ? <Share bytesPerSecond={found.median} limit={limit} /> : MISSING;
    },
    cellHint: row => {
      const found = of(row);
      if (found === undefined) return UNMEASURED;
      return `${rateWords('bytes', found.least)} to ${rateWords('bytes', found.most)} over ${found.cases} cases`;
    },
    sort: row => of(row)?.median ?? null,
  };
}

function Ways({ spread, theme }: { readonly spread: Spread; readonly theme: Theme }) {
  return (
    <>
      {ratio(spread.mean)}{' '}
      <WaysChip ways={Math.ceil(spread.worst)} theme={theme} title="The worst case">
        {ratio(spread.worst)}
      </WaysChip>
    </>
  );
}

const ratio = (n: number): string => n.toFixed(2).replace(/\.00$/, '');

/** All and none are said of all and none only. */
const percent = (part: number, all: number): string => {
  const rounded = Math.round((100 * part) / all);
  return `${part === 0 || part === all ? rounded : Math.min(99, Math.max(1, rounded))} %`;
};
