/** Turns the first issue of a zod error into one sentence and the path of the wrong field. */
import type { FieldError } from '../base/field-error.ts';
import type { z } from './schema.ts';

/** Writes a path as JavaScript would: `params[2].value`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else text += text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}

/** An unknown key is reported at the key itself: that is the place to mend. */
export function fieldErrorOf(error: z.core.$ZodError): FieldError {
  const issue = error.issues[0];
  if (issue.code !== 'unrecognized_keys') return { message: issue.message, field: fieldPath(issue.path) };
  return { message: 'unknown field', field: fieldPath([...issue.path, issue.keys[0]]) };
}
