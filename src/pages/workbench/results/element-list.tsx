/** The elements of a buffer, a page of them at a time, wrong ones marked. */
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { count } from '../../../base/numbers.ts';
import { IconButton } from '../../../panels/icon-button.tsx';
import { DataTable } from '../../../panels/kit/data-table.tsx';
import { NumberField } from '../../../panels/kit/draft-fields.tsx';
import type { Column } from '../../../panels/kit/table-columns.ts';
import { ELEMENT_RIGHT } from '../../../pictures/records.ts';
import { type BufferCheck, type BufferView, elementTable } from './buffer-list.ts';
import css from './results.module.css';

const PAGE = 64;

interface ElementListProps {
  readonly buffer: BufferView;
  readonly check: BufferCheck | null;
}

export function ElementList({ buffer, check }: ElementListProps) {
  const [from, setFrom] = useState(() => pageOf(check?.firstWrong ?? 0));
  const { columns, rows } = elementTable(buffer, check, from, from + PAGE);
  return (
    <div>
      <PageBar length={buffer.length} from={from} onFrom={setFrom} />
      <DataTable
        look="list"
        label={`Elements of ${buffer.name}`}
        caption={`Elements of ${buffer.name}`}
        columns={columns.map((name, at) => elementColumn(name, at, check))}
        rows={rows}
        rowKey={([index]) => index}
        marks={row => (isWrong(row, check) ? ['wrong'] : [])}
      />
    </div>
  );
}

/** Index, found; expected and state where there is a check. */
type ElementRow = readonly string[];

const isWrong = ([index]: ElementRow, check: BufferCheck | null): boolean =>
  check !== null && check.states[Number(index)] !== ELEMENT_RIGHT;

const elementColumn = (name: string, at: number, check: BufferCheck | null): Column<ElementRow> => ({
  key: name,
  name,
  cell: row => {
    if (at > 0) return at === 1 ? <code>{row[at]}</code> : row[at];
    return (
      <>
        {isWrong(row, check) && <X size={12} strokeWidth={2.5} aria-hidden />} {count(Number(row[0]))}
      </>
    );
  },
});

const pageOf = (element: number): number => element - (element % PAGE);

interface PageBarProps {
  readonly length: number;
  readonly from: number;
  readonly onFrom: (from: number) => void;
}

function PageBar({ length, from, onFrom }: PageBarProps) {
  return (
    <div className="row wrap dim">
      <NumberField
        label="Element"
        value={from}
        min={0}
        max={length - 1}
        onChange={element => onFrom(pageOf(element))}
      />
      <IconButton label="Elements before" disabled={from === 0} onClick={() => onFrom(from - PAGE)}>
        <ChevronLeft size={16} strokeWidth={1.75} />
      </IconButton>
      <span className={css.position}>
        {count(from)} to {count(Math.max(from, Math.min(length, from + PAGE) - 1))} of {count(length)}
      </span>
      <IconButton label="Elements behind" disabled={from + PAGE >= length} onClick={() => onFrom(from + PAGE)}>
        <ChevronRight size={16} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
