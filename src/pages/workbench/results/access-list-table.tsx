/** The memory instructions of a run, a row each; the chosen one is drawn below. */
import { useLayoutEffect, useRef } from 'react';
import { count } from '../../../base/numbers.ts';
import { degreeChip, type Theme } from '../../../pictures/theme.ts';
import { placeWords } from '../findings/finding-words.ts';
import { type AccessChoice, excessOf, nameOf, placeOf, unitOf } from './access-list.ts';
import { ListTable } from './list-table.tsx';
import css from './results.module.css';

interface AccessListTableProps {
  readonly choices: readonly AccessChoice[];
  readonly chosen: AccessChoice;
  readonly theme: Theme;
  readonly onChoose: (choice: AccessChoice) => void;
}

const COLUMNS = ['Place', 'Instruction', 'Requests', 'Actual', 'Ideal', 'Excess'];

export function AccessListTable({ choices, chosen, theme, onChoose }: AccessListTableProps) {
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-access="${chosen.key}"]`);
    if (row && list.current) bringIntoSight(list.current, row);
  }, [chosen.key]);
  return (
    <ListTable ref={list} caption="Memory instructions with their totals" columns={COLUMNS}>
      {choices.map(choice => (
        <tr
          key={choice.key}
          data-access={choice.key}
          aria-selected={choice.key === chosen.key}
          onClick={() => onChoose(choice)}
        >
          <AccessCells choice={choice} theme={theme} />
        </tr>
      ))}
    </ListTable>
  );
}

/** Scrolls the list alone: `scrollIntoView` would move the page with it. */
function bringIntoSight(list: HTMLElement, row: HTMLElement): void {
  const head = list.querySelector('thead')?.clientHeight ?? 0;
  const top = row.offsetTop - head;
  const bottom = row.offsetTop + row.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function AccessCells({ choice, theme }: Pick<AccessListTableProps, 'theme'> & { readonly choice: AccessChoice }) {
  const { requests, parts, ideal } = choice.totals;
  const excess = excessOf(choice);
  const { fill, text } = degreeChip(theme, excess === 0 ? 1 : Math.max(2, parts / Math.max(1, ideal)));
  return (
    <>
      <th scope="row">
        <button type="button">{placeWords(placeOf(choice))}</button>
      </th>
      <td title={choice.instruction}>
        <code>{nameOf(choice)}</code>
      </td>
      <td>{count(requests)}</td>
      <td title={unitOf(choice.totals)}>{count(parts)}</td>
      <td>{count(ideal)}</td>
      <td>
        <span className={css.chip} style={{ background: fill, color: text }}>
          {count(excess)}
        </span>
      </td>
    </>
  );
}
