/** A scenario without some of its steps. What goes wrong without a step shows why the step is needed. */
import type { Role, Scenario, Step } from '../../trace/scenario.ts';

type Choice = (step: Step, role: Role) => boolean;

/** Leaves steps out at any depth of loops. */
export const without = (scenario: Scenario, leftOut: Choice): Scenario => ({
  ...scenario,
  roles: scenario.roles.map(role => ({ ...role, steps: kept(role.steps, role, leftOut) })),
});

const kept = (steps: readonly Step[], role: Role, leftOut: Choice): Step[] =>
  steps
    .filter(step => !leftOut(step, role))
    .map(step => (step.do === 'loop' ? { ...step, steps: kept(step.steps, role, leftOut) } : step));
