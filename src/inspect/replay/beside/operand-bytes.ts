/** How many bytes of shared memory products read, which events do not say: as those of a preset that read the same buffers. */
import { plainSteps } from '../../../model/pipeline/steps.ts';
import type { Scenario, Step } from '../../../trace/scenario.ts';

/** Buffers have the names of the preset by now. */
export function fedAs(kernel: Scenario, preset: Scenario): Scenario {
  const bytesPerFlop = new Map<string, number>();
  for (const { steps } of preset.roles)
    for (const step of plainSteps(steps))
      if (step.do === 'mma' && step.operandBytes !== undefined)
        bytesPerFlop.set(buffersOf(step), step.operandBytes / step.flop);
  if (bytesPerFlop.size === 0) return kernel;
  const fed = (step: Step): Step => {
    if (step.do === 'loop') return { ...step, steps: step.steps.map(fed) };
    const bytes = step.do === 'mma' ? bytesPerFlop.get(buffersOf(step)) : undefined;
    return step.do === 'mma' && bytes !== undefined ? { ...step, operandBytes: bytes * step.flop } : step;
  };
  return { ...kernel, roles: kernel.roles.map(role => ({ ...role, steps: role.steps.map(fed) })) };
}

const buffersOf = ({ reads }: Extract<Step, { do: 'mma' }>): string =>
  reads
    .map(({ buffer }) => buffer)
    .sort()
    .join(' ');
