/** Strategies side by side over all cases; a row lists its cases. */
import { type ReactNode, useMemo } from 'react';
import { count, rateWords } from '../../base/numbers.ts';
import { type MeasuredSummary, measuredSummaries } from '../../kernels/permute/measured-summary.ts';
import type { Spread, StrategySummary } from '../../model/permute/statistics/summary.ts';
import { SourceBadge } from '../../pictures/badges.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import type { Ceiling } from '../../trace/ceilings.ts';
import css from '../kit/tables.module.css';
import type { Measured } from './measured-records.ts';
import { ScrolledTable } from './scrolled-table.tsx';
import { ShareCell, UnmeasuredCell } from './share-cell.tsx';

interface SummaryTableProps {
  readonly rows: readonly StrategySummary[];
  /** null where nobody measured the cases. */
  readonly measured: Measured | null;
  readonly theme: Theme;
  /** Whose cases are listed, all of them. */
  readonly listed: string | null;
  readonly onToggle: (strategy: string) => void;
}

const HEAD = [
  ...['Strategy', 'Cases', 'Conflict-free', 'Store', 'Load', 'Shared memory'],
  ...['Over the limit', 'Chosen', 'Proved', 'Measured, of the copy'],
];

export function SummaryTable({ rows, measured, theme, listed, onToggle }: SummaryTableProps) {
  const summaries = useMemo(() => (measured === null ? [] : measuredSummaries(measured.set)), [measured]);
  return (
    <>
      <p className={`caption ${css.caption}`}>
        <strong>Strategies</strong>
        <span>
          conflict-free on both sides; wavefronts per ideal one and bytes per byte of elements: the mean over the cases,
          and the worst
        </span>
        <span>
          <SourceBadge source="predicted" /> {measured && <SourceBadge source="measured" />}
        </span>
      </p>
      <ScrolledTable label="Strategies" caption="Strategies over all cases" head={HEAD}>
        {rows.map(row => (
          <Row key={row.strategy} row={row} theme={theme} isListed={row.strategy === listed} onToggle={onToggle}>
            <Rate of={summaries.find(({ name }) => name === row.strategy)} limit={measured?.limit} />
          </Row>
        ))}
      </ScrolledTable>
    </>
  );
}

interface RowProps extends Pick<SummaryTableProps, 'theme' | 'onToggle'> {
  readonly row: StrategySummary;
  readonly isListed: boolean;
  /** The last cell. */
  readonly children: ReactNode;
}

function Row({ row, theme, isListed, onToggle, children }: RowProps) {
  const { strategy, cases, conflictFree, store, load, bytes, exceeds, chosen, proved } = row;
  return (
    <tr data-listed={isListed || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={isListed} title="List its cases" onClick={() => onToggle(strategy)}>
          {strategy}
        </button>
      </th>
      <td>{count(cases)}</td>
      <td>
        {count(conflictFree)} <small>{percent(conflictFree, cases)}</small>
      </td>
      <Ways spread={store} theme={theme} />
      <Ways spread={load} theme={theme} />
      <td>
        {ratio(bytes.mean)} <small>worst {ratio(bytes.worst)}</small>
      </td>
      <td>{count(exceeds)}</td>
      <td>{count(chosen)}</td>
      <td>{count(proved)}</td>
      {children}
    </tr>
  );
}

interface RateProps {
  readonly of: MeasuredSummary | undefined;
  readonly limit: Ceiling | undefined;
}

function Rate({ of, limit }: RateProps) {
  if (of === undefined || limit === undefined) return <UnmeasuredCell />;
  const title = `${rateWords('bytes', of.least)} to ${rateWords('bytes', of.most)} over ${of.cases} cases`;
  return <ShareCell bytesPerSecond={of.median} limit={limit} title={title} />;
}

function Ways({ spread, theme }: { readonly spread: Spread; readonly theme: Theme }) {
  const { fill, text } = degreeChip(theme, Math.ceil(spread.worst));
  return (
    <td>
      {ratio(spread.mean)}{' '}
      <span className={css.chip} style={{ background: fill, color: text }} title="The worst case">
        {ratio(spread.worst)}
      </span>
    </td>
  );
}

const ratio = (n: number): string => n.toFixed(2).replace(/\.00$/, '');

/** All and none are said of all and none only. */
const percent = (part: number, all: number): string => {
  const rounded = Math.round((100 * part) / all);
  return `${part === 0 || part === all ? rounded : Math.min(99, Math.max(1, rounded))} %`;
};
