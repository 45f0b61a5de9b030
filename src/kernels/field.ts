/** Form controls made from a parameter's limits, so that these are written once. */
import type { ParamField } from '../contract/param-field.ts';
import type { Choice, Range } from './param-schema.ts';

type Control = ParamField['control'];

/** A segment per value, labelled `32` or by `label`. */
export const choiceOf = <V extends number | string>(
  { values }: Choice<V>,
  label: (value: V) => string = String,
): Control => ({
  kind: 'choice',
  options: values.map(value => ({ value, label: label(value) })),
});

/** A slider. */
export const rangeOf = (range: Range, unit: string): Control => ({ kind: 'range', ...range, unit });
