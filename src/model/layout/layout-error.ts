/** Why the algebra refuses: what is wrong, in which mode, and what would do. */
import { err, type Result } from '../../base/result.ts';

export interface LayoutError {
  /**
   * 'notation': a text that is no CuTe notation. 'profile': ranks or nestings that do not fit each other. 'inadmissible': the
   * function is not defined here, as CuTe states its conditions. 'range': a number beyond what is exact here, 2^53.
   */
  readonly code: 'notation' | 'profile' | 'inadmissible' | 'range';
  /** Path to the mode at fault in the second argument: [1, 0] is mode 0 of mode 1. Empty: no single one. */
  readonly mode: readonly number[];
  readonly message: string;
}

export type Refusable<T> = Result<T, LayoutError>;

export const refuse = (code: LayoutError['code'], message: string): Result<never, LayoutError> =>
  err({ code, mode: [], message });

/** The same error, seen from the tuple whose mode number `mode` it was met in. */
export const within = (mode: number, error: LayoutError): Result<never, LayoutError> =>
  err({ ...error, mode: [mode, ...error.mode] });

export const errorText = ({ mode, message }: LayoutError): string =>
  mode.length === 0 ? message : `mode ${mode.join('.')}: ${message}`;

/** Every result's value, or the first error with the number of its mode. */
export function allModes<T>(results: readonly Refusable<T>[]): Refusable<readonly T[]> {
  const values: T[] = [];
  for (const [mode, result] of results.entries()) {
    if (!result.ok) return within(mode, result.error);
    values.push(result.value);
  }
  return { ok: true, value: values };
}
