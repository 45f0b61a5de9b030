/** 'Which padding makes the read free of conflicts?': every padding is tried on the model, several may be right. */

import type { Access } from '../../trace/access-trace.ts';
import { costOfAccess } from '../banks/wavefronts.ts';
import { becauseOf } from './access-facts.ts';
import type { Belief } from './beliefs.ts';
import type { Choice, ChoiceQuestion } from './question.ts';

interface PaddingSpec {
  readonly ask: string;
  /** Paddings [words]. */
  readonly offered: readonly number[];
  /** The read under a padding. */
  readonly accessAt: (padding: number) => Access;
}

const words = (padding: number): string => (padding === 1 ? '1 word' : `${padding} words`);

export function paddingQuestion({ ask, offered, accessAt }: PaddingSpec): ChoiceQuestion {
  const tried = offered.map(padding => ({ padding, cost: costOfAccess(accessAt(padding)) }));
  const choices = tried.map(({ padding, cost }): Choice => {
    if (cost.excess === 0) return { label: `${padding}`, belief: null, why: '' };
    const [belief, idea] = beliefOf(padding);
    return {
      label: `${padding}`,
      belief,
      why: `${idea} With ${words(padding)} the read takes ${cost.wavefronts} passes instead of ${cost.ideal}.`,
    };
  });
  const least = tried.find(({ cost }) => cost.excess === 0);
  const because = least ? `With ${words(least.padding)}: ${becauseOf(accessAt(least.padding), least.cost)}` : '';
  return { kind: 'choice', ask, choices, because };
}

function beliefOf(padding: number): [Belief, string] {
  if (padding === 0) return ['always-together', 'Without padding each row begins in the same bank.'];
  if (padding === 1)
    return ['always-one', 'One is right for elements of 4 bytes that are read one by one, not for every access.'];
  if (padding % 32 === 0) return ['more-padding', 'A whole line of padding leads back to the same bank.'];
  if ((padding & (padding - 1)) === 0) return ['round-pitch', 'A round number shares its factors with the 32 banks.'];
  return ['more-padding', 'More is not better: what counts is the remainder by the number of banks.'];
}

interface PlacesSpec {
  readonly ask: string;
  readonly offered: readonly {
    readonly label: string;
    readonly access: Access;
    readonly belief: Belief;
    readonly idea: string;
  }[];
}

/** 'Which pad where?' of a read of several dimensions: each is tried on the model. */
export function placesQuestion({ ask, offered }: PlacesSpec): ChoiceQuestion {
  const tried = offered.map(each => ({ ...each, cost: costOfAccess(each.access) }));
  const free = tried.filter(({ cost }) => cost.excess === 0);
  return {
    kind: 'choice',
    ask,
    choices: tried.map(({ label, cost, belief, idea }) =>
      cost.excess === 0
        ? { label, belief: null, why: '' }
        : { label, belief, why: `${idea} The read takes ${cost.wavefronts} passes instead of ${cost.ideal}.` },
    ),
    because: free.length > 0 ? `${free[0].label}: ${becauseOf(free[0].access, free[0].cost)}` : '',
  };
}
