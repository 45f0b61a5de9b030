/** Below a table that shows only its first rows: a button for the next ones. */
import { count } from '../../base/numbers.ts';
import css from './data-table.module.css';

interface MoreRowsProps {
  /** Rows in sight. */
  readonly shown: number;
  /** All rows. */
  readonly of: number;
  /** How many come at each click, at most. */
  readonly step: number;
  readonly onShow: (rows: number) => void;
}

export const MoreRows = ({ shown, of, step, onShow }: MoreRowsProps) =>
  of > shown && (
    <button type="button" className={`button ${css.more}`} onClick={() => onShow(shown + step)}>
      Show {count(Math.min(step, of - shown))} more of {count(of - shown)}
    </button>
  );
