/** Whether a run solves a task: the output is what the document expects, and no wavefront is lost to a conflict. Pure. */
import { outputChecks } from './output-checks.ts';
import type { RunResult } from './run.ts';
import { totalsOf } from './run-totals.ts';

export interface TaskStanding {
  readonly isRight: boolean;
  /** Wavefronts beyond the least. */
  readonly lost: number;
}

export function taskStanding(result: RunResult): TaskStanding {
  const checks = outputChecks(result);
  const isRight = checks.length > 0 && checks.every(({ checked }) => checked.ok && checked.value.wrong === 0);
  return { isRight: isRight && result.inspection.emulation.ok, lost: totalsOf(result.inspection).excessWavefronts };
}
