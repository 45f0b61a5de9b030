/** What each access costs before and after, which of them is drawn, and for which a swizzle is looked for. */

import { count, MISSING } from '../../base/numbers.ts';
import { ok, type Result } from '../../base/result.ts';
import type { AccessCost } from '../../model/swizzle/access-cost.ts';
import { CheckField } from '../../panels/kit/choice-fields.tsx';
import { TextField } from '../../panels/kit/draft-fields.tsx';
import table from '../../panels/table.module.css';
import { SourceBadge } from '../../pictures/badges.tsx';
import { TableHead } from '../../pictures/table-head.tsx';
import { degreeChip, type Theme } from '../../pictures/theme.ts';
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
  <section className={`card ${css.panel}`} aria-label="Accesses">
    <Head />
    <table className={`${table.numbers} ${css.table}`}>
      <caption className="visually-hidden">Wavefronts of each access, before and after</caption>
      <Heads state={state} />
      <tbody>
        {accesses.map(each => (
          <Row key={each.id} {...each} theme={theme} state={state} update={update} />
        ))}
      </tbody>
    </table>
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
  <div className={`caption ${css.head}`}>
    <h2>Wavefronts of a warp</h2>
    <SourceBadge source="predicted" />
  </div>
);

const Heads = ({ state }: Pick<SwizzleHandle, 'state'>) => (
  <TableHead names={['Access', 'Ideal', ...Object.values(sideHeads(state)), 'Find']} />
);

type RowProps = CountedAccess & SwizzleHandle & { readonly theme: Theme };

function Row({ id, before, after, theme, state, update }: RowProps) {
  const { access, wanted } = state;
  const toggle = (): void =>
    update({ wanted: wanted.includes(id) ? wanted.filter(each => each !== id) : [...wanted, id] });
  return (
    <tr data-drawn={id === access || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={id === access} title="Draw it" onClick={() => update({ access: id })}>
          {accessName(id)}
        </button>
      </th>
      <td>{before.ok ? count(before.value.ideal) : after.ok ? count(after.value.ideal) : MISSING}</td>
      <Cost cost={before} theme={theme} />
      <Cost cost={after} theme={theme} />
      <td>
        <Wanted id={id} isWanted={wanted.includes(id)} onToggle={toggle} />
      </td>
    </tr>
  );
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
      <td>
        <span className={css.none} title={cost.error}>
          {MISSING}
        </span>
        <span className="visually-hidden">{cost.error}</span>
      </td>
    );
  const { wavefronts, ways } = cost.value;
  const { fill, text } = degreeChip(theme, ways);
  const title = ways > 1 ? `${ways}-way conflicts` : 'no conflict';
  return (
    <td>
      <span className={css.chip} style={{ background: fill, color: text }} title={title}>
        {count(wavefronts)}
      </span>
    </td>
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
