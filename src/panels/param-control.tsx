/** The rail's field for one parameter of a kernel. A value outside its limits never leaves the field. */
import type { ParamField, ParamValue } from '../contract/param-field.ts';
import { SelectField } from './kit/choice-fields.tsx';
import { NumberField } from './kit/draft-fields.tsx';

interface ParamControlProps {
  readonly field: ParamField;
  readonly value: ParamValue;
  /** Why the control is off; null when it works. */
  readonly disabled: string | null;
  readonly onChange: (value: ParamValue) => void;
}

export function ParamControl({ field, value, disabled, onChange }: ParamControlProps) {
  const { label, help, control } = field;
  const shared = { label, help, disabled, onChange };
  switch (control.kind) {
    case 'choice':
      return <SelectField {...shared} value={value as string | number} options={control.options} />;
    case 'range':
      return <NumberField {...shared} {...control} value={Number(value)} slider={control} />;
    case 'text':
      return null;
  }
}
