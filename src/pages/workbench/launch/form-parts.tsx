/** What the form's fields are built of. */
import type { ReactNode } from 'react';
import { GuessMark } from './guess-mark.tsx';
import css from './launch-form.module.css';

/** What is wrong, below its field; nothing when all is well. */
export const FieldProblem = ({ id, text }: { readonly id?: string; readonly text: string | null }) =>
  text && (
    <p id={id} className="caption bad" role="alert">
      {text}
    </p>
  );

interface FormGroupProps {
  readonly name: string;
  /** Behind the name: what kind of thing it is. */
  readonly what?: string;
  /** Paths that one mark stands for. */
  readonly guesses?: readonly string[];
  readonly problem?: string | null;
  readonly children: ReactNode;
}

/** Fields of one thing, under its name. */
export function FormGroup({ name, what, guesses = [], problem = null, children }: FormGroupProps) {
  return (
    <fieldset className={`list ${css.group}`}>
      <legend className={css.legend}>
        <span className="row wrap">
          <span className={css.name}>{name}</span>
          {what && <span className="caption">{what}</span>}
          <GuessMark paths={guesses} what={name} />
        </span>
      </legend>
      {children}
      <FieldProblem text={problem} />
    </fieldset>
  );
}
