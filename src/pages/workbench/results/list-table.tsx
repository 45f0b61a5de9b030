/** A table that scrolls under its head. */
import type { ReactNode, Ref } from 'react';
import { TableHead } from '../../../pictures/table-head.tsx';
import css from './results.module.css';

interface ListTableProps {
  /** Its name for those who cannot see it. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export const ListTable = ({ caption, columns, children, ref }: ListTableProps) => (
  <section ref={ref} className={`pane ${css.list}`} aria-label={caption} {...SCROLLS_BY_KEY}>
    <table className={css.table}>
      <caption className="visually-hidden">{caption}</caption>
      <TableHead names={columns} />
      <tbody>{children}</tbody>
    </table>
  </section>
);
