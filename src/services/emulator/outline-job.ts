/** A module's outline from its text, on whichever thread. */
import { ok, type Result } from '../../base/result.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import { outlineOf } from '../../ptx/outline/outline.ts';
import type { JobFailure } from './job-failure.ts';
import { wholeModuleOf } from './kept-modules.ts';

/** `cuda`: the source that the PTX was made from, for the names of its parameters; '' where it is not at hand. */
export function readOutline(ptx: string, cuda: string): Result<ModuleOutline, JobFailure> {
  const module = wholeModuleOf(ptx);
  return module.ok ? ok(outlineOf(module.value, cuda)) : module;
}
