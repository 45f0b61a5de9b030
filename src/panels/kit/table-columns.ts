/** Columns of a table as data: what stands in them, and what rows are sorted by. */
import type { ReactNode } from 'react';

export type SortValue = number | string | null;

export interface Column<Row> {
  /** Unique in its table; the name of the column in links and files. */
  readonly key: string;
  /** Name in the head. */
  readonly name: ReactNode;
  /** Text that explains the values, if the name alone is not enough. */
  readonly hint?: string | undefined;
  /** Words stand at the left, numbers at the right; the first column has words. */
  readonly isText?: boolean;
  /** Whether it names the row; the first column does, unless it says no. */
  readonly isRowName?: boolean;
  readonly cell: (row: Row) => ReactNode;
  readonly cellHint?: (row: Row) => string | undefined;
  /** How many columns a cell takes; the columns that it covers are left out of the row. */
  readonly span?: (row: Row) => number;
  /**
   * Value by which rows are sorted; rows without one come last in either order. Without this function, the column
   * cannot be sorted.
   */
  readonly sort?: (row: Row) => SortValue;
}

/** '' as the rows come, 'key' with the least first, '-key' with the greatest first. */
export type Order = string;

/** Order after a click on a head: rising, then falling, then as the rows come. */
export const nextOrder = (order: Order, key: string): Order =>
  order === key ? `-${key}` : order === `-${key}` ? '' : key;

export const directionOf = (order: Order, key: string): 'ascending' | 'descending' | undefined =>
  order === key ? 'ascending' : order === `-${key}` ? 'descending' : undefined;

/** Equal rows stay in the order in which they come. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, 'key' | 'sort'>[],
  order: Order,
): readonly Row[] {
  const isDown = order.startsWith('-');
  const value = columns.find(({ key }) => key === (isDown ? order.slice(1) : order))?.sort;
  if (value === undefined) return rows;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDown ? compared(b, a) : compared(a, b);
  });
}

const compared = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** The cells of a row that are drawn: what others cover is left out. */
export function cellsOf<Row>(row: Row, columns: readonly Column<Row>[]): { column: Column<Row>; span: number }[] {
  const cells: { column: Column<Row>; span: number }[] = [];
  for (let at = 0; at < columns.length; ) {
    const span = columns[at].span?.(row) ?? 1;
    cells.push({ column: columns[at], span });
    at += span;
  }
  return cells;
}
