/** Next step once the answer is known: a change worth trying, the next question, or the page without questions. */
import { ArrowRight } from 'lucide-react';
import type { LessonStep } from '../../../lessons/lesson.ts';
import { pageAddress, useAddress } from '../../../services/address.ts';
import css from './quiz.module.css';

interface OnwardProps {
  readonly step: LessonStep | null;
  readonly onNext: () => void;
}

/** The same state, without questions. */
export function ToWholePage() {
  const { path, search } = useAddress();
  const { quiz: _, ...told } = search;
  return (
    <button type="button" className="button" onClick={() => pageAddress().go({ path, search: told })}>
      To the whole page
    </button>
  );
}

export function Onward({ step, onNext }: OnwardProps) {
  const { path, search } = useAddress();
  if (step === null) {
    return (
      <div className="row wrap">
        <button type="button" className="button primary" onClick={onNext}>
          Next question <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <ToWholePage />
      </div>
    );
  }
  return step.tries?.map(({ title, text, search: change }) => (
    <div key={title} className={css.try}>
      <p>
        <strong>{title}</strong>
        {text}
      </p>
      <button
        type="button"
        className="button primary square rigid"
        aria-label={title}
        onClick={() => pageAddress().go({ path, search: { ...search, ...change } })}
      >
        <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  ));
}
