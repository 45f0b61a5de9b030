/** Why the algebra refuses: what is wrong, in which mode, and which values are allowed. */
import { err, type Result } from '../../base/result.ts';

export interface LayoutError {
  /**
   * 'notation': the text is not in CuTe's notation. 'profile': ranks or nestings do not fit each other. 'inadmissible':
   * the function is not defined here; CuTe states the conditions. 'range': a number is beyond 2^53 and so not exact.
   */
  readonly code: 'notation' | 'profile' | 'inadmissible' | 'range';
  /** Path to the wrong mode in the second argument: [1, 0] is mode 0 of mode 1. Empty if it is not one single mode. */
  readonly mode: readonly number[];
  readonly message: string;
}

export type Refusable<T> = Result<T, LayoutError>;

export const refuse = (code: LayoutError['code'], message: string): Result<never, LayoutError> =>
  err({ code, mode: [], message });

/** The same error, with its path extended by the mode of the tuple around it. */
export const within = (mode: number, error: LayoutError): Result<never, LayoutError> =>
  err({ ...error, mode: [mode, ...error.mode] });

export const errorText = ({ mode, message }: LayoutError): string =>
  mode.length === 0 ? message : `mode ${mode.join('.')}: ${message}`;

/** All values, or the first error with the number of its mode. */
export function allModes<T>(results: readonly Refusable<T>[]): Refusable<readonly T[]> {
  const values: T[] = [];
  for (const [mode, result] of results.entries()) {
    if (!result.ok) return within(mode, result.error);
    values.push(result.value);
  }
  return { ok: true, value: values };
}
