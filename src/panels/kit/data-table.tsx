/**
 * A table of records: a row each, with columns as data. Heads sort where a column says by what; a row is chosen by a click
 * anywhere in it, or by the button in its first cell, between which the arrow keys move.
 */
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import css from './data-table.module.css';
import { movedTo } from './roving.ts';
import { ScrollRegion } from './scroll-region.tsx';
import { type Column, cellsOf, directionOf, nextOrder, type Order, sortedRows } from './table-columns.ts';

/** `lit`: what the reader points at elsewhere; `first`: of a group; `wrong`: at fault; `key`: what the others explain. */
type RowMark = 'lit' | 'first' | 'wrong' | 'key';

interface RowChoice<Row> {
  readonly isChosen: (row: Row) => boolean;
  readonly onChoose: (row: Row) => void;
  /** What happens when a row is chosen: 'Draw it'. */
  readonly hint?: string;
  /** Label of the button, if the first cell's text is not enough. */
  readonly label?: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** Words that say what the table shows. */
  readonly caption: ReactNode;
  /** Whether the caption is seen, or only heard. */
  readonly isTitled?: boolean;
  /** Whether the heads are seen, or only heard. */
  readonly isHeaded?: boolean;
  /** Name of the table's box as a region of the page; without it, the box belongs to what it stands in. */
  readonly label?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly marks?: (row: Row) => readonly RowMark[];
  readonly choice?: RowChoice<Row>;
  /** The row that is pointed at, or whose button has the focus. */
  readonly onPoint?: (row: Row | null) => void;
  /** Order of the rows, if the page keeps it. */
  readonly sort?: { readonly order: Order; readonly onSort: (order: Order) => void };
  /** Most sorted rows that are drawn; all of them if absent. */
  readonly most?: number;
  /** `list`: in a frame of limited height, under a head that stays; `figures`: a quantity each row, a variant each column. */
  readonly look?: 'list' | 'figures';
  readonly className?: string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    isTitled = false,
    isHeaded = true,
    label,
    columns,
    rows,
    rowKey,
    choice,
    onPoint,
    most,
    look,
  } = props;
  const [kept, setKept] = useState<Order>('');
  const { order, onSort } = props.sort ?? { order: kept, onSort: setKept };
  const id = useId();
  const box = useChosenInSight(choice && rows.find(choice.isChosen), rowKey);
  return (
    <ScrollRegion ref={box} label={label} namedBy={id} className={look === 'list' ? css.list : ''}>
      <table
        className={`${css.table} ${look === 'figures' ? css.figures : ''} ${props.className ?? ''}`}
        data-chosen={choice !== undefined || undefined}
        onKeyDown={choice && moveFocus}
        onPointerLeave={onPoint && (() => onPoint(null))}
      >
        <caption id={id} className={isTitled ? css.title : 'visually-hidden'}>
          {caption}
        </caption>
        {look === 'figures' && (
          <colgroup>
            {columns.map(({ key }, at) => (
              <col key={key} className={at === 0 ? '' : css.figure} />
            ))}
          </colgroup>
        )}
        <Heads columns={columns} order={order} onSort={onSort} isSeen={isHeaded} />
        <tbody>
          {sortedRows(rows, columns, order)
            .slice(0, most)
            .map(row => (
              <DataRow key={rowKey(row)} {...props} row={row} />
            ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/**
 * The box in which the chosen row is scrolled into view. Only the box scrolls: `scrollIntoView` would move the page
 * with it.
 */
function useChosenInSight<Row>(chosen: Row | undefined, rowKey: (row: Row) => string | number) {
  const box = useRef<HTMLElement>(null);
  const key = chosen === undefined ? null : rowKey(chosen);
  useLayoutEffect(() => {
    const row = key === null ? null : box.current?.querySelector<HTMLElement>('tr[data-chosen]');
    if (!row || !box.current) return;
    const head = box.current.querySelector('thead')?.clientHeight ?? 0;
    const [top, bottom] = [row.offsetTop - head, row.offsetTop + row.offsetHeight];
    if (top < box.current.scrollTop) box.current.scrollTop = top;
    else if (bottom > box.current.scrollTop + box.current.clientHeight)
      box.current.scrollTop = bottom - box.current.clientHeight;
  }, [key]);
  return box;
}

interface HeadsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: Order;
  readonly onSort: (order: Order) => void;
  readonly isSeen: boolean;
}

const Heads = <Row,>({ columns, order, onSort, isSeen }: HeadsProps<Row>) => (
  <thead className={isSeen ? undefined : 'visually-hidden'}>
    <tr>
      {columns.map(({ key, name, hint, isText, sort }) => (
        <th
          key={key}
          scope="col"
          title={hint}
          data-text={isText || undefined}
          aria-sort={sort && directionOf(order, key)}
        >
          {sort === undefined ? (
            name
          ) : (
            <button type="button" onClick={() => onSort(nextOrder(order, key))}>
              {name} <span aria-hidden>{ARROWS[directionOf(order, key) ?? 'none']}</span>
            </button>
          )}
        </th>
      ))}
    </tr>
  </thead>
);

const ARROWS = { ascending: '↑', descending: '↓', none: '' } as const;

function DataRow<Row>({ row, columns, marks, choice, onPoint }: DataTableProps<Row> & { readonly row: Row }) {
  const isChosen = choice?.isChosen(row);
  return (
    <tr
      data-marks={marks?.(row).join(' ') || undefined}
      data-chosen={isChosen || undefined}
      onClick={choice && (event => isOfRow(event) && choice.onChoose(row))}
      onPointerEnter={onPoint && (() => onPoint(row))}
      onFocus={onPoint && (() => onPoint(row))}
    >
      {cellsOf(row, columns).map(({ column, span }, at) => {
        const Cell = (column.isRowName ?? at === 0) ? 'th' : 'td';
        return (
          <Cell
            key={column.key}
            scope={Cell === 'th' ? 'row' : undefined}
            colSpan={span === 1 ? undefined : span}
            title={column.cellHint?.(row)}
            data-text={column.isText || span > 1 || undefined}
          >
            {choice && Cell === 'th' ? (
              <button
                type="button"
                aria-pressed={isChosen}
                aria-label={choice.label?.(row)}
                title={choice.hint}
                onClick={() => choice.onChoose(row)}
              >
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </Cell>
        );
      })}
    </tr>
  );
}

/**
 * Whether a click is meant for the row: not if the cell has something of its own to click, and not at the end of
 * selecting text.
 */
const isOfRow = ({ target }: MouseEvent): boolean =>
  (target as Element).closest('a, button, input, label, select') === null && getSelection()?.isCollapsed !== false;

/** Moves the focus from the button of a row to that of another row. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody th > button')];
  const at = buttons.indexOf(event.target as HTMLElement);
  const next = at < 0 ? null : movedTo(event.key, at, buttons.length, 'column');
  if (next === null) return;
  event.preventDefault();
  buttons[next].focus();
}
