/** Chooses the warps of a trace file: a list, or one of each role in a CTA's pipeline. */
import { err, ok, type Result } from '../src/base/result.ts';
import { warpsOfRoles } from '../src/inspect/replay/role-warps.ts';
import { fullyLoaded } from '../src/ptx/index.ts';
import { ctasOf } from './counts.ts';
import type { PreparedLaunch } from './launch-run.ts';

/** Null for all. */
export function traceWarpsOf(
  text: string | undefined,
  { module, launch, options }: Pick<PreparedLaunch, 'module' | 'launch' | 'options'>,
): Result<ReadonlySet<number> | null, string> {
  if (text === undefined) return ok(null);
  if (text !== 'roles') {
    const listed = ctasOf(text);
    return listed.ok ? ok(new Set(listed.value)) : err(`--trace-warps ${text}: expected numbers and ranges, or roles`);
  }
  const { sharedBaseBytes, ctas } = options;
  const replayed = { cta: ctas?.[0] ?? 0, ...(sharedBaseBytes === undefined ? {} : { sharedBaseBytes }) };
  const warps = warpsOfRoles(fullyLoaded(module), launch, replayed);
  return warps === null ? err('--trace-warps roles: the events of the CTA tell no roles') : ok(new Set(warps));
}
