/** A question whose answer is worked out, not written down: what may be chosen, what is right, and what is behind a wrong choice. */
import type { Belief } from './beliefs.ts';

export interface Choice {
  /** Text of the button: '32', 'pitch 33'. */
  readonly label: string;
  /** The mistaken idea that leads to this choice; null = the choice is right. */
  readonly belief: Belief | null;
  /** Why this choice is wrong; '' if it is right. */
  readonly why: string;
}

/** Question to which one of several answers is chosen; more than one may be right. */
export interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly ask: string;
  readonly choices: readonly Choice[];
  /** The reason of the right answer, with its numbers. */
  readonly because: string;
}

/** A set of the 32 lanes or banks. */
export interface PickQuestion {
  readonly kind: 'pick';
  readonly ask: string;
  readonly unit: 'lane' | 'bank';
  /** Ascending. */
  readonly answer: readonly number[];
  /** Sets that mistaken ideas lead to, each ascending and none of them right. */
  readonly mistakes: readonly { readonly picked: readonly number[]; readonly belief: Belief; readonly why: string }[];
  readonly because: string;
}

export type AskedQuestion = ChoiceQuestion | PickQuestion;

/** For a choice, only its index; for a pick, every number that was picked, ascending. */
export type Guess = readonly number[];

export interface Grade {
  readonly isRight: boolean;
  /**
   * For a pick: how many of the right ones were found, how many right ones there are, and how many picked ones are
   * wrong.
   */
  readonly found: { readonly right: number; readonly of: number; readonly extra: number } | null;
  /** Why the guess is wrong; '' if it is right, or if no known idea leads to it. */
  readonly why: string;
}

export function gradeOf(question: AskedQuestion, guess: Guess): Grade {
  if (question.kind === 'choice') {
    const choice = question.choices[guess[0]];
    return { isRight: choice !== undefined && choice.belief === null, found: null, why: choice?.why ?? '' };
  }
  const { answer, mistakes } = question;
  const right = guess.filter(each => answer.includes(each)).length;
  const mistake = mistakes.find(({ picked }) => isSame(picked, guess));
  return {
    isRight: isSame(answer, guess),
    found: { right, of: answer.length, extra: guess.length - right },
    why: mistake?.why ?? '',
  };
}

/** The answer that 'Show me' shows: the first one, if several choices are right. */
export const rightGuess = (question: AskedQuestion): Guess =>
  question.kind === 'choice' ? [question.choices.findIndex(({ belief }) => belief === null)] : question.answer;

const isSame = (a: Guess, b: Guess): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

/** The answer in words: '32', 'lanes 0, 8, 16 and 24'. */
export function answerWords(question: AskedQuestion): string {
  if (question.kind === 'choice')
    return question.choices.flatMap(({ label, belief }) => (belief === null ? label : [])).join(' or ');
  return guessWords(question, question.answer);
}

const MOST_NAMED = 8;

export function guessWords(question: AskedQuestion, guess: Guess): string {
  if (question.kind === 'choice') return question.choices[guess[0]]?.label ?? 'nothing';
  const { unit } = question;
  if (guess.length === 0) return `no ${unit}`;
  if (guess.length === 1) return `${unit} ${guess[0]}`;
  if (guess.length === 32) return `all 32 ${unit}s`;
  if (guess.length > MOST_NAMED) return `${guess.length} ${unit}s`;
  return `${unit}s ${guess.slice(0, -1).join(', ')} and ${guess.at(-1)}`;
}
