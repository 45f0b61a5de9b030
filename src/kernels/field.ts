/** Form controls derived from a parameter's schema, so that limits and choices are written once. */
import type { z } from 'zod';
import { assert } from '../base/assert.ts';
import type { ParamField } from '../contract/param-field.ts';

type Control = ParamField['control'];

/** A segment per literal, labelled `32` or by `label`. */
export const choiceOf = (schema: z.ZodLiteral<number>, label: (value: number) => string = String): Control => ({
  kind: 'choice',
  options: [...schema.values].map(value => ({ value, label: label(value) })),
});

/** A slider between the schema's bounds. */
export function rangeOf(schema: z.ZodNumber, unit: string, step = 1): Control {
  const { minValue: min, maxValue: max } = schema;
  assert(min !== null && max !== null, 'a range has both bounds');
  return { kind: 'range', min, max, step, unit };
}
