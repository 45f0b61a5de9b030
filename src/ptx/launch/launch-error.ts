/** Internal: bad input found deep in the set-up. It is thrown, and `prepare` returns it as a `LaunchError`. */
import type { Result } from '../../base/result.ts';
import type { LaunchError } from '../emulation.ts';

export class LaunchRefusal {
  readonly error: LaunchError;
  constructor(message: string, field: string) {
    this.error = { kind: 'launch', message, field };
  }
}

/** The value, or a refusal that names the field. */
export function taken<T>(result: Result<T, { readonly message: string; readonly field: string }>): T {
  if (result.ok) return result.value;
  throw new LaunchRefusal(result.error.message, result.error.field);
}
