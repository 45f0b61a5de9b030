/** A kernel's parameters: schema and form controls made from the same limits. */
import type { ParamField } from '../contract/param-field.ts';
import { z } from '../contract/schema.ts';

type Control = ParamField['control'];

interface Choice<V extends number> {
  readonly values: readonly V[];
  readonly schema: z.ZodMiniLiteral<V>;
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly schema: z.ZodMiniNumber;
}

type Limits = Readonly<Record<string, Choice<number> | Range>>;

export const oneOf = <const V extends number>(...values: V[]): Choice<V> => ({ values, schema: z.literal(values) });

/** Multiples of `step` from `min` to `max`, both included. */
export const between = (min: number, max: number, step = 1): Range => ({
  min,
  max,
  step,
  schema: z.int().check(z.minimum(min), z.maximum(max), z.multipleOf(step)),
});

type Shape<L extends Limits> = { readonly [K in keyof L]: z.ZodMiniDefault<L[K]['schema']> };

/** Takes a record with no other parameters than these, and completes it. */
export function paramsOf<L extends Limits>(
  limits: L,
  defaults: { readonly [K in keyof L]: z.output<L[K]['schema']> },
): z.ZodMiniObject<Shape<L>, z.core.$strict> {
  const entries = Object.entries(limits).map(([name, { schema }]) => [name, z._default(schema, defaults[name])]);
  return z.strictObject(Object.fromEntries(entries) as Shape<L>);
}

/** A segment per value, labelled `32` or by `label`. */
export const choiceOf = ({ values }: Choice<number>, label: (value: number) => string = String): Control => ({
  kind: 'choice',
  options: values.map(value => ({ value, label: label(value) })),
});

/** A slider. */
export const rangeOf = ({ min, max, step }: Range, unit: string): Control => ({ kind: 'range', min, max, step, unit });
