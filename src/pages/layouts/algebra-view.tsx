/** An operation on layouts: operands, what lies between, result, and what holds of it. */
import { useMemo } from 'react';
import { errorText } from '../../model/layout/layout-error.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { readTiler } from '../../model/layout-text/read-tiler.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import { Segments } from '../../panels/fields.tsx';
import { layoutGridFigure, tracesTable } from '../../pictures/layout-grid.figure.ts';
import { LayoutGrid } from '../../pictures/layout-grid.tsx';
import { BankLegend } from '../../pictures/legends.tsx';
import type { Theme } from '../../pictures/theme.ts';
import { type Answer, answerOf, readCotarget, refusalOf } from './algebra-answer.ts';
import { CheckList } from './check-list.tsx';
import { LayoutField } from './layout-field.tsx';
import { type Shown, svgText } from './layouts-files.ts';
import css from './layouts-page.module.css';
import { ELEMENT_SIZES } from './layouts-search.ts';
import { OperationChoice } from './operation-choice.tsx';
import { PrintPanel } from './print-panel.tsx';
import { type LayoutsHandle, useLastGood } from './use-layouts.ts';
import { useStageHeight } from './use-stage-height.ts';

interface ViewProps extends LayoutsHandle {
  readonly theme: Theme;
  readonly header: (shown: Shown | null) => React.ReactNode;
}

export function AlgebraView({ state, update, theme, header }: ViewProps) {
  const { op, a, b, cotarget } = state;
  const answer = useMemo(() => answerOf({ op, a, b, cotarget }), [op, a, b, cotarget]);
  const good = useLastGood(answer);
  const refusal = refusalOf(answer, state);
  return (
    <>
      {header(good && shownOf(good, state))}
      <OperationChoice value={op} onChange={next => update({ op: next })} />
      <div className={css.fields}>
        <LayoutField
          label="A"
          value={a}
          placeholder="(4,8):(8,1)"
          read={readLayout}
          refusal={refusal.a && errorText(refusal.a)}
          onChange={text => update({ a: text })}
        />
        <SecondField state={state} update={update} refusal={refusal.b && errorText(refusal.b)} />
      </div>
      <ColourBar state={state} update={update} />
      {good ? (
        <Result good={good} isStale={!answer.ok} {...{ state, update, theme }} />
      ) : (
        <p className={css.stale}>No picture yet: it comes as soon as the texts above can be read.</p>
      )}
    </>
  );
}

function SecondField({ state, update, refusal }: LayoutsHandle & { readonly refusal: string | null }) {
  const { takes } = OPERATIONS.get(state.op)!;
  if (takes === 'nothing') return null;
  if (takes === 'cotarget')
    return (
      <LayoutField
        label="Cotarget"
        value={state.cotarget}
        placeholder="A’s own cosize"
        read={readCotarget}
        refusal={refusal}
        onChange={text => update({ cotarget: text })}
      />
    );
  return (
    <LayoutField
      label="B: a layout, or by modes <4:1, 8:2>"
      value={state.b}
      placeholder="<4:1, 8:2>"
      read={readTiler}
      refusal={refusal}
      onChange={text => update({ b: text })}
    />
  );
}

const COLOURS = [
  { value: 'bank', label: 'Bank' },
  { value: 'offset', label: 'Offset' },
] as const;

const ColourBar = ({ state, update }: LayoutsHandle) => (
  <div className={css.bar}>
    <Segments
      label="Colour by"
      options={COLOURS}
      value={state.colour}
      onChange={colour => update({ colour, pin: state.pin })}
    />
    <ChoiceList
      label="Element"
      value={state.elementBytes}
      values={ELEMENT_SIZES}
      labels={ELEMENT_SIZES.map(bytes => `${bytes} B`)}
      onChange={elementBytes => update({ elementBytes, pin: state.pin })}
    />
  </div>
);

interface ResultProps extends LayoutsHandle {
  readonly good: Answer;
  readonly isStale: boolean;
  readonly theme: Theme;
}

function Result({ good, isStale, state, update, theme }: ResultProps) {
  const { steps } = good;
  const { colour, elementBytes } = state;
  const records = useMemo(() => ({ steps, colourBy: colour, elementBytes }), [steps, colour, elementBytes]);
  const svg = () => svgText(shownOf(good, state), theme);
  return (
    <div id="picture" tabIndex={-1} className={css.result} data-stale={isStale || undefined}>
      {isStale && <p className={css.stale}>The last picture that could be drawn: {callOf(good)}</p>}
      <LayoutGrid
        records={records}
        theme={theme}
        source="predicted"
        maxHeight={useStageHeight()}
        selection={state.pin}
        onSelect={pin => update({ pin })}
      />
      {colour === 'bank' && (
        <div className={css.legend}>
          <BankLegend theme={theme} />
        </div>
      )}
      <div className={css.below}>
        {steps.checks.length > 0 && <CheckList checks={steps.checks} />}
        <PrintPanel
          printable={{ operand: steps.result, fragment: null, svg }}
          format={state.format}
          onFormat={format => update({ format, pin: state.pin })}
        />
      </div>
    </div>
  );
}

/** 'composition(A, B)' with the operands. */
const callOf = ({ operation, a, b }: Answer): string => `${operation.label} of ${a}${b === '' ? '' : ` and ${b}`}`;

/** As many rows as anybody wants in a file. */
const MOST_ROWS = 2 ** 16;

function shownOf(good: Answer, { colour, elementBytes, pin }: LayoutsHandle['state']): Shown {
  const records = { steps: good.steps, colourBy: colour, elementBytes };
  return {
    name: `layouts-${good.operation.id}`,
    title: good.operation.label,
    note: good.b === '' ? good.a : `A ${good.a}, B ${good.b}`,
    figureIn: view => layoutGridFigure(records, view),
    selection: pin,
    table: () => tracesTable(records, MOST_ROWS),
    unbanked: colour !== 'bank',
  };
}
