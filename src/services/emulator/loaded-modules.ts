/** A text's module with the rows that it needs; the worker fetches those that not every kernel has. */
import { ok, type Result } from '../../base/result.ts';
import { type LoadedModule, loadOnDemand } from '../../ptx/launch/loaded-module.ts';
import type { Launch } from '../../trace/launch.ts';
import type { JobFailure } from './job-failure.ts';
import { moduleOf } from './kept-modules.ts';

export async function loadedModuleOf(ptx: string, launch: Launch): Promise<Result<LoadedModule, JobFailure>> {
  const parsed = moduleOf(ptx, launch);
  return parsed.ok ? ok(await loadOnDemand(parsed.value, launch)) : parsed;
}
