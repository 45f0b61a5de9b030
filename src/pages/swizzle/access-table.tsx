/** Table of each access: its costs before and after, whether it is drawn, and whether the search includes it. */

import { count, MISSING } from '../../base/numbers.ts';
import { ok, type Result } from '../../base/result.ts';
import type { AccessCost } from '../../model/swizzle/access-cost.ts';
import { CheckField } from '../../panels/kit/choice-fields.tsx';
import { DataTable } from '../../panels/kit/data-table.tsx';
import { TextField } from '../../panels/kit/draft-fields.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import { SourceBadge } from '../../pictures/badges.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { accessName } from '../kit/tile/access-list.ts';
import css from './access-table.module.css';
import { DrawnAccess } from './drawn-access.tsx';
import { sideHeads } from './pattern-names.ts';
import type { PhaseListProps } from './phase-list.tsx';
import type { CountedAccess } from './tile-of-state.ts';
import type { SwizzleHandle } from './use-swizzle.ts';

interface AccessTableProps extends SwizzleHandle {
  readonly accesses: readonly CountedAccess[];
  readonly theme: Theme;
  readonly onPhase: PhaseListProps['onPhase'];
}

export const AccessTable = ({ accesses, theme, state, update, onPhase }: AccessTableProps) => (
  <section className="card panel" aria-label="Accesses">
    <Head />
    <DataTable
      caption="Wavefronts of each access, before and after"
      columns={columnsOf(theme, { state, update })}
      rows={accesses}
      rowKey={({ id }) => id}
      choice={{
        isChosen: ({ id }) => id === state.access,
        onChoose: ({ id }) => update({ access: id }),
        hint: 'Draw it',
      }}
    />
    <DrawnAccess
      access={accesses.find(({ id }) => id === state.access)!}
      state={state}
      theme={theme}
      onPhase={onPhase}
    />
    <OwnTable state={state} update={update} />
  </section>
);

const Head = () => (
  <div className="head">
    <h2>Wavefronts of a warp</h2>
    <SourceBadge source="predicted" />
  </div>
);

function columnsOf(theme: Theme, { state, update }: SwizzleHandle): Column<CountedAccess>[] {
  const { wanted } = state;
  const toggle = (id: string): void =>
    update({ wanted: wanted.includes(id) ? wanted.filter(each => each !== id) : [...wanted, id] });
  const [before, after] = Object.values(sideHeads(state));
  return [
    { key: 'access', name: 'Access', cell: ({ id }) => accessName(id) },
    {
      key: 'ideal',
      name: 'Ideal',
      cell: row => {
        const known = [row.before, row.after].find(cost => cost.ok);
        return known?.ok ? count(known.value.ideal) : MISSING;
      },
    },
    { key: 'before', name: before, cell: row => <Cost cost={row.before} theme={theme} /> },
    { key: 'after', name: after, cell: row => <Cost cost={row.after} theme={theme} /> },
    {
      key: 'find',
      name: 'Find',
      cell: ({ id }) => <Wanted id={id} isWanted={wanted.includes(id)} onToggle={() => toggle(id)} />,
    },
  ];
}

interface WantedProps {
  readonly id: string;
  readonly isWanted: boolean;
  readonly onToggle: () => void;
}

const Wanted = ({ id, isWanted, onToggle }: WantedProps) => (
  <CheckField isBare label={`Find a swizzle for ${accessName(id)}`} checked={isWanted} onChange={onToggle} />
);

function Cost({ cost, theme }: { readonly cost: Result<AccessCost, string>; readonly theme: Theme }) {
  if (!cost.ok)
    return (
      <>
        <span className="chip muted" title={cost.error}>
          {MISSING}
        </span>
        <span className="visually-hidden">{cost.error}</span>
      </>
    );
  const { wavefronts, ways } = cost.value;
  return (
    <WaysChip ways={ways} theme={theme} title={ways > 1 ? `${ways}-way conflicts` : 'no conflict'}>
      {count(wavefronts)}
    </WaysChip>
  );
}

const anyText = (text: string) => ok(text);

/** The own table's text; it is in sight while the table is drawn or wanted. */
function OwnTable({ state, update }: SwizzleHandle) {
  const isUsed = [state.access, ...state.wanted].some(id => id.startsWith('own'));
  if (!isUsed) return null;
  return (
    <div className={css.own}>
      <TextField
        lines
        layout="stack"
        label="Your own table"
        value={state.lanes}
        parse={anyText}
        hint={
          <>
            Bytes from the tile’s start, by lane: 32 numbers, “-” for an idle lane, or a formula in <code>lane</code>
          </>
        }
        onChange={lanes => update({ lanes })}
      />
    </div>
  );
}
