/** A question with one right answer, and the wrong ones that mistaken ideas lead to. */
import type { Belief } from './beliefs.ts';
import type { Choice, ChoiceQuestion } from './question.ts';

export type Idea<T extends string | number> = readonly [label: T, belief: Belief, why: string];

interface Asked<T extends string | number> {
  readonly ask: string;
  readonly right: T;
  /**
   * Mistaken ideas. If two give the same answer, the first one counts; an idea that gives the right answer is dropped.
   */
  readonly ideas: readonly Idea<T>[];
  readonly because: string;
}

/** Numbers rise, also in front of a unit; words stand in the order of the alphabet, so that no place gives the answer away. */
export function madeChoice<T extends string | number>({ ask, right, ideas, because }: Asked<T>): ChoiceQuestion {
  const wrong = new Map<T, Choice>();
  for (const [label, belief, why] of ideas)
    if (label !== right && !wrong.has(label)) wrong.set(label, { label: `${label}`, belief, why });
  const labels = [right, ...wrong.keys()].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : `${a}`.localeCompare(`${b}`, 'en', { numeric: true }),
  );
  const choices = labels.map(label => wrong.get(label) ?? { label: `${label}`, belief: null, why: '' });
  return { kind: 'choice', ask, choices, because };
}
