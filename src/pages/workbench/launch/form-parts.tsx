/** Building blocks of the form's fields. */
import type { ReactNode } from 'react';
import { GuessMark } from './guess-mark.tsx';
import css from './launch-form.module.css';

/** Error of a field, shown below it; draws nothing if there is none. */
export const FieldProblem = ({ id, text }: { readonly id?: string; readonly text: string | null }) =>
  text && (
    <p id={id} className="caption bad" role="alert">
      {text}
    </p>
  );

interface FormGroupProps {
  readonly name: string;
  /** Shown behind the name: the kind of thing. */
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
