/**
 * Answers to choose from: one of some choices, or a set of the 32 lanes or banks. After the guess, they show what was
 * right.
 */
import { Check, X } from 'lucide-react';
import type { AskedQuestion, ChoiceQuestion, Guess, PickQuestion } from '../../../model/questions/question.ts';
import css from './question-card.module.css';

interface AnswersProps<Q extends AskedQuestion> {
  readonly question: Q;
  readonly guess: Guess;
  readonly isOpen: boolean;
  readonly onGuess: (guess: Guess) => void;
}

export function Answers({ question, ...props }: AnswersProps<AskedQuestion>) {
  return question.kind === 'choice' ? (
    <Choices question={question} {...props} />
  ) : (
    <Picks question={question} {...props} />
  );
}

/** Longer labels than numbers stand one below the other. */
const isLong = ({ choices }: ChoiceQuestion): boolean => choices.some(({ label }) => label.length > 4);

function Choices({ question, guess, isOpen, onGuess }: AnswersProps<ChoiceQuestion>) {
  return (
    <div role="radiogroup" aria-label={question.ask} className={css.choices} data-long={isLong(question) || undefined}>
      {question.choices.map(({ label, belief }, at) => {
        const isChosen = guess[0] === at;
        return (
          <label
            key={label}
            className={css.choice}
            data-state={isOpen ? undefined : stateOf(belief === null, isChosen)}
          >
            <input
              type="radio"
              name={question.ask}
              className="visually-hidden"
              checked={isChosen}
              disabled={!isOpen}
              onChange={() => onGuess([at])}
            />
            {label}
            {!isOpen && <Sign isRight={belief === null} isChosen={isChosen} />}
          </label>
        );
      })}
    </div>
  );
}

const stateOf = (isRight: boolean, isChosen: boolean): string => (isRight ? 'right' : isChosen ? 'wrong' : 'other');

const Sign = ({ isRight, isChosen }: { readonly isRight: boolean; readonly isChosen: boolean }) =>
  isRight ? (
    <Check className={css.sign} size={14} strokeWidth={2.5} aria-label="right" />
  ) : (
    isChosen && <X className={css.sign} size={14} strokeWidth={2.5} aria-label="wrong" />
  );

const ALL = Array.from({ length: 32 }, (_, number) => number);

function Picks({ question: { ask, unit, answer }, guess, isOpen, onGuess }: AnswersProps<PickQuestion>) {
  const toggled = (number: number): Guess =>
    guess.includes(number) ? guess.filter(each => each !== number) : [...guess, number].sort((a, b) => a - b);
  return (
    <fieldset className={css.picks} disabled={!isOpen}>
      <legend className="visually-hidden">{ask}</legend>
      {ALL.map(number => (
        <button
          key={number}
          type="button"
          className={css.pick}
          aria-label={`${unit} ${number}`}
          aria-pressed={guess.includes(number)}
          data-state={isOpen ? undefined : stateOf(answer.includes(number), guess.includes(number))}
          onClick={() => onGuess(toggled(number))}
        >
          {number}
        </button>
      ))}
    </fieldset>
  );
}
