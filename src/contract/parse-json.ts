/** The text of a file that should be JSON of some schema. */

import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import { fieldErrorOf } from './field-error.ts';
import type { z } from './schema.ts';

export function parseJson<T>(schema: z.ZodMiniType<T>, text: string): Result<T, FieldError> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ message: 'no JSON: the file is cut off, or another', field: '' });
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(fieldErrorOf(parsed.error));
}
