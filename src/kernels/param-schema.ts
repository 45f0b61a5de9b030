/**
 * What a kernel's parameters may be, as data: the check of links and requests follows from it here, the form's controls in
 * `field.ts`. Every page checks its link before it draws, so this is small.
 */
import { err, ok, type Result } from '../base/result.ts';
import type { FieldError } from '../contract/field-error.ts';

export interface Choice<V extends number | string> {
  readonly values: readonly V[];
}

/** Multiples of `step` from `min` to `max`, both included. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

type Limit = Choice<number | string> | Range;
type Limits = Readonly<Record<string, Limit>>;
type Values<L extends Limits> = { readonly [K in keyof L]: L[K] extends Choice<infer V> ? V : number };

export const oneOf = <const V extends number | string>(...values: V[]): Choice<V> => ({ values });
export const between = (min: number, max: number, step = 1): Range => ({ min, max, step });

export interface ParamSchema<P> {
  /** Completes a record with defaults; on failure the first thing that is wrong. */
  check(params: unknown): Result<P, FieldError>;
  /** The same where a wrong record is a bug: throws. */
  parse(params: unknown): P;
}

export type ParamsOf<S> = S extends ParamSchema<infer P> ? P : never;

/** `breach`: rules that join several parameters. */
export function schemaOf<L extends Limits>(
  limits: L,
  defaults: Values<L>,
  breach: (params: Values<L>) => FieldError | null = () => null,
): ParamSchema<Values<L>> {
  const check = (params: unknown): Result<Values<L>, FieldError> => {
    if (typeof params !== 'object' || params === null) return err({ message: 'expected an object', field: '' });
    const unknown = Object.keys(params).find(name => !Object.hasOwn(limits, name));
    if (unknown !== undefined) return err({ message: 'unknown field', field: unknown });
    const complete: Values<L> = { ...defaults, ...params };
    const problem = firstProblem(limits, complete) ?? breach(complete);
    return problem === null ? ok(complete) : err(problem);
  };
  const parse = (params: unknown): Values<L> => {
    const checked = check(params);
    if (checked.ok) return checked.value;
    throw new Error(`${checked.error.field}: ${checked.error.message}`);
  };
  return { check, parse };
}

function firstProblem(limits: Limits, params: Readonly<Record<string, unknown>>): FieldError | null {
  for (const [field, limit] of Object.entries(limits)) {
    if (!fits(limit, params[field])) return { message: `expected ${wordsOf(limit)}`, field };
  }
  return null;
}

function fits(limit: Limit, value: unknown): boolean {
  if ('values' in limit) return limit.values.some(each => each === value);
  return typeof value === 'number' && value >= limit.min && value <= limit.max && value % limit.step === 0;
}

function wordsOf(limit: Limit): string {
  if ('values' in limit) return `one of ${limit.values.join(', ')}`;
  const { min, max, step } = limit;
  return `a ${step === 1 ? 'whole number' : `multiple of ${step}`} from ${min} to ${max}`;
}
