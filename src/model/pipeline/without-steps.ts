/** A scenario without some of its steps: what goes wrong without a step shows what it is for. */
import type { Role, Scenario, Step } from '../../trace/scenario.ts';

type Choice = (step: Step, role: Role) => boolean;

/** At any depth of loops. */
export const without = (scenario: Scenario, leftOut: Choice): Scenario => ({
  ...scenario,
  roles: scenario.roles.map(role => ({ ...role, steps: kept(role.steps, role, leftOut) })),
});

const kept = (steps: readonly Step[], role: Role, leftOut: Choice): Step[] =>
  steps
    .filter(step => !leftOut(step, role))
    .map(step => (step.do === 'loop' ? { ...step, steps: kept(step.steps, role, leftOut) } : step));
