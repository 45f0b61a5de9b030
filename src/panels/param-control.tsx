/** The rail's field for one parameter of a kernel. A value outside its limits never leaves the field. */
import { memo } from 'react';
import type { ParamField, ParamValue } from '../contract/param-field.ts';
import { SelectField } from './kit/choice-fields.tsx';
import { NumberField } from './kit/draft-fields.tsx';
import { withUnit } from './kit/number-text.ts';

interface ParamControlProps {
  readonly field: ParamField;
  readonly value: ParamValue;
  /** Why the control is disabled; null if it works. */
  readonly disabled: string | null;
  readonly onChange: (value: ParamValue, name: string) => void;
}

/** A change of one parameter leaves the fields of the others as they are. */
export const ParamControl = memo(({ field, value, disabled, onChange }: ParamControlProps) => {
  const { name, label, help, control } = field;
  const shared = { label, help, disabled, onChange: (next: ParamValue) => onChange(next, name) };
  switch (control.kind) {
    case 'choice':
      return <SelectField {...shared} value={value as string | number} options={control.options} />;
    case 'range': {
      const { unit, ...limits } = control;
      const named = { ...shared, ...limits, label: withUnit(label, unit) };
      return <NumberField {...named} value={Number(value)} slider={limits} />;
    }
    case 'text':
      return null;
  }
});
