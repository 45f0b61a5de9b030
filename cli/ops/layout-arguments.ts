/** Reads the arguments of a layout function from JSON. */
import { ok, type Result } from '../../src/base/result.ts';
import { type ComposedLayout, isComposed, parseComposed } from '../../src/model/layout/composed-layout.ts';
import type { Coordinate } from '../../src/model/layout/coordinate.ts';
import type { IntTuple } from '../../src/model/layout/int-tuple.ts';
import type { Layout } from '../../src/model/layout/layout.ts';
import { errorText, type Refusable } from '../../src/model/layout/layout-error.ts';
import { parseCoordinate, parseIntTuple, parseLayout } from '../../src/model/layout/notation.ts';
import type { Tiler } from '../../src/model/layout/tiler.ts';
import { type RequestError, refused, wrongField } from './op.ts';

/** Reads one argument; `field` is its place in the request. */
export type ArgumentReader<T> = (value: unknown, field: string) => Result<T, RequestError>;

/** A real tiler is not nested deeper, and deeper nesting would exhaust the stack. */
const MAX_DEPTH = 64;

export function checked<T>(result: Refusable<T>, field: string | null): Result<T, RequestError> {
  return result.ok ? result : refused(result.error.code, field, errorText(result.error));
}

/** Reads text in CuTe's notation; an integer may also be given as a number. */
const fromText =
  <T>(parse: (text: string) => Refusable<T>, what: string): ArgumentReader<T> =>
  (value, field) => {
    const isNumber = typeof value === 'number' && Number.isInteger(value);
    if (typeof value !== 'string' && !isNumber) return wrongField(field, value, what);
    return checked(parse(`${value}`), field);
  };

export const layout: ArgumentReader<Layout> = fromText(parseLayout, 'a layout like "(4,(2,2)):(1,(4,8))"');

/** A layout, or one behind a swizzle: `Sw<3,4,3> o 0 o (8,64):(64,1)`. */
export interface PlacedLayout {
  readonly layout: Layout;
  readonly composed: ComposedLayout | null;
}

export const placed: ArgumentReader<PlacedLayout> = (value, field) => {
  if (typeof value !== 'string' || !isComposed(value)) {
    const plain = layout(value, field);
    return plain.ok ? ok({ layout: plain.value, composed: null }) : plain;
  }
  const composed = checked(parseComposed(value), field);
  return composed.ok ? ok({ layout: composed.value.layout, composed: composed.value }) : composed;
};

export const integer: ArgumentReader<number> = (value, field) =>
  Number.isSafeInteger(value) ? ok(value as number) : wrongField(field, value, 'a whole number below 2^53');

export const tuple: ArgumentReader<IntTuple> = fromText(parseIntTuple, 'an int tuple like "(4,(2,2))"');
export const coordinate: ArgumentReader<Coordinate> = fromText(parseCoordinate, 'a coordinate like "(1,(0,_))"');

export const name =
  <const T extends string>(...choices: readonly T[]): ArgumentReader<T> =>
  (value, field) => {
    const found = choices.find(choice => choice === value);
    return found === undefined ? wrongField(field, value, choices.join(' or ')) : ok(found);
  };

export const optional =
  <T>(argument: ArgumentReader<T>): ArgumentReader<T | undefined> =>
  (value, field) =>
    value === undefined || value === null ? ok(undefined) : argument(value, field);

export const listOf =
  <T>(argument: ArgumentReader<T>): ArgumentReader<readonly T[]> =>
  (value, field) => {
    if (!Array.isArray(value)) return wrongField(field, value, 'a list');
    const entries: T[] = [];
    for (const [i, entry] of value.entries()) {
      const read = argument(entry, `${field}[${i}]`);
      if (!read.ok) return read;
      entries.push(read.value);
    }
    return ok(entries);
  };

/** A layout. In a list for the modes, an entry may also be an integer, null or another list. */
export const tiler: ArgumentReader<Tiler> = (value, field) => tilerWithin(value, field, 0);

function tilerWithin(value: unknown, field: string, depth: number): Result<Tiler, RequestError> {
  if (value === null || value === '_') return ok(null);
  if (typeof value === 'number' && Number.isInteger(value))
    return value >= 1 ? ok(value) : wrongField(field, value, 'a length of at least 1');
  if (!Array.isArray(value)) return layout(value, field);
  if (depth === MAX_DEPTH) return refused('notation', null, `${field.slice(0, 20)}…: nested deeper than ${MAX_DEPTH}`);
  return listOf((entry, at) => tilerWithin(entry, at, depth + 1))(value, field);
}
