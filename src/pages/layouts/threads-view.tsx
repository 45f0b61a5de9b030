/**
 * View of which thread holds which element of a tensor-core instruction's matrix, and of the cost to read it from
 * shared memory.
 */

import { useMemo } from 'react';
import { FRAGMENT_ATOMS } from '../../model/layout-steps/fragments.ts';
import { operandText } from '../../model/layout-text/operand.ts';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { threadsTable, threadValueFigure } from '../../pictures/thread-value/figure.ts';
import { ThreadValue } from '../../pictures/thread-value/index.tsx';
import { AtomBar } from './atom-bar.tsx';
import { drawnOf, type FragmentDrawing, fragmentChecks, fragmentOf } from './fragment-answer.ts';
import { FragmentFields } from './fragment-fields.tsx';
import type { Shown } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { Outcome, type OutcomeProps } from './outcome.tsx';
import { fragmentOperand } from './printed.ts';
import { ReadsTable } from './reads-table.tsx';
import { useLastGood, type ViewProps } from './use-layouts.ts';
import { useStageHeight } from './use-stage-height.ts';

export function ThreadsView(props: ViewProps) {
  const { state, update, header } = props;
  const { atom, part, n, tv, matrix, elementBytes, shared } = state;
  const fragment = useMemo(
    () => fragmentOf({ atom, part, n, tv, matrix, elementBytes }),
    [atom, part, n, tv, matrix, elementBytes],
  );
  const answer = useMemo(() => drawnOf(fragment, shared), [fragment, shared]);
  const drawn = useLastGood(answer);
  const note = FRAGMENT_ATOMS.get(atom)?.note ?? '';
  return (
    <>
      {drawn === null && header(null)}
      <AtomBar state={state} update={update} />
      {note !== '' && <p className={`prose ${css.notation}`}>{note}</p>}
      <FragmentFields state={state} update={update} fragment={fragment} answer={answer} />
      {drawn && <FragmentResult {...props} drawn={drawn} isStale={!answer.ok} />}
    </>
  );
}

/** Cells of this size name thread and value; the page scrolls for them, but not for long. */
const NAMED_PX = 31;
const TALLEST_PX = 1000;

/** Most columns of a matrix beside which its reads are shown. */
const NARROW_COLUMNS = 16;
const WIDEST_CELL_PX = 46;
const CAPTION_PX = 320;

interface FragmentResultProps extends ViewProps {
  readonly drawn: FragmentDrawing;
  readonly isStale: boolean;
}

function FragmentResult({ drawn, isStale, header, ...rest }: FragmentResultProps) {
  const { fragment, addressOf, reads } = drawn;
  const { pin } = rest.state;
  const shown = { ...shownOf(drawn), selection: pin };
  const outcome: Omit<OutcomeProps, 'children'> = {
    ...rest,
    shown,
    stale: isStale ? 'The last picture that could be drawn.' : null,
    hasBanks: addressOf !== null,
    checks: useMemo(() => fragmentChecks(fragment), [fragment]),
    pictureWidthPx: fragment.columns > NARROW_COLUMNS ? null : Math.max(CAPTION_PX, fragment.columns * WIDEST_CELL_PX),
    facts: reads.length > 0 && <ReadsTable reads={reads} verb={verbOf(drawn)} theme={rest.theme} />,
    printed: { operand: fragmentOperand(fragment), fragment },
  };
  const maxHeight = Math.max(useStageHeight(), Math.min(fragment.rows * NAMED_PX, TALLEST_PX));
  const picture = { ...usePictureScale(), records: drawn, theme: rest.theme, selection: pin, maxHeight };
  return (
    <Outcome {...outcome}>
      {header(shown)}
      <ThreadValue {...picture} source="predicted" onSelect={next => rest.update({ pin: next })} />
      <p className={`prose ${css.notation}`}>
        <code>{shown.note}</code>
      </p>
    </Outcome>
  );
}

/** Tensor memory comes to registers to be stored, mostly; a load costs the same. */
const verbOf = ({ fragment }: FragmentDrawing): string =>
  /^(stmatrix|tcgen05)/.test(fragment.name) ? 'stored' : 'loaded';

const shownOf = (drawn: FragmentDrawing): Omit<Shown, 'selection'> => ({
  name: `layouts-${drawn.fragment.name.replace(/[^\w.]+/g, '-')}-${drawn.fragment.part}`,
  title: `${drawn.fragment.name}, ${drawn.fragment.part}`,
  note: operandText(fragmentOperand(drawn.fragment)),
  figureIn: view => threadValueFigure(drawn, view),
  table: () => threadsTable(drawn),
  unbanked: drawn.addressOf === null,
});
