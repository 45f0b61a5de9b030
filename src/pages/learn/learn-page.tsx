/** The course: all lessons by chapter, what each teaches, where the same subject stands elsewhere, and how far one has come. */
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { drawOf, MOST_SEED } from '../../lessons/draw.ts';
import { LESSONS } from '../../lessons/index.ts';
import { CHAPTERS, type Lesson } from '../../lessons/lesson.ts';
import { startOf, stepKey } from '../../lessons/step-address.ts';
import { NumberField } from '../../panels/kit/draft-fields.tsx';
import { Terms } from '../../panels/terms/terms.tsx';
import { useLessons } from '../../state/lessons-store.ts';
import { hashOf } from '../../state/page-address.ts';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import css from './learn-page.module.css';

export function LearnPage() {
  const [seed, setSeed] = useState(0);
  const chapters = CHAPTERS.map(chapter => ({ chapter, lessons: LESSONS.filter(each => each.chapter === chapter) }));
  return (
    <div className={page.page}>
      <PageHeader />
      <h1>Learn</h1>
      <p className={`reading dim ${page.lede}`}>
        Guess first, then see it play. Each lesson ends with a small program to mend. PMPP is{' '}
        <em>Programming Massively Parallel Processors</em>, 4th edition.
      </p>
      <a className={`button primary ${css.begin}`} href={hashOf(startOf(LESSONS[0], seed))}>
        Begin with lesson 1 <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
      </a>
      {chapters
        .filter(({ lessons }) => lessons.length > 0)
        .map(({ chapter, lessons }) => (
          <section key={chapter} className={css.chapter} aria-label={chapter}>
            <h2>{chapter}</h2>
            <ol className={css.lessons}>
              {lessons.map(lesson => (
                <LessonCard key={lesson.id} lesson={lesson} seed={seed} />
              ))}
            </ol>
          </section>
        ))}
      <ForTeachers seed={seed} onSeed={setSeed} />
    </div>
  );
}

function LessonCard({ lesson, seed }: { readonly lesson: Lesson; readonly seed: number }) {
  const { title, learns, topics } = lesson;
  return (
    <li className={`card ${css.lesson}`}>
      <span className={css.number} aria-hidden>
        {LESSONS.indexOf(lesson) + 1}
      </span>
      <div className={css.words}>
        <h3>
          <a href={hashOf(startOf(lesson, seed))}>{title}</a>
        </h3>
        <p className="dim">
          <Terms text={learns} />
        </p>
        <Progress lesson={lesson} />
      </div>
      <dl className={css.topics}>
        {topics.pmpp && (
          <div>
            <dt>PMPP</dt>
            <dd>chapter {topics.pmpp}</dd>
          </div>
        )}
        <div>
          <dt>Guides</dt>
          <dd>{topics.guide}</dd>
        </div>
        <div>
          <dt>Courses</dt>
          <dd>{topics.course}</dd>
        </div>
      </dl>
    </li>
  );
}

function Progress({ lesson }: { readonly lesson: Lesson }) {
  const results = useLessons(state => state.results);
  const steps = lesson.steps(drawOf(0));
  const answers = steps.flatMap((_, at) => results[stepKey({ lesson, at })] ?? []);
  const right = answers.filter(({ isRight, isShown }) => isRight && !isShown).length;
  const words =
    answers.length === 0
      ? `${steps.length} steps`
      : `${answers.length} of ${steps.length} steps, ${right} right at once`;
  return (
    <p className={`row caption ${css.progress}`}>
      <progress value={answers.length} max={steps.length} aria-label={`Progress of ${lesson.title}`} /> {words}
    </p>
  );
}

interface ForTeachersProps {
  readonly seed: number;
  readonly onSeed: (seed: number) => void;
}

const ForTeachers = ({ seed, onSeed }: ForTeachersProps) => {
  const forget = useLessons(state => state.forget);
  return (
    <section className={css.chapter} aria-label="For teachers">
      <h2>For teachers</h2>
      <div className={`card ${css.teachers}`}>
        <p>
          Every step has an address of its own: paste it into a course page. Another draw gives other numbers with other
          answers; it is the word <code>seed</code> of the address.
        </p>
        <div className="row wrap">
          <NumberField label="Draw" value={seed} min={0} max={MOST_SEED} onChange={onSeed} />
          <button type="button" className="button" onClick={forget}>
            Forget my answers
          </button>
        </div>
        <p className="caption">Answers stay in this browser. Nobody collects them.</p>
      </div>
    </section>
  );
};
