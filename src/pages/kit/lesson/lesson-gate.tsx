/**
 * A page in a step that asks: before the guess it is not drawn at all, so that nothing on it tells, but what is given is;
 * after the guess the page stands below the answer.
 */
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { Given } from '../../../lessons/givens.ts';
import type { Ask } from '../../../lessons/lesson.ts';
import { stepKey } from '../../../lessons/step-address.ts';
import { fasterQuestion } from '../../../model/questions/faster-question.ts';
import type { AskedQuestion } from '../../../model/questions/question.ts';
import { useRecordings } from '../../../services/recordings/use-measurements.ts';
import { useLessons } from '../../../state/lessons-store.ts';
import { GivenPicture } from './given-picture.tsx';
import css from './lesson-gate.module.css';
import { QuestionCard } from './question-card.tsx';
import { useLesson } from './use-lesson.ts';

export function LessonGate({ children }: { readonly children: ReactNode }) {
  const place = useLesson();
  if (place === null) return children;
  const { ask, given = null } = place.steps[place.at];
  const names = {
    questionKey: `${stepKey(place)}.${place.seed}`,
    stepKey: stepKey(place),
    title: place.lesson.title,
    given,
  };
  if (ask?.kind === 'own') return <Gate question={ask.question} {...names} page={children} />;
  if (ask?.kind === 'recorded') return <RecordedGate ask={ask} {...names} page={children} />;
  return children;
}

interface GateProps {
  readonly questionKey: string;
  readonly stepKey: string;
  /** Of the lesson: the page's own heading comes with the page. */
  readonly title: string;
  readonly given: Given | null;
  readonly page: ReactNode;
}

function RecordedGate({ ask, ...props }: GateProps & { readonly ask: Extract<Ask, { kind: 'recorded' }> }) {
  const { data, isPending } = useRecordings(ask.kernel);
  const records = data?.records;
  const question = useMemo(() => records && fasterQuestion(ask.spec, records), [records, ask]);
  if (question) return <Gate question={question} {...props} />;
  return (
    <p className={css.curtain}>
      {isPending ? 'Fetching the recorded runs …' : 'These runs are not among the recordings: there is nothing to ask.'}
    </p>
  );
}

function Gate({ question, title, given, page, ...names }: GateProps & { readonly question: AskedQuestion }) {
  const isTold = useLessons(({ committed }) => committed[names.questionKey] !== undefined);
  // The card answers at once; the page is drawn in pieces, between which the browser hears keys and clicks.
  const isDrawn = useDeferredValue(isTold, false) && isTold;
  return (
    <div className={css.gate}>
      {!isDrawn && <h1 className="visually-hidden">{title}</h1>}
      <aside className={`pane ${css.side}`} aria-label="Question of the lesson" data-told={isTold || undefined}>
        <QuestionCard question={question} {...names} />
      </aside>
      {isDrawn ? <div className={`pane ${css.page}`}>{page}</div> : given && <GivenPicture given={given} />}
    </div>
  );
}
