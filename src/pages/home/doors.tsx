/** Three ways on from the start: questions from easy to hard, an answer at once, one's own kernel. */
import { ArrowRight, FileCode, GraduationCap, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { askedLink, LEVELS, QUESTIONS, type Question } from '../../gallery/questions.ts';
import { FIRST_STEP, LESSON_COUNT } from '../../lessons/first-step.ts';
import { WaysChip } from '../../panels/kit/ways-chip.tsx';
import type { ThemedProps } from '../../pictures/props.ts';
import { useView } from '../../state/view-store.ts';
import { Link } from '../kit/link.tsx';
import css from './doors.module.css';

/** Id of the list of all questions below. */
export const QUESTIONS_ID = 'questions';

export const Doors = ({ theme }: ThemedProps) => (
  <nav className={css.doors} aria-label="Ways on">
    <SmallDoors />
    <Door icon={<GraduationCap size={18} strokeWidth={1.75} aria-hidden />} title="Learn">
      <span className={css.guess} aria-hidden>
        ?
      </span>
      <p className="dim">
        Guess first, then see it play. {LESSON_COUNT} lessons, 5 to 10 minutes each; every one ends with a small program
        to mend.
      </p>
      <div className="row wrap">
        <Link {...FIRST_STEP} className="button primary">
          Lesson 1: What is a bank? <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
        </Link>
        <Link to="/learn" className="onward">
          All lessons
        </Link>
      </div>
    </Door>
    <Door icon={<Search size={18} strokeWidth={1.75} aria-hidden />} title="Look up">
      <p className="dim">Short answers to questions that people really ask.</p>
      <dl className={css.levels}>
        {LEVELS.map(level => (
          <LevelRow key={level} question={QUESTIONS.find(question => question.level === level)} />
        ))}
      </dl>
      <div className={css.finding}>
        <FindField />
        <button type="button" className="act" onClick={toQuestions}>
          All questions
        </button>
      </div>
    </Door>
    <Door icon={<FileCode size={18} strokeWidth={1.75} aria-hidden />} title="Check my kernel">
      <p className="dim">
        Bring PTX, or CUDA where nvcc is installed. Every lane runs here, and the line where lanes queue is marked.
      </p>
      <Marked theme={theme} />
      <Link to="/workbench" className="button">
        Open the workbench <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
      </Link>
    </Door>
  </nav>
);

/** On a phone the toy takes the screen: the three ways are one row of links below it. */
const SmallDoors = () => (
  <div className={css.small}>
    <Link to="/learn">
      <GraduationCap size={16} strokeWidth={1.75} aria-hidden />
      <strong>Learn</strong> <span>guess, then see</span>
    </Link>
    <button type="button" onClick={toQuestions}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <strong>Look up</strong> <span>questions</span>
    </button>
    <Link to="/workbench">
      <FileCode size={16} strokeWidth={1.75} aria-hidden />
      <strong>Check</strong> <span>my kernel</span>
    </Link>
  </div>
);

/** Looks like the field that it opens. */
function FindField() {
  const setFinding = useView(view => view.setFinding);
  return (
    <button type="button" className={css.field} onClick={() => setFinding(true)}>
      <Search size={16} strokeWidth={1.75} aria-hidden /> <span className="ellipsis">A word or a question</span>{' '}
      <kbd aria-hidden>/</kbd>
    </button>
  );
}

const LevelRow = ({ question }: { readonly question: Question | undefined }) =>
  question && (
    <div>
      <dt>{question.level}</dt>
      <dd>
        <Link {...askedLink(question.answers[0])}>{question.title}</Link>
      </dd>
    </div>
  );

/** What the workbench makes of a kernel, in small: the line of a column read. */
const Marked = ({ theme }: ThemedProps) => (
  <p className={css.marked} aria-hidden>
    <code>__syncthreads();</code>
    <code data-lit>
      <span className="ellipsis">out[i] = tile[threadIdx.x][threadIdx.y];</span>
      <WaysChip ways={32} theme={theme}>
        32 trips
      </WaysChip>
    </code>
  </p>
);

interface DoorProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

const Door = ({ icon, title, children }: DoorProps) => (
  <section className={`card ${css.door}`}>
    <h2>
      {icon} {title}
    </h2>
    {children}
  </section>
);

function toQuestions(): void {
  const list = document.getElementById(QUESTIONS_ID);
  list?.scrollIntoView();
  list?.focus({ preventScroll: true });
}
