/** Questions that people come with, by level, each with the states of the pages that answer it. */
import { askedLink, LEVELS, QUESTIONS, type Question } from '../../gallery/questions.ts';
import { Link } from '../kit/link.tsx';
import { QUESTIONS_ID } from './doors.tsx';
import css from './home-page.module.css';

const questionsOf = (level: Question['level']) => QUESTIONS.filter(question => question.level === level);

export const QuestionList = () => (
  <section id={QUESTIONS_ID} tabIndex={-1} className={css.section} aria-label="Questions">
    <h2 className={css.title}>Questions</h2>
    {LEVELS.map(level => (
      <details key={level} open={level === LEVELS[0]}>
        <summary>
          <h3 className={css.level}>{level}</h3>
          <small>{questionsOf(level).length} questions</small>
        </summary>
        <ul className={css.questions} aria-label={`Questions, ${level}`}>
          {questionsOf(level).map(({ title, answers }) => (
            <li key={title}>
              <h4>{title}</h4>
              <ul>
                {answers.map(answer => (
                  <li key={answer.id}>
                    <Link {...askedLink(answer)}>{answer.text}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    ))}
  </section>
);
