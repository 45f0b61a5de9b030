/** Find me a swizzle: the best patterns for the wanted accesses, each drawn on a click. */
import { useState } from 'react';
import type { Candidate } from '../../model/swizzle/finder.ts';
import controls from '../../panels/controls.module.css';
import { bytes, count, listed, MISSING } from '../../panels/numbers.ts';
import { SourceBadge } from '../../pictures/badges.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
import { accessName } from './access-list.ts';
import { type Found, finderColumns, nextSort, patternName, sorted } from './finder-rows.ts';
import css from './finder-table.module.css';
import type { SwizzleHandle } from './use-swizzle.ts';

interface FinderTableProps extends SwizzleHandle {
  readonly found: Found;
  /** Another search is under way. */
  readonly isStale: boolean;
  readonly theme: Theme;
}

const SHOWN = 10;

export function FinderTable({ found, isStale, theme, state, update }: FinderTableProps) {
  const [shown, setShown] = useState(SHOWN);
  const { wanted, candidates } = found;
  const rows = sorted(found, state.sort);
  return (
    <section className={css.finder} aria-label="Find me a swizzle" aria-busy={isStale}>
      <div className={css.head}>
        <h2>Find me a swizzle</h2>
        <p>{findingWords(found)}</p>
        <SourceBadge source="predicted" />
      </div>
      {candidates.length > 0 && (
        <Candidates rows={rows.slice(0, shown)} wanted={wanted} theme={theme} state={state} update={update} />
      )}
      {rows.length > shown && (
        <button type="button" className={controls.button} onClick={() => setShown(shown + 4 * SHOWN)}>
          More, of {count(rows.length - shown)}
        </button>
      )}
    </section>
  );
}

function findingWords({ wanted, candidates }: Found): string {
  if (wanted.length === 0) return 'Tick the accesses that matter in the table above.';
  const names = listed(wanted.map(accessName));
  if (candidates.length === 0) return `No pattern keeps the bytes of every lane in one piece for ${names}.`;
  return `${count(candidates.length)} swizzles and paddings do for ${names}; worst origin of each, best first.`;
}

interface CandidatesProps extends SwizzleHandle {
  readonly rows: readonly Candidate[];
  readonly wanted: readonly string[];
  readonly theme: Theme;
}

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

const Candidates = ({ rows, wanted, theme, state, update }: CandidatesProps) => (
  <section className={css.scroll} aria-label="Patterns" {...SCROLLS_BY_KEY}>
    <table className={css.table}>
      <caption className="visually-hidden">Patterns, and what each access costs under them</caption>
      <thead>
        <tr>
          {finderColumns(wanted).map(({ id, name }) => (
            <SortHead key={id} id={id} name={name} state={state} update={update} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={patternName(row)} row={row} theme={theme} state={state} update={update} />
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

function Row({ row, theme, state, update }: SwizzleHandle & { readonly row: Candidate; readonly theme: Theme }) {
  const { swizzle, padBytes, counts, wavefronts, aligned16, tma } = row;
  const pad = padBytes / state.elementBytes;
  const draw = (): void => update({ swizzle, pad, formula: '' });
  const isDrawn = state.formula === '' && state.pad === pad && sameSwizzle(swizzle, state.swizzle);
  return (
    <tr data-drawn={isDrawn || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={isDrawn} title="Draw it" onClick={draw}>
          {patternName(row)}
        </button>
      </th>
      {counts.map((each, at) => (
        <Ways key={state.wanted[at]} {...each} theme={theme} />
      ))}
      <td>{count(wavefronts)}</td>
      <td>{bytes(row.bytes)}</td>
      <td>{aligned16 ? 'yes' : 'no'}</td>
      <td>{tma ?? MISSING}</td>
    </tr>
  );
}

const sameSwizzle = (a: Candidate['swizzle'], b: Candidate['swizzle']): boolean =>
  a.bits === b.bits && (a.bits === 0 || (a.base === b.base && a.shift === b.shift));

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
