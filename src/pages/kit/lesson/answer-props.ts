/** What every kind of answer gets, and how it looks once the guess is committed. */
import type { AskedQuestion, Guess } from '../../../model/questions/question.ts';

export interface AnswersProps<Q extends AskedQuestion> {
  readonly question: Q;
  readonly guess: Guess;
  readonly isOpen: boolean;
  readonly onGuess: (guess: Guess) => void;
}

export const stateOf = (isRight: boolean, isChosen: boolean): string =>
  isRight ? 'right' : isChosen ? 'wrong' : 'other';
