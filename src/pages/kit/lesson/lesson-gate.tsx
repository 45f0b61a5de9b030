/** A page in a step that asks: before the guess it is not drawn at all, so that nothing on it tells; after it, the answer stands beside it. */
import { Lock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Ask } from '../../../lessons/lesson.ts';
import { stepKey } from '../../../lessons/step-address.ts';
import { fasterQuestion } from '../../../model/questions/faster-question.ts';
import type { AskedQuestion } from '../../../model/questions/question.ts';
import { useRecordings } from '../../../services/recordings/use-measurements.ts';
import { useLessons } from '../../../state/lessons-store.ts';
import css from './lesson-gate.module.css';
import { QuestionCard } from './question-card.tsx';
import { useLesson } from './use-lesson.ts';

export function LessonGate({ children }: { readonly children: ReactNode }) {
  const place = useLesson();
  const ask = place?.steps[place.at].ask;
  if (place === null) return children;
  const names = { questionKey: `${stepKey(place)}.${place.seed}`, stepKey: stepKey(place) };
  if (ask?.kind === 'own') return <Gate question={ask.question} {...names} page={children} />;
  if (ask?.kind === 'recorded') return <RecordedGate ask={ask} {...names} page={children} />;
  return children;
}

interface GateProps {
  readonly questionKey: string;
  readonly stepKey: string;
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

function Gate({ question, page, ...names }: GateProps & { readonly question: AskedQuestion }) {
  const isTold = useLessons(({ committed }) => committed[names.questionKey] !== undefined);
  return (
    <div className={css.gate}>
      <aside className={`pane ${css.side}`} aria-label="Question of the lesson" data-told={isTold || undefined}>
        <QuestionCard question={question} {...names} />
      </aside>
      <div className={`pane ${css.page}`}>
        {isTold ? (
          page
        ) : (
          <p className={css.curtain}>
            <Lock size={18} strokeWidth={1.75} aria-hidden /> The page behind this question comes after your guess.
          </p>
        )}
      </div>
    </div>
  );
}
