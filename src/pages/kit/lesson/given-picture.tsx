/** What is known before the guess: rows of boxes in the colour of cells that nobody has touched. */
import type { Given } from '../../../lessons/givens.ts';
import css from './given-picture.module.css';

export const GivenPicture = ({ given: { title, rows } }: { readonly given: Given }) => (
  <table className={css.given}>
    <caption>{title}</caption>
    <tbody>
      {rows.map(({ name, boxes }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {[...boxes.entries()].map(([place, { text, state }]) => (
            <td key={place} data-state={state}>
              {text}
              {state === 'asked' && text !== '?' && <span className="visually-hidden"> asked for</span>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
