/** What an operation of `lanescape eval` is, and how it reads the fields of a request. */
import { err, ok, type Result } from '../../src/base/result.ts';

export interface RequestError {
  /** Stable, for programs: 'badJson', 'unknownOp', 'missingField', 'misaligned', … */
  readonly code: string;
  /** One sentence: what is wrong and what was expected. */
  readonly message: string;
  /** The wrong field ('addresses[5]'); null if the whole line is wrong. */
  readonly field: string | null;
}

export type JsonObject = Readonly<Record<string, unknown>>;
export type OpAnswer = Result<object, RequestError>;

export interface Op {
  readonly name: string;
  /** Every key that a request may have, besides 'op'. */
  readonly keys: readonly string[];
  /** The request has no other keys; the operation must check their values. */
  answer(request: JsonObject): OpAnswer;
}

export const refused = (code: string, field: string | null, message: string): Result<never, RequestError> =>
  err({ code, message, field });

/** A field that must be one of some strings. */
export function oneOf<const T extends string>(
  request: JsonObject,
  field: string,
  choices: readonly T[],
): Result<T, RequestError> {
  const value = request[field];
  const found = choices.find(choice => choice === value);
  if (found !== undefined) return ok(found);
  return wrongField(field, value, `one of ${choices.map(choice => `"${choice}"`).join(', ')}`);
}

/** The error for a value that is missing or not what it should be. */
export function wrongField(field: string, value: unknown, expected: string): Result<never, RequestError> {
  if (value === undefined) return refused('missingField', field, `${field} is missing; expected ${expected}`);
  return refused('wrongValue', field, `${field}: expected ${expected}, got ${described(value)}`);
}

/** A JSON value as a short text. Lists and objects are only named by kind, since they may be nested without limit. */
export function described(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
