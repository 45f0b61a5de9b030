/** Whether the outputs of a run are what its document expects of them, worked out once. */

import type { FieldError } from '../../base/field-error.ts';
import type { Result } from '../../base/result.ts';
import { entryOf } from '../../ptx/outline/entry-fit.ts';
import { readOutline } from '../../services/emulator/outline-job.ts';
import { type BufferCheck, type BufferView, buffersOf, checkOf } from './results/buffer-list.ts';
import type { RunResult } from './run.ts';

interface OutputCheck {
  readonly buffer: BufferView;
  readonly checked: Result<BufferCheck, FieldError>;
}

const known = new WeakMap<RunResult, readonly OutputCheck[]>();

/** Checks of all buffers with an expectation, in the order of the launch. */
export function outputChecks(result: RunResult): readonly OutputCheck[] {
  const checks = known.get(result) ?? allChecks(result);
  known.set(result, checks);
  return checks;
}

function allChecks(result: RunResult): readonly OutputCheck[] {
  const { inspection, document } = result;
  if (document.expectations.length === 0) return [];
  const names = parameterNames(result);
  return buffersOf(inspection.emulation.buffers, document).flatMap(buffer => {
    const checked = checkOf(buffer, document, names);
    return checked === null ? [] : [{ buffer, checked }];
  });
}

/** Names of parameters as the formulas of expectations use them. */
export function parameterNames({ ptx, document }: RunResult): readonly string[] {
  const cuda = document.source.language === 'cuda' ? document.source.text : '';
  const { entry: kernel } = document.launch;
  const outline = readOutline({ ptx, cuda, kernel });
  if (!outline.ok) return [];
  const called = entryOf(outline.value, kernel) ?? outline.value.entries[0];
  return called?.params.map(({ name }) => name) ?? [];
}
