/** A question, and its answer in a sentence, over the page that shows it. */
import { X } from 'lucide-react';
import { QUESTIONS } from '../../gallery/questions.ts';
import { Terms } from '../../panels/terms/terms.tsx';
import { useAddress } from '../../services/address.ts';
import { hashOf } from '../../state/page-address.ts';
import css from './answer-strip.module.css';

export function AnswerStrip() {
  const { path, search } = useAddress();
  const { q, ...state } = search;
  const question = QUESTIONS.find(({ answers }) => answers.some(({ id }) => id === q));
  return (
    question && (
      <section className={css.strip} aria-label="Answer">
        <p className={css.words}>
          <strong>{question.title}</strong> <Terms text={question.inShort} />
        </p>
        <a className="button square" href={hashOf({ path, search: state })} aria-label="Close the answer">
          <X size={16} strokeWidth={1.75} aria-hidden />
        </a>
      </section>
    )
  );
}
