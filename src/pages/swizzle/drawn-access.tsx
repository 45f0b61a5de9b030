/** The drawn access in words, and phase by phase; or why it is none. */
import { accessWords } from '../kit/tile/access-list.ts';
import type { SwizzleState } from '../links/swizzle.ts';
import { phasesOf } from './access-phases.ts';
import css from './access-table.module.css';
import { sideHeads } from './pattern-names.ts';
import { PhaseList, type PhaseListProps } from './phase-list.tsx';
import { phasesWords } from './phases-words.ts';
import type { CountedAccess } from './tile-of-state.ts';

interface DrawnAccessProps extends Pick<PhaseListProps, 'theme' | 'onPhase'> {
  readonly access: CountedAccess;
  readonly state: SwizzleState;
}

export const DrawnAccess = ({ access, state, theme, onPhase }: DrawnAccessProps) => {
  const names = sideHeads(state);
  return (
    <>
      <p className={`remark ${css.note}`} role="status">
        {accessWords(access.id)} {startWords(state)}
        {!(access.before.ok && access.after.ok) && phasesWords(access, names)}
      </p>
      <PhaseList phases={phasesOf(access)} names={names} theme={theme} onPhase={onPhase} />
    </>
  );
};

const startWords = ({ access, origin }: SwizzleState): string =>
  access.startsWith('own') ? '' : `From row ${origin.row}, column ${origin.column}; click a cell for another start. `;
