/**
 * Answers of every kind: a choice, a line of code, a set of lanes, banks or cells, an order of events. After the guess,
 * they show what was right.
 */
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type {
  AskedQuestion,
  ChoiceQuestion,
  Guess,
  LineQuestion,
  PickQuestion,
} from '../../../model/questions/question.ts';
import { movedInCells } from '../../../panels/kit/roving.ts';
import { type AnswersProps, stateOf } from './answer-props.ts';
import { Events } from './events.tsx';
import css from './question-card.module.css';

export function Answers({ question, ...props }: AnswersProps<AskedQuestion>) {
  if (question.kind === 'pick') return <Picks question={question} {...props} />;
  if (question.kind === 'order') return <Events question={question} {...props} />;
  return <Choices question={question} {...props} />;
}

/** Longer labels than numbers stand one below the other. */
const isLong = ({ choices }: ChoiceQuestion | LineQuestion): boolean => choices.some(({ label }) => label.length > 4);

/** Two lines of a program may be alike. */
const keyOf = (question: ChoiceQuestion | LineQuestion, at: number): string =>
  question.kind === 'line' ? `${question.firstLine + at}` : question.choices[at].label;

function Choices({ question, guess, isOpen, onGuess }: AnswersProps<ChoiceQuestion | LineQuestion>) {
  const isCode = question.kind === 'line';
  return (
    <div
      role="radiogroup"
      aria-label={question.ask}
      className={css.choices}
      data-long={isLong(question) || undefined}
      data-code={isCode || undefined}
    >
      {question.choices.map(({ label, belief }, at) => {
        const isChosen = guess[0] === at;
        // The whole program is then in the editor: the card keeps what was guessed and what is right.
        if (isCode && !isOpen && !isChosen && belief !== null) return null;
        return (
          <label
            key={keyOf(question, at)}
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
            {isCode && <span className={css.lineNumber}>{question.firstLine + at}</span>}
            {label}
            {!isOpen && <Sign isRight={belief === null} isChosen={isChosen} />}
          </label>
        );
      })}
    </div>
  );
}

const Sign = ({ isRight, isChosen }: { readonly isRight: boolean; readonly isChosen: boolean }) =>
  isRight ? (
    <Check className={css.sign} size={14} strokeWidth={2.5} aria-label="right" />
  ) : (
    isChosen && <X className={css.sign} size={14} strokeWidth={2.5} aria-label="wrong" />
  );

/** Arrow keys go from one to the next, so that Tab comes to them once and then to what follows. */
function Picks({ question: { ask, unit, grid, answer }, guess, isOpen, onGuess }: AnswersProps<PickQuestion>) {
  const [at, setAt] = useState(0);
  const numbers = Array.from({ length: grid ? grid.rows * grid.columns : 32 }, (_, number) => number);
  const columns = grid?.columns ?? 8;
  const toggled = (number: number): Guess =>
    guess.includes(number) ? guess.filter(each => each !== number) : [...guess, number].sort((a, b) => a - b);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const next = movedInCells(event.key, at, numbers.length, columns);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <fieldset
      className={css.picks}
      disabled={!isOpen}
      data-cells={grid ? true : undefined}
      data-own-moves
      onKeyDown={move}
    >
      <legend className="visually-hidden">{ask} Arrow keys move, Space picks.</legend>
      {numbers.map(number => (
        <button
          key={number}
          type="button"
          className={css.pick}
          aria-label={grid ? `row ${Math.floor(number / columns)}, place ${number % columns}` : `${unit} ${number}`}
          aria-pressed={guess.includes(number)}
          tabIndex={number === at ? 0 : -1}
          data-state={isOpen ? undefined : stateOf(answer.includes(number), guess.includes(number))}
          onFocus={() => setAt(number)}
          onClick={() => onGuess(toggled(number))}
        >
          {grid ? number % columns : number}
        </button>
      ))}
    </fieldset>
  );
}
