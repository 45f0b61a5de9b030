/** The runs of a comparison as a table that is sorted by its headers; each leads to its exhibit. */
import { useState } from 'react';
import type { Kernel } from '../../kernels/kernel.ts';
import type { RunComparison } from './comparison.ts';
import { type Column, columnsOf } from './performance-columns.tsx';
import type { RunPerformance } from './performance-rows.ts';
import css from './runs-page.module.css';

export function PerformanceTable({
  comparison,
  kernel,
}: {
  readonly comparison: RunComparison;
  readonly kernel: Kernel;
}) {
  const [order, setOrder] = useState({ column: -1, isDown: false });
  const columns = columnsOf(comparison, kernel);
  const rows = order.column < 0 ? comparison.rows : sorted(comparison.rows, columns[order.column].key, order.isDown);
  const sortBy = (column: number) => setOrder({ column, isDown: order.column === column && !order.isDown });
  return (
    <section className={css.scroll} aria-label="Performance" {...SCROLLS_BY_KEY}>
      <table className={css.table}>
        <caption className="visually-hidden">Performance of each run; the headers sort</caption>
        <Head columns={columns} order={order} onSort={sortBy} />
        <tbody>
          {rows.map(row => (
            <tr key={row.name}>
              {columns.map(({ name, text }) => (
                <td key={name}>{text(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

interface HeadProps {
  readonly columns: readonly Column[];
  readonly order: { readonly column: number; readonly isDown: boolean };
  readonly onSort: (column: number) => void;
}

const Head = ({ columns, order, onSort }: HeadProps) => (
  <thead>
    <tr>
      {columns.map(({ name, title }, i) => (
        <th
          key={name}
          scope="col"
          title={title}
          aria-sort={i !== order.column ? undefined : order.isDown ? 'descending' : 'ascending'}
        >
          <button type="button" className={css.sort} onClick={() => onSort(i)}>
            {name} <span aria-hidden>{i !== order.column ? '' : order.isDown ? '↓' : '↑'}</span>
          </button>
        </th>
      ))}
    </tr>
  </thead>
);

function sorted(rows: readonly RunPerformance[], key: Column['key'], isDown: boolean): RunPerformance[] {
  const compare = (a: number | string, b: number | string): number =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), 'en', { numeric: true });
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDown ? compare(b, a) : compare(a, b);
  });
}
