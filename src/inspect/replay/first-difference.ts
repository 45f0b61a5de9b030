/** The first difference between a compiled kernel and a scenario that was written for it. */
import { unrolled } from '../../model/pipeline/steps.ts';
import type { Scenario } from '../../trace/scenario.ts';
import { roleStory } from './role-story.ts';

export interface FirstDifference {
  readonly role: string;
  /** Number of equal events before the difference. */
  readonly eventsAlike: number;
  /** Next event of each; null if it has ended. */
  readonly kernel: string | null;
  readonly scenario: string | null;
}

/**
 * The difference of the first role, in the scenario's order, that has one. Null if all roles do the same, event by
 * event; roles that do nothing are ignored.
 */
export function firstDifference(kernel: Scenario, scenario: Scenario): FirstDifference | null {
  const names = new Set([...scenario.roles, ...kernel.roles].map(({ name }) => name));
  for (const role of names) {
    const [ours, theirs] = [storyIn(kernel, role), storyIn(scenario, role)];
    for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
      if (ours[i] !== theirs[i]) return { role, eventsAlike: i, kernel: ours[i] ?? null, scenario: theirs[i] ?? null };
    }
  }
  return null;
}

function storyIn({ roles, barriers }: Scenario, name: string): string[] {
  const role = roles.find(each => each.name === name);
  // Exponentials are instructions in a kernel.
  return role
    ? roleStory({ ...role, steps: [...unrolled(role.steps)].filter(step => step.do !== 'exp') }, barriers)
    : [];
}
