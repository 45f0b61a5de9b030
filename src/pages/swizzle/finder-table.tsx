/** Patterns that were found, with what each access costs under them; a click draws one. */

import type { ReactNode } from 'react';
import { bytes, count, MISSING } from '../../base/numbers.ts';
import type { Candidate } from '../../model/swizzle/finder.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { candidateName, drawnBy, type FinderColumn, finderColumns, isDrawn } from './finder-rows.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

interface CandidatesProps extends SwizzleHandle {
  readonly rows: readonly Candidate[];
  /** Most candidates that are shown. */
  readonly most: number;
  readonly wanted: readonly string[];
  readonly theme: Theme;
}

export const Candidates = ({ rows, most, wanted, theme, state, update }: CandidatesProps) => (
  <DataTable
    label="Patterns"
    caption="Patterns, and what each access costs under them"
    columns={finderColumns(wanted, state).map(column => columnOf(column, wanted, theme))}
    rows={rows}
    rowKey={row => candidateName(row, state)}
    most={most}
    choice={{
      isChosen: row => isDrawn(row, state),
      onChoose: row => update(drawnBy(row, state)),
      hint: 'Draw it',
    }}
    sort={{ order: state.sort, onSort: sort => update({ sort }) }}
  />
);

type Cell = (row: Candidate) => ReactNode;

const CELLS: Readonly<Record<string, Cell>> = {
  wavefronts: ({ wavefronts }) => count(wavefronts),
  bytes: row => bytes(row.bytes),
  aligned16: ({ aligned16 }) => (aligned16 ? 'yes' : 'no'),
  tma: ({ tma }) => tma ?? MISSING,
};

function columnOf(column: FinderColumn, wanted: readonly string[], theme: Theme): Column<Candidate> {
  const { key, value } = column;
  const at = wanted.indexOf(key);
  const cell: Cell =
    at < 0
      ? (CELLS[key] ?? (row => <code>{String(value(row))}</code>))
      : row => <Ways {...row.counts[at]} theme={theme} />;
  return { ...column, cell };
}

interface WaysProps {
  readonly wavefronts: number;
  readonly ideal: number;
  readonly theme: Theme;
}

const Ways = ({ wavefronts, ideal, theme }: WaysProps) => (
  <WaysChip ways={Math.ceil(wavefronts / ideal)} theme={theme} title={`${ideal} at best`}>
    {count(wavefronts)}
  </WaysChip>
);
