/** The value of a kernel's parameter as a reader wants it: with its unit, and thousands apart. */
import { count } from '../base/numbers.ts';
import type { ParamField, ParamValue } from '../contract/param-field.ts';
import { withUnit } from './kit/number-text.ts';

/** '4 B', '16,384', '8 elements'; a unit that the field's name says is left out: 'Rows' has '64'. */
export function valueWords({ label, control }: ParamField, value: ParamValue): string {
  if (control.kind === 'choice') return control.options.find(option => option.value === value)?.label ?? String(value);
  if (typeof value !== 'number') return value === '' ? 'none' : String(value);
  const unit = control.kind === 'range' ? control.unit : '';
  return withUnit(label, unit) === label ? count(value) : `${count(value)} ${unit}`;
}
