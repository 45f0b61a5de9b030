/** A page in a step that asks: before the guess it is not drawn at all, so that nothing on it tells; after it, the answer stands beside it. */
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { stepKey } from '../../../lessons/step-address.ts';
import { useLessons } from '../../../state/lessons-store.ts';
import css from './lesson-gate.module.css';
import { QuestionCard } from './question-card.tsx';
import { useLesson } from './use-lesson.ts';

export function LessonGate({ children }: { readonly children: ReactNode }) {
  const place = useLesson();
  const key = place === null ? '' : `${stepKey(place)}.${place.seed}`;
  const isTold = useLessons(({ committed }) => committed[key] !== undefined);
  const ask = place?.steps[place.at].ask;
  if (place === null || ask?.kind !== 'own') return children;
  return (
    <div className={css.gate}>
      <aside className={`pane ${css.side}`} aria-label="Question of the lesson">
        <QuestionCard question={ask.question} questionKey={key} stepKey={stepKey(place)} />
      </aside>
      <div className={`pane ${css.page}`}>
        {isTold ? (
          children
        ) : (
          <p className={css.curtain}>
            <Lock size={18} strokeWidth={1.75} aria-hidden /> The page behind this question comes after your guess.
          </p>
        )}
      </div>
    </div>
  );
}
