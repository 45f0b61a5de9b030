/** Causes of a scrambled tile: each links to a state that has it. */

import { SCRAMBLED } from '../../gallery/questions.ts';
import { Link } from '../kit/link.tsx';
import css from './panel.module.css';

export const ScrambledCauses = () => (
  <details className={`prose ${css.causes}`}>
    <summary>{SCRAMBLED.title}</summary>
    <ul>
      {SCRAMBLED.answers.map(({ id, text, link }) => (
        <li key={id}>
          <Link className="onward" {...link}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </details>
);
