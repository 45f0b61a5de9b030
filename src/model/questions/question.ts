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

/** A set of the 32 lanes or banks, or of the cells of a tile. */
export interface PickQuestion {
  readonly kind: 'pick';
  readonly ask: string;
  readonly unit: 'lane' | 'bank' | 'cell';
  /** Size of the grid of cells, which count row by row from 0. */
  readonly grid?: { readonly rows: number; readonly columns: number };
  /** Ascending. */
  readonly answer: readonly number[];
  /** Sets that mistaken ideas lead to, each ascending and none of them right. */
  readonly mistakes: readonly { readonly picked: readonly number[]; readonly belief: Belief; readonly why: string }[];
  readonly because: string;
}

/** Events, to be put into the order in which they happen. */
export interface OrderQuestion {
  readonly kind: 'order';
  readonly ask: string;
  /** Events in the order in which they are shown. */
  readonly events: readonly string[];
  /** Their indexes in the order of time. */
  readonly answer: readonly number[];
  readonly mistakes: readonly { readonly given: readonly number[]; readonly belief: Belief; readonly why: string }[];
  readonly because: string;
}

/** Which line of a program is at fault. */
export interface LineQuestion {
  readonly kind: 'line';
  readonly ask: string;
  /** Number of the first line in the program's text, from 1; the others follow. */
  readonly firstLine: number;
  /** The label is the line's text. */
  readonly choices: readonly Choice[];
  readonly because: string;
}

export type AskedQuestion = ChoiceQuestion | PickQuestion | OrderQuestion | LineQuestion;

/** For a choice or a line, only its index; for a pick, every number that was picked, ascending; for events, their indexes in order. */
export type Guess = readonly number[];

export interface Grade {
  readonly isRight: boolean;
  /**
   * For a pick: how many of the right ones were found, how many right ones there are, and how many picked ones are
   * wrong. For events: how many are in their place.
   */
  readonly found: { readonly right: number; readonly of: number; readonly extra: number } | null;
  /** Why the guess is wrong; '' if it is right, or if no known idea leads to it. */
  readonly why: string;
}

export function gradeOf(question: AskedQuestion, guess: Guess): Grade {
  const { kind } = question;
  if (kind === 'choice' || kind === 'line') {
    const choice = question.choices[guess[0]];
    return { isRight: choice !== undefined && choice.belief === null, found: null, why: choice?.why ?? '' };
  }
  return kind === 'pick' ? pickGrade(question, guess) : orderGrade(question, guess);
}

function pickGrade({ answer, mistakes }: PickQuestion, guess: Guess): Grade {
  const right = guess.filter(each => answer.includes(each)).length;
  return {
    isRight: isSame(answer, guess),
    found: { right, of: answer.length, extra: guess.length - right },
    why: mistakes.find(({ picked }) => isSame(picked, guess))?.why ?? '',
  };
}

function orderGrade({ answer, mistakes }: OrderQuestion, guess: Guess): Grade {
  return {
    isRight: isSame(answer, guess),
    found: { right: guess.filter((event, at) => answer[at] === event).length, of: answer.length, extra: 0 },
    why: mistakes.find(({ given }) => isSame(given, guess))?.why ?? '',
  };
}

/** The answer that 'Show me' shows: the first one, if several choices are right. */
export function rightGuess(question: AskedQuestion): Guess {
  if (question.kind === 'pick' || question.kind === 'order') return question.answer;
  return [question.choices.findIndex(({ belief }) => belief === null)];
}

/** Whether a guess may be committed: events wait until all of them have a place. */
export const isWhole = (question: AskedQuestion, guess: Guess): boolean =>
  question.kind === 'order' ? guess.length === question.events.length : guess.length > 0;

const isSame = (a: Guess, b: Guess): boolean => a.length === b.length && a.every((each, i) => each === b[i]);

/** The answer in words: '32', 'lanes 0, 8, 16 and 24', 'line 21'. */
export function answerWords(question: AskedQuestion): string {
  if (question.kind === 'choice')
    return question.choices.flatMap(({ label, belief }) => (belief === null ? label : [])).join(' or ');
  return guessWords(question, rightGuess(question));
}

const MOST_NAMED = 8;

export function guessWords(question: AskedQuestion, guess: Guess): string {
  if (question.kind === 'choice') return question.choices[guess[0]]?.label ?? 'nothing';
  if (question.kind === 'line') return `line ${question.firstLine + guess[0]}`;
  if (question.kind === 'order') return guess.map(event => event + 1).join(', ');
  return pickWords(question, guess);
}

function pickWords({ unit, grid }: PickQuestion, guess: Guess): string {
  if (guess.length === 0) return `no ${unit}`;
  if (guess.length === 1) return `${unit} ${nameOf(grid, guess[0])}`;
  if (grid === undefined && guess.length === 32) return `all 32 ${unit}s`;
  if (guess.length > MOST_NAMED) return `${guess.length} ${unit}s`;
  const names = guess.map(each => nameOf(grid, each));
  return `${unit}s ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** '5', or of a grid 'row 2 place 5' in short: '2:5'. */
const nameOf = (grid: PickQuestion['grid'], number: number): string =>
  grid === undefined ? `${number}` : `${Math.floor(number / grid.columns)}:${number % grid.columns}`;
