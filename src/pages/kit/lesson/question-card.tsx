/** A question, and after the guess its answer: nothing of the card moves but its lower edge. */
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type AskedQuestion,
  answerWords,
  gradeOf,
  guessWords,
  isWhole,
  rightGuess,
} from '../../../model/questions/question.ts';
import { Segments } from '../../../panels/kit/choice-fields.tsx';
import { Terms } from '../../../panels/terms/terms.tsx';
import { useHotkeys } from '../../../panels/use-hotkeys.ts';
import { type CommittedGuess, useLessons } from '../../../state/lessons-store.ts';
import { Answers } from './answers.tsx';
import css from './question-card.module.css';

interface QuestionCardProps {
  readonly question: AskedQuestion;
  /** The same question again has the same key. */
  readonly questionKey: string;
  /** 'banks.3'; '' outside lessons. */
  readonly stepKey: string;
  /** Below the answer: what to try next. */
  readonly children?: ReactNode;
}

const SURE = [
  { value: 'guess', label: 'Just a guess' },
  { value: 'sure', label: 'Sure' },
] as const;

/** Keyed by its question: another one begins without a guess. */
export const QuestionCard = (props: QuestionCardProps) => <Card key={props.questionKey} {...props} />;

function Card({ question, questionKey, stepKey, children }: QuestionCardProps) {
  const committed = useLessons(state => state.committed[questionKey]);
  const commit = useLessons(state => state.commit);
  const [guess, setGuess] = useState<readonly number[]>([]);
  const [sure, setSure] = useState<(typeof SURE)[number]['value']>('guess');
  const give = (given: readonly number[], isShown: boolean): void => {
    if (committed !== undefined || !isWhole(question, given)) return;
    const isRight = gradeOf(question, given).isRight;
    commit(questionKey, stepKey, { guess: given, isRight, isSure: sure === 'sure', isShown });
  };
  const choose = (at: number) => (committed === undefined ? setGuess([at]) : undefined);
  const numbers = question.kind === 'choice' || question.kind === 'line' ? question.choices.slice(0, 9) : [];
  useHotkeys({
    ...Object.fromEntries(numbers.map((_, at) => [`${at + 1}`, () => choose(at)])),
    s: () => setSure(sure === 'sure' ? 'guess' : 'sure'),
    enter: () => give(guess, false),
  });
  return (
    <section className={`card ${css.card}`} aria-label="Question" aria-live="polite">
      <p className={css.state}>{committed ? saidHow(committed) : 'Guess first'}</p>
      <h2>{committed ? verdictWords(question, committed) : question.ask}</h2>
      <Answers
        question={question}
        guess={committed?.guess ?? guess}
        isOpen={committed === undefined}
        onGuess={setGuess}
      />
      {committed === undefined ? (
        <Asking
          canCommit={isWhole(question, guess)}
          sure={sure}
          onSure={setSure}
          onCommit={() => give(guess, false)}
          onShow={() => give(rightGuess(question), true)}
        />
      ) : (
        <Told question={question} committed={committed} />
      )}
      {committed && children}
    </section>
  );
}

interface AskingProps {
  readonly canCommit: boolean;
  readonly sure: (typeof SURE)[number]['value'];
  readonly onSure: (sure: AskingProps['sure']) => void;
  readonly onCommit: () => void;
  readonly onShow: () => void;
}

const Asking = ({ canCommit, sure, onSure, onCommit, onShow }: AskingProps) => (
  <>
    <div className={css.sure}>
      <span>How sure?</span>
      <Segments label="How sure?" options={SURE} value={sure} onChange={onSure} />
    </div>
    <div className={css.actions}>
      <button
        type="button"
        className="button primary"
        disabled={!canCommit}
        onClick={onCommit}
        aria-keyshortcuts="Enter"
      >
        Commit <kbd>Enter</kbd>
      </button>
      <button type="button" className="button" onClick={onShow}>
        <Eye size={16} strokeWidth={1.75} aria-hidden /> Show me
      </button>
    </div>
  </>
);

function Told({ question, committed }: { readonly question: AskedQuestion; readonly committed: CommittedGuess }) {
  const { isRight, why, found } = gradeOf(question, committed.guess);
  return (
    <>
      {found && !isRight && (
        <p className={css.found}>
          {found.right} of {found.of} {question.kind === 'order' ? 'in their place' : 'found'}
          {found.extra > 0 && `, ${found.extra} too many`}.
        </p>
      )}
      <p className={css.because}>
        <Terms text={question.because} />
      </p>
      {why !== '' && (
        <p className={css.why}>
          <strong>Why not{isShort(question, committed) && ` ${guessWords(question, committed.guess)}`}?</strong>{' '}
          <Terms text={why} />
        </p>
      )}
    </>
  );
}

const saidHow = ({ isShown, isSure }: CommittedGuess): string =>
  isShown ? 'Shown to you' : isSure ? 'You were sure' : 'You guessed';

/** A number, or lanes: words of a sentence would not fit into another one. */
const isShort = (question: AskedQuestion, { guess }: CommittedGuess): boolean =>
  question.kind === 'pick' || question.kind === 'line' || guessWords(question, guess).length <= 4;

function verdictWords(question: AskedQuestion, committed: CommittedGuess): string {
  const { guess, isRight, isShown } = committed;
  if (question.kind === 'order') return isShown ? 'The order:' : isRight ? 'That is the order.' : 'Not in this order.';
  if (isShown) return `The answer: ${answerWords(question)}.`;
  const said = guessWords(question, guess);
  if (!isShort(question, committed)) return isRight ? 'That is right.' : `Not so: ${answerWords(question)}.`;
  return isRight ? `You said ${said}. That is right.` : `You said ${said}. It is ${answerWords(question)}.`;
}
