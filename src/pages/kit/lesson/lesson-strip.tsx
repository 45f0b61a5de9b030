/** The strip of a lesson over any page: one sentence, back, next, and a dot for each step. Its height is the same in every step. */
import { ArrowLeft, ArrowRight, Shuffle, X } from 'lucide-react';
import { MOST_SEED } from '../../../lessons/draw.ts';
import { LESSONS } from '../../../lessons/index.ts';
import { type LessonPlace, stepAddress, stepKey } from '../../../lessons/step-address.ts';
import { Terms } from '../../../panels/terms/terms.tsx';
import { useHotkeys } from '../../../panels/use-hotkeys.ts';
import { pageAddress, useAddress } from '../../../services/address.ts';
import { useLessons } from '../../../state/lessons-store.ts';
import { hashOf, type PagePlace } from '../../../state/page-address.ts';
import { LessonNotes } from './lesson-notes.tsx';
import { LessonSlotPlace } from './lesson-slot.tsx';
import css from './lesson-strip.module.css';
import { useLesson } from './use-lesson.ts';

export function LessonStrip() {
  const place = useLesson();
  return place && <Strip place={place} />;
}

const COURSE: PagePlace = { path: '/learn', search: {} };

function Strip({ place }: { readonly place: LessonPlace }) {
  const { lesson, steps, at, seed } = place;
  const number = LESSONS.indexOf(lesson) + 1;
  const { embed, parent } = useAddress().search;
  const isEmbedded = embed === '1';
  const stepOf = (nth: number, draw = seed) => framed(stepAddress({ ...place, seed: draw }, nth), { embed, parent });
  const back = at > 0 ? stepOf(at - 1) : isEmbedded ? stepOf(at) : COURSE;
  const next = at + 1 < steps.length ? stepOf(at + 1) : isEmbedded ? stepOf(at) : COURSE;
  const result = useLessons(state => state.results[stepKey(place)]);
  const isDone = result !== undefined || steps[at].ask === undefined;
  useHotkeys({ pageup: () => pageAddress().go(back), pagedown: () => pageAddress().go(next) });
  return (
    <section className={css.strip} aria-label="Lesson">
      <div className={css.words}>
        <div className={css.place}>
          <p className={css.where}>
            <span className="ellipsis">
              Lesson {number} · {lesson.title}
            </span>{' '}
            <span>
              · step {at + 1} of {steps.length}
            </span>
          </p>
          <LessonSlotPlace className={css.slot} />
        </div>
        <p className={css.say} aria-live="polite">
          <Terms text={steps[at].say} />
        </p>
      </div>
      <Dots place={place} addressOf={stepOf} />
      <Buttons
        place={place}
        back={back}
        next={next}
        isDone={isDone}
        isEmbedded={isEmbedded}
        other={stepOf(at, (seed + 1) % (MOST_SEED + 1))}
      />
    </section>
  );
}

interface ButtonsProps {
  readonly place: LessonPlace;
  readonly back: PagePlace;
  readonly next: PagePlace;
  /** The same step with other numbers. */
  readonly other: PagePlace;
  readonly isDone: boolean;
  readonly isEmbedded: boolean;
}

/** `data-name`: what stands below the icon where there is no room beside it. */
function Buttons({ place, back, next, other, isDone, isEmbedded }: ButtonsProps) {
  const onward = place.at + 1 < place.steps.length ? 'Next' : 'Done';
  return (
    <div className={`row ${css.buttons}`}>
      {!isEmbedded && <LessonNotes place={place} className={`button square ${css.other}`} />}
      <a
        className={`button square ${css.other}`}
        href={hashOf(other)}
        aria-label="Other numbers"
        title="The same lesson with other numbers"
      >
        <Shuffle size={16} strokeWidth={1.75} aria-hidden />
      </a>
      <a className="button" href={hashOf(back)} aria-keyshortcuts="PageUp" aria-label="Back" data-name="Back">
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden /> <span>Back</span>
      </a>
      <a
        className={`button ${isDone ? 'primary' : ''}`}
        href={hashOf(next)}
        aria-keyshortcuts="PageDown"
        aria-label={onward}
        data-name={onward}
      >
        <span>{onward}</span> <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
      </a>
      {!isEmbedded && (
        <a
          className="button square"
          href={hashOf(COURSE)}
          aria-label="Leave the lesson"
          title="Leave the lesson"
          data-name="Leave"
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </a>
      )}
    </div>
  );
}

interface DotsProps {
  readonly place: LessonPlace;
  readonly addressOf: (step: number) => PagePlace;
}

/** In somebody's frame, the next step stays in it. */
const framed = ({ path, search }: PagePlace, words: Readonly<Record<string, string | undefined>>): PagePlace => ({
  path,
  search: Object.entries(words).reduce(
    (all, [name, word]) => (word === undefined ? all : { ...all, [name]: word }),
    search,
  ),
});

function Dots({ place, addressOf }: DotsProps) {
  const results = useLessons(state => state.results);
  return (
    <ol className={css.dots} aria-label="Steps">
      {place.steps.map((step, at) => {
        const result = results[stepKey({ ...place, at })];
        const how = result === undefined ? 'open' : result.isRight && !result.isShown ? 'right' : 'seen';
        return (
          <li key={stepKey({ ...place, at })}>
            <a
              href={hashOf(addressOf(at))}
              data-state={how}
              aria-current={at === place.at ? 'step' : undefined}
              title={step.say}
            >
              <span className="visually-hidden">
                Step {at + 1}: {step.say}
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}
