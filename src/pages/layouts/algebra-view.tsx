/** An operation on layouts: operands, what lies between, result, and what holds of it. */

import { useMemo } from 'react';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import { Segments } from '../../panels/kit/choice-fields.tsx';
import { usePictureScale } from '../../panels/use-picture-scale.ts';
import { layoutGridFigure, tracesTable } from '../../pictures/layout-grid/figure.ts';
import { LayoutGrid } from '../../pictures/layout-grid/index.tsx';
import type { LayoutGridRecords } from '../../pictures/layout-grid/records.ts';
import { type AlgebraAnswer, answerOf, refusalOf } from './algebra-answer.ts';
import { ColourBar, OperandFields } from './algebra-fields.tsx';
import type { Shown } from './layouts-files.ts';
import css from './layouts-page.module.css';
import operations from './operation-choice.module.css';
import { Outcome, type OutcomeProps } from './outcome.tsx';
import { useLastGood, type ViewProps } from './use-layouts.ts';
import { useStageHeight } from './use-stage-height.ts';

export function AlgebraView({ state, update, theme, header }: ViewProps) {
  const { op, a, b, cotarget } = state;
  const answer = useMemo(() => answerOf({ op, a, b, cotarget }), [op, a, b, cotarget]);
  const good = useLastGood(answer);
  return (
    <>
      {good === null && header(null)}
      <Segments
        label="Operation"
        className={operations.operations}
        options={Array.from(OPERATIONS.values(), ({ id, label }) => ({ value: id, label }))}
        value={op}
        onChange={next => update({ op: next })}
      />
      <OperandFields state={state} update={update} refusal={refusalOf(answer, state)} />
      <ColourBar state={state} update={update} />
      {good === null ? (
        <p className={css.stale}>No picture yet: it appears as soon as the texts above can be read.</p>
      ) : (
        <Result good={good} isStale={!answer.ok} {...{ state, update, theme, header }} />
      )}
    </>
  );
}

interface ResultProps extends ViewProps {
  readonly good: AlgebraAnswer;
  readonly isStale: boolean;
}

function Result({ good, isStale, header, ...rest }: ResultProps) {
  const { steps } = good;
  const { colour, elementBytes, pin } = rest.state;
  const records = useMemo(() => ({ steps, colourBy: colour, elementBytes }), [steps, colour, elementBytes]);
  const shown = { ...shownOf(good, records), selection: pin };
  const outcome: Omit<OutcomeProps, 'children'> = {
    ...rest,
    shown,
    stale: isStale ? `The last picture that could be drawn: ${callOf(good)}` : null,
    hasBanks: colour === 'bank',
    checks: steps.checks,
    pictureWidthPx: null,
    facts: null,
    printed: { operand: steps.result, fragment: null },
  };
  const scale = usePictureScale();
  const picture = { ...scale, records, theme: rest.theme, selection: pin, maxHeight: useStageHeight() };
  return (
    <Outcome {...outcome}>
      {header(shown)}
      <LayoutGrid {...picture} source="predicted" onSelect={next => rest.update({ pin: next })} />
    </Outcome>
  );
}

/** 'composition of A and B' with the operands. */
const callOf = ({ operation, a, b }: AlgebraAnswer): string =>
  `${operation.label} of ${a}${b === '' ? '' : ` and ${b}`}`;

/** Most rows in a file. */
const MOST_ROWS = 2 ** 16;

const shownOf = ({ operation, a, b }: AlgebraAnswer, records: LayoutGridRecords): Omit<Shown, 'selection'> => ({
  name: `layouts-${operation.id}`,
  title: operation.label,
  note: b === '' ? a : `A ${a}, B ${b}`,
  figureIn: view => layoutGridFigure(records, view),
  table: () => tracesTable(records, MOST_ROWS),
  unbanked: records.colourBy !== 'bank',
});
