/** A picture as text. */
import { TableHead } from './table-head.tsx';
import styles from './table-view.module.css';
import type { Table } from './view.ts';

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export function TableView({ caption, table }: { readonly caption: string; readonly table: Table }) {
  return (
    <section className={`card ${styles.box}`} aria-label={caption} {...SCROLLS_BY_KEY}>
      <table>
        <TableHead names={table.columns} />
        <tbody>
          {table.rows.map(row => (
            <tr key={row.join(' ')}>
              {row.map((value, i) => (
                <td key={table.columns[i]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length === 0 && <p>Nothing to list.</p>}
    </section>
  );
}
