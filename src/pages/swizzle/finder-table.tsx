/** Patterns that were found, with what each access costs under them; a click draws one. */

import { bytes, count, MISSING } from '../../base/numbers.ts';
import type { Candidate } from '../../model/swizzle/finder.ts';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import { candidateName, drawnBy, finderColumns, isDrawn, nextSort } from './finder-rows.ts';
import css from './finder-table.module.css';
import type { SwizzleHandle } from './use-swizzle.ts';

interface CandidatesProps extends SwizzleHandle {
  readonly rows: readonly Candidate[];
  readonly wanted: readonly string[];
  readonly theme: Theme;
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export const Candidates = ({ rows, wanted, theme, state, update }: CandidatesProps) => (
  <section className={`sideways ${css.scroll}`} aria-label="Patterns" {...SCROLLS_BY_KEY}>
    <table className={css.table}>
      <caption className="visually-hidden">Patterns, and what each access costs under them</caption>
      <thead>
        <tr>
          {finderColumns(wanted, state).map(({ id, name }) => (
            <SortHead key={id} id={id} name={name} state={state} update={update} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={candidateName(row, state)} row={row} wanted={wanted} theme={theme} state={state} update={update} />
        ))}
      </tbody>
    </table>
  </section>
);

function SortHead({ id, name, state, update }: SwizzleHandle & { readonly id: string; readonly name: string }) {
  const { sort } = state;
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order}>
      <button type="button" title={`Sort by ${name}`} onClick={() => update({ sort: nextSort(sort, id) })}>
        {name} {order !== undefined && <span aria-hidden>{order === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </th>
  );
}

interface RowProps extends Omit<CandidatesProps, 'rows'> {
  readonly row: Candidate;
}

function Row({ row, wanted, theme, state, update }: RowProps) {
  const { counts, wavefronts, aligned16, tma } = row;
  const isHere = isDrawn(row, state);
  return (
    <tr data-drawn={isHere || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={isHere} title="Draw it" onClick={() => update(drawnBy(row, state))}>
          {candidateName(row, state)}
        </button>
      </th>
      {counts.map((each, at) => (
        <Ways key={wanted[at]} {...each} theme={theme} />
      ))}
      <td>{count(wavefronts)}</td>
      <td>{bytes(row.bytes)}</td>
      <td>{aligned16 ? 'yes' : 'no'}</td>
      <td>{tma ?? MISSING}</td>
    </tr>
  );
}

interface WaysProps {
  readonly wavefronts: number;
  readonly ideal: number;
  readonly theme: Theme;
}

function Ways({ wavefronts, ideal, theme }: WaysProps) {
  const { fill, text } = degreeChip(theme, Math.ceil(wavefronts / ideal));
  return (
    <td>
      <span className={css.chip} style={{ background: fill, color: text }} title={`${ideal} at best`}>
        {count(wavefronts)}
      </span>
    </td>
  );
}
