/** The elements of a buffer, a page of them at a time, wrong ones marked. */
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { count } from '../../../base/numbers.ts';
import { IconButton } from '../../../panels/icon-button.tsx';
import { NumberField } from '../../../panels/kit/draft-fields.tsx';
import { ELEMENT_RIGHT } from '../../../pictures/records.ts';
import { type BufferCheck, type BufferView, elementTable } from './buffer-list.ts';
import { ListTable } from './list-table.tsx';
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
      <ListTable caption={`Elements of ${buffer.name}`} columns={columns}>
        {rows.map(([index, ...values]) => (
          <ElementRow key={index} index={Number(index)} values={values} check={check} />
        ))}
      </ListTable>
    </div>
  );
}

interface ElementRowProps extends Pick<ElementListProps, 'check'> {
  readonly index: number;
  /** Found; expected and state where there is a check. */
  readonly values: readonly string[];
}

function ElementRow({ index, values: [found, ...verdict], check }: ElementRowProps) {
  const isWrong = check !== null && check.states[index] !== ELEMENT_RIGHT;
  return (
    <tr data-wrong={isWrong || undefined}>
      <th scope="row">
        {isWrong && <X size={12} strokeWidth={2.5} aria-hidden />} {count(index)}
      </th>
      <td>
        <code>{found}</code>
      </td>
      {check && <td>{verdict[0]}</td>}
      {check && <td>{verdict[1]}</td>}
    </tr>
  );
}

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
