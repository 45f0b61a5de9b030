/** A table that scrolls sideways where it has no room. */
import type { ReactNode } from 'react';
import css from '../kit/tables.module.css';

interface ScrolledTableProps {
  /** Of the region around it. */
  readonly label: string;
  /** In words, for who does not see it. */
  readonly caption: string;
  /** Of the columns; the first one has names. */
  readonly head: readonly string[];
  readonly className?: string | undefined;
  /** Rows. */
  readonly children: ReactNode;
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export const ScrolledTable = ({ label, caption, head, className = '', children }: ScrolledTableProps) => (
  <section className={`sideways ${css.scroll}`} aria-label={label} {...SCROLLS_BY_KEY}>
    <table className={`${css.table} ${className}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
