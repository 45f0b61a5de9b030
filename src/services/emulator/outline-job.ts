/** A module's outline from its text, on whichever thread. */
import { ok, type Result } from '../../base/result.ts';
import type { ModuleOutline } from '../../ptx/outline/module-outline.ts';
import { outlineOf } from '../../ptx/outline/outline.ts';
import type { JobFailure } from './job-failure.ts';
import { kernelModuleOf, wholeModuleOf } from './kept-modules.ts';

/**
 * Most characters of a text that is parsed as a whole, which takes half a second. Of a longer text only one kernel is
 * parsed, and errors in others are not found.
 */
export const MOST_READ_WHOLE = 2 ** 21;

export interface OutlineQuestion {
  readonly ptx: string;
  /** The source that the PTX was made from, for the names of its parameters; '' where it is not at hand. */
  readonly cuda: string;
  /** The kernel to be read of a long text, as launches name it; the first where the text has none of that name. */
  readonly kernel: string | undefined;
}

export function readOutline({ ptx, cuda, kernel }: OutlineQuestion): Result<ModuleOutline, JobFailure> {
  const module = ptx.length <= MOST_READ_WHOLE ? wholeModuleOf(ptx) : kernelModuleOf(ptx, kernel);
  return module.ok ? ok(outlineOf(module.value, cuda)) : module;
}
