/** Operands of an operation, and how their cells are coloured. */
import { errorText } from '../../model/layout/layout-error.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import { readLayout } from '../../model/layout-text/read-layout.ts';
import { readTiler } from '../../model/layout-text/read-tiler.ts';
import { optionsOf, Segments, SelectField } from '../../panels/kit/choice-fields.tsx';
import { ELEMENT_SIZES } from '../links/layouts.ts';
import { type AlgebraErrors, readCotarget } from './algebra-answer.ts';
import { LayoutField } from './layout-field.tsx';
import css from './layouts-page.module.css';
import type { LayoutsHandle } from './use-layouts.ts';

interface OperandFieldsProps extends LayoutsHandle {
  readonly refusal: AlgebraErrors;
}

export const OperandFields = ({ state, update, refusal }: OperandFieldsProps) => (
  <div className={css.fields}>
    <LayoutField
      label="A"
      value={state.a}
      placeholder="(4,8):(8,1)"
      read={readLayout}
      refusal={refusal.a && errorText(refusal.a)}
      onChange={a => update({ a })}
    />
    <SecondField state={state} update={update} refusal={refusal} />
  </div>
);

function SecondField({ state, update, refusal }: OperandFieldsProps) {
  const { takes } = OPERATIONS.get(state.op)!;
  const reason = refusal.b && errorText(refusal.b);
  if (takes === 'nothing') return null;
  if (takes === 'cotarget')
    return (
      <LayoutField
        label="Cotarget"
        value={state.cotarget}
        placeholder="A’s own cosize"
        read={readCotarget}
        refusal={reason}
        onChange={cotarget => update({ cotarget })}
      />
    );
  const label = 'B: a layout, or by modes <4:1, 8:2>';
  const tiler = { label, value: state.b, placeholder: '<4:1, 8:2>', read: readTiler };
  return <LayoutField {...tiler} refusal={reason} onChange={b => update({ b })} />;
}

const COLOURS = [
  { value: 'bank', label: 'Bank' },
  { value: 'offset', label: 'Offset' },
] as const;

export const ColourBar = ({ state, update }: LayoutsHandle) => (
  <div className={`row wrap ${css.bar}`}>
    <Segments
      label="Colour by"
      options={COLOURS}
      value={state.colour}
      onChange={colour => update({ colour, pin: state.pin })}
    />
    <SelectField
      label="Element"
      value={state.elementBytes}
      options={optionsOf(ELEMENT_SIZES, bytes => `${bytes} B`)}
      onChange={elementBytes => update({ elementBytes, pin: state.pin })}
    />
  </div>
);
