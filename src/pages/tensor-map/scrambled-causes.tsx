/** Why a tile comes out scrambled: each cause as a link to a state that has it. */
import { Link } from '@tanstack/react-router';
import { SCRAMBLED } from '../../gallery/questions.ts';
import css from './panel.module.css';

export const ScrambledCauses = () => (
  <details className={css.causes}>
    <summary>{SCRAMBLED.title}</summary>
    <ul>
      {SCRAMBLED.answers.map(({ id, text, link }) => (
        <li key={id}>
          <Link className={css.more} to={link.to} params={link.params as never} search={link.search as never}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </details>
);
