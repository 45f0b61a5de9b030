/** 'In which order does this happen?': events with the times at which a model has them. */
import type { Belief } from './beliefs.ts';
import type { OrderQuestion } from './question.ts';

export interface TimedEvent {
  readonly name: string;
  readonly at: number;
}

interface OrderSpec {
  readonly ask: string;
  /** At least two, all at times of their own. */
  readonly events: readonly TimedEvent[];
  /** Orders that mistaken ideas lead to, by the names of their events. */
  readonly ideas: readonly (readonly [names: readonly string[], belief: Belief, why: string])[];
  readonly because: string;
}

/** Shown by the alphabet, so that no place gives the answer away. Throws where two events have one time: no order would be right. */
export function orderQuestion({ ask, events, ideas, because }: OrderSpec): OrderQuestion {
  const inTime = [...events].sort((a, b) => a.at - b.at);
  if (new Set(events.map(({ at }) => at)).size < events.length) throw new RangeError('two events at one time');
  const shown = events.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const indexes = (names: readonly string[]): number[] => names.map(name => shown.indexOf(name));
  const answer = indexes(inTime.map(({ name }) => name));
  const mistakes = ideas
    .map(([names, belief, why]) => ({ given: indexes(names), belief, why }))
    .filter(({ given }) => given.join() !== answer.join());
  return { kind: 'order', ask, events: shown, answer, mistakes, because };
}
