/** Strategies side by side over all cases; a row lists its cases. */
import type { Spread, StrategySummary } from '../../model/permute/statistics/summary.ts';
import { count } from '../../panels/numbers.ts';
import { SourceBadge } from '../../pictures/badges.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import css from './tables.module.css';

interface SummaryTableProps {
  readonly rows: readonly StrategySummary[];
  readonly theme: Theme;
  /** Whose cases are listed, all of them. */
  readonly listed: string | null;
  readonly onToggle: (strategy: string) => void;
}

const HEAD = ['Cases', 'Conflict-free', 'Store', 'Load', 'Shared memory', 'Over the limit', 'Chosen', 'Proved'];

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export const SummaryTable = ({ rows, theme, listed, onToggle }: SummaryTableProps) => (
  <>
    <p className={css.caption}>
      <strong>Strategies</strong>
      <span>
        conflict-free on both sides; wavefronts per ideal one and bytes per byte of elements: the mean over the cases,
        and the worst
      </span>
      <SourceBadge source="predicted" />
    </p>
    <section className={css.scroll} aria-label="Strategies" {...SCROLLS_BY_KEY}>
      <table className={css.table}>
        <caption className="visually-hidden">Strategies over all cases</caption>
        <Head />
        <tbody>
          {rows.map(row => (
            <Row key={row.strategy} row={row} theme={theme} isListed={row.strategy === listed} onToggle={onToggle} />
          ))}
        </tbody>
      </table>
    </section>
  </>
);

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Strategy</th>
      {HEAD.map(name => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

interface RowProps extends Pick<SummaryTableProps, 'theme' | 'onToggle'> {
  readonly row: StrategySummary;
  readonly isListed: boolean;
}

function Row({ row, theme, isListed, onToggle }: RowProps) {
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
    </tr>
  );
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
