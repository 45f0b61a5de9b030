/**
 * A kernel's parameters as one table, a row each. The form's control, the check of links and of requests, the defaults and
 * the compile flags all follow from it. Every page checks its link before it draws, so this is small.
 */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ParamField, ParamValue } from '../contract/param-field.ts';

/** One parameter: its field of the form, its default, and what it may be. */
export interface ParamRow<V extends ParamValue> extends Omit<ParamField, 'name'> {
  readonly default: V;
  /** Error text for a value, or null. It names the value and the allowed values. */
  objectionTo(value: unknown): string | null;
}

type RowText = Pick<ParamField, 'label' | 'binds' | 'help' | 'variants' | 'isInSource'>;
type Rows = Readonly<Record<string, ParamRow<ParamValue>>>;
type Values<R extends Rows> = { readonly [K in keyof R]: R[K] extends ParamRow<infer V> ? V : never };

interface Choice<V> extends RowText {
  readonly values: readonly V[];
  readonly default: NoInfer<V>;
  /** How a value is labelled, where not as it is written. */
  readonly labelOf?: (value: NoInfer<V>) => string;
  /** Values without committed PTX: nvcc must be there to compile them. */
  readonly unshipped?: readonly NoInfer<V>[];
}

/** A segment per value. */
export function choice<const V extends number | string>(row: Choice<V>): ParamRow<V> {
  const { values, labelOf = String, unshipped = [], ...rest } = row;
  const options = values.map(value => {
    const option = { value, label: labelOf(value) };
    return unshipped.includes(value) ? { ...option, shipped: false } : option;
  });
  const allows = (value: unknown) => values.some(each => each === value);
  return {
    ...rest,
    control: { kind: 'choice', options },
    objectionTo: value => (allows(value) ? null : notAllowed(value, `one of ${values.join(', ')}`)),
  };
}

interface Range extends RowText {
  readonly min: number;
  readonly max: number;
  /** Values are multiples of it; 1 when absent. */
  readonly step?: number;
  /** 'elements', 'B'. */
  readonly unit: string;
  readonly default: number;
}

/** A slider; both ends are allowed. */
export function range({ min, max, step = 1, unit, ...rest }: Range): ParamRow<number> {
  const allowed = `a ${step === 1 ? 'whole number' : `multiple of ${step}`} from ${min} to ${max}`;
  const allows = (value: unknown) => typeof value === 'number' && value >= min && value <= max && value % step === 0;
  return {
    ...rest,
    control: { kind: 'range', min, max, step, unit },
    objectionTo: value => (allows(value) ? null : notAllowed(value, allowed)),
  };
}

interface Text extends RowText {
  readonly default: string;
  /** 'whole numbers'; 'text' when absent. */
  readonly kind?: string;
  readonly mostCharacters: number;
  /** Error text for a text that is not too long, or null. */
  readonly problem?: (text: string) => string | null;
}

/** A line of text, which the kernel's own part of the form draws. */
export const text = ({ kind = 'text', mostCharacters, problem = () => null, ...rest }: Text): ParamRow<string> => ({
  ...rest,
  control: { kind: 'text' },
  objectionTo: value =>
    typeof value === 'string' && value.length <= mostCharacters
      ? problem(value)
      : notAllowed(value, `${kind}, at most ${mostCharacters} characters`),
});

/** 'expected a whole number from 1 to 100, not 0'. */
export const notAllowed = (value: unknown, allowed: string): string => `expected ${allowed}, not ${valueText(value)}`;

const MOST_SHOWN = 40;

function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length > MOST_SHOWN ? `${value.length} characters` : `'${value}'`;
}

export interface ParamSchema<P> {
  /** Completes a record with defaults; on failure the first thing that is wrong. */
  check(params: unknown): Result<P, FieldError>;
  /** The same where a wrong record is a bug: throws. */
  parse(params: unknown): P;
}

export type ParamsOf<S> = S extends ParamSchema<infer P> ? P : never;

interface ParamTable<P> {
  readonly schema: ParamSchema<P>;
  readonly fields: readonly ParamField[];
}

/** `breach`: rules that join several parameters. */
export function paramTable<R extends Rows>(
  rows: R,
  breach: (params: Values<R>) => FieldError | null = () => null,
): ParamTable<Values<R>> {
  const names = Object.keys(rows);
  const defaults = Object.fromEntries(names.map(name => [name, rows[name].default])) as Values<R>;
  const check = (params: unknown): Result<Values<R>, FieldError> => {
    if (typeof params !== 'object' || params === null) return err({ message: 'expected an object', field: '' });
    const unknown = Object.keys(params).find(name => !Object.hasOwn(rows, name));
    if (unknown !== undefined)
      return err({ message: `unknown field; expected one of ${names.join(', ')}`, field: unknown });
    const complete: Values<R> = { ...defaults, ...params };
    const problem = firstObjection(rows, complete) ?? breach(complete);
    return problem === null ? ok(complete) : err(problem);
  };
  const parse = (params: unknown): Values<R> => {
    const checked = check(params);
    if (checked.ok) return checked.value;
    throw new Error(`${checked.error.field}: ${checked.error.message}`);
  };
  return { schema: { check, parse }, fields: names.map(name => fieldOf(name, rows[name])) };
}

function firstObjection(rows: Rows, params: Readonly<Record<string, unknown>>): FieldError | null {
  for (const [field, row] of Object.entries(rows)) {
    const message = row.objectionTo(params[field]);
    if (message !== null) return { message, field };
  }
  return null;
}

function fieldOf(name: string, row: ParamRow<ParamValue>): ParamField {
  const { default: _, objectionTo: __, ...field } = row;
  return { name, ...field };
}
