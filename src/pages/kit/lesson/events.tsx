/** Events to put into order: each press gives the next place, a second press takes it back. */
import type { OrderQuestion } from '../../../model/questions/question.ts';
import { type AnswersProps, stateOf } from './answer-props.ts';
import css from './question-card.module.css';

export function Events({ question: { ask, events, answer }, guess, isOpen, onGuess }: AnswersProps<OrderQuestion>) {
  const toggle = (event: number): void =>
    onGuess(guess.includes(event) ? guess.filter(each => each !== event) : [...guess, event]);
  return (
    <fieldset className={css.events} disabled={!isOpen}>
      <legend className="caption">{isOpen ? 'Press them one after the other, the first event first.' : ask}</legend>
      {events.map((name, event) => {
        const place = guess.indexOf(event);
        const right = answer.indexOf(event);
        return (
          <button
            key={name}
            type="button"
            className={css.event}
            aria-pressed={place >= 0}
            data-state={isOpen ? undefined : stateOf(place === right, place >= 0)}
            onClick={() => toggle(event)}
          >
            <span className={css.place}>{place >= 0 ? place + 1 : ''}</span>
            <span>
              {name}
              {!isOpen && place !== right && <strong> is number {right + 1}</strong>}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
