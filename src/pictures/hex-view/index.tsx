/** A buffer's bytes on the page. Only the rows in sight are drawn. */
import { type RefObject, type UIEvent, useMemo, useRef, useState } from 'react';
import { Picture } from '../picture.tsx';
import type { PictureProps } from '../props.ts';
import type { HexRecords } from '../records.ts';
import type { Highlight } from '../view.ts';
import { hexFigure } from './figure.ts';
import { HEX_ROW_PX, rowsOf } from './frame.ts';
import styles from './hex-view.module.css';

type HexBuffer = Omit<HexRecords, 'firstRow' | 'rowCount'>;

const ROWS = 20;
/** Caption and head of the columns. */
const AROUND_PX = 44;
/** Higher elements are cut short by browsers: beyond this, a pixel of scrolling is more than one of picture. */
const MOST_PX = 4_000_000;

export function HexView({ records, ...props }: Omit<PictureProps<HexBuffer>, 'onHover' | 'highlight'>) {
  const { textScale = 1 } = props;
  const { firstRow, windowPx, scrollPx, scroller, onScroll, show } = useRows(rowsOf(records.bytes), textScale);
  const drawn = useMemo(() => ({ ...records, firstRow, rowCount: ROWS }), [records, firstRow]);
  const [highlight, setHighlight] = useState<Highlight>(null);
  const onHover = (next: Highlight): void => {
    setHighlight(next);
    if (next?.cell) show(next.cell.row);
  };
  return (
    <div ref={scroller} className={styles.scroll} style={{ height: windowPx }} onScroll={onScroll}>
      <div style={{ height: windowPx + scrollPx }}>
        <div className={styles.window}>
          <Picture {...props} records={drawn} figureOf={hexFigure} highlight={highlight} onHover={onHover} />
        </div>
      </div>
    </div>
  );
}

/** The rows in sight, by scrolling and by the cursor. */
function useRows(rows: number, textScale: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [topRow, setTopRow] = useState(0);
  const hidden = Math.max(0, rows - ROWS);
  const rowPx = HEX_ROW_PX * textScale;
  const scrollPx = Math.min(MOST_PX, hidden * rowPx);
  const firstRow = Math.min(topRow, hidden);
  return {
    scroller,
    firstRow,
    scrollPx,
    windowPx: Math.min(rows, ROWS) * rowPx + AROUND_PX * textScale,
    onScroll: ({ currentTarget }: UIEvent<HTMLDivElement>): void =>
      setTopRow(scrollPx === 0 ? 0 : Math.round((currentTarget.scrollTop / scrollPx) * hidden)),
    show(row: number): void {
      const first = rowInSight(row, firstRow);
      if (first === firstRow) return;
      setTopRow(first);
      scrollTo(scroller, (first / hidden) * scrollPx);
    },
  };
}

function scrollTo({ current }: RefObject<HTMLDivElement | null>, top: number): void {
  if (current !== null) current.scrollTop = top;
}

/** The first row that brings the one of the cursor into sight, and no further. */
function rowInSight(row: number, firstRow: number): number {
  if (row >= firstRow && row < firstRow + ROWS) return firstRow;
  return row < firstRow ? row : row - ROWS + 1;
}
