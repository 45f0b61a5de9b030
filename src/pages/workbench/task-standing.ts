/** Whether a run solves a task: the output is what the document expects, and nothing is found any more. Pure. */
import { outputChecks } from './output-checks.ts';
import type { RunResult } from './run.ts';
import { totalsOf } from './run-totals.ts';

export interface TaskStanding {
  readonly isRight: boolean;
  /** Wavefronts beyond the least. */
  readonly lost: number;
  /** Faults, hazards and costs. */
  readonly findings: number;
}

export function taskStanding(result: RunResult): TaskStanding {
  const checks = outputChecks(result);
  const isRight = checks.length > 0 && checks.every(({ checked }) => checked.ok && checked.value.wrong === 0);
  const { emulation, findings } = result.inspection;
  return {
    isRight: isRight && emulation.ok,
    lost: totalsOf(result.inspection).excessWavefronts,
    findings: findings.length,
  };
}
