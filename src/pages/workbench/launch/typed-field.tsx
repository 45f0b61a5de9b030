/**
 * A field for typing. What is typed stays in it, right or wrong, until it is a value; only then the document changes. An
 * error stands below the field and describes it.
 */
import { useId, useState } from 'react';
import { FieldLabel, FieldProblem } from './form-parts.tsx';
import css from './launch-form.module.css';
import type { TypedValue } from './typed-text.ts';

interface TypedFieldProps<T> {
  readonly label: string;
  /** As the document has it. */
  readonly text: string;
  readonly read: (text: string) => TypedValue<T>;
  readonly onValue: (value: T) => void;
  /** What is wrong with the value that the document has. */
  readonly error?: string | null;
  readonly guessed?: boolean;
  /** Several lines, below its label. */
  readonly lines?: boolean;
  /** For small fields side by side, which a group names: the label is heard, not seen. */
  readonly bare?: boolean;
  readonly hint?: string;
}

export function TypedField<T>(props: TypedFieldProps<T>) {
  const { label, guessed = false, lines = false, bare = false, hint } = props;
  const id = useId();
  const { shown, problem, enter, leave } = useDraft(props);
  const shared = {
    id,
    value: shown,
    'aria-invalid': problem !== null,
    'aria-describedby': [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    'data-guessed': guessed || undefined,
    spellCheck: false,
    autoComplete: 'off',
    onBlur: leave,
    onChange: enter,
  };
  return (
    <div className={bare ? undefined : `${css.field} ${lines ? css.fieldWide : ''}`}>
      <FieldLabel id={id} label={label} guessed={guessed} hidden={bare} />
      {lines ? <textarea {...shared} className={css.area} rows={3} /> : <input {...shared} className={css.input} />}
      {hint && <Hint id={`${id}-hint`} text={hint} />}
      <FieldProblem id={`${id}-error`} text={problem} />
    </div>
  );
}

const Hint = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={id} className="caption">
    {text}
  </p>
);

/** Text that means the same value stays as it was typed while the field has the focus: `1.` on the way to `1.5`. */
function useDraft<T>({ label, text, read, onValue, error = null }: TypedFieldProps<T>) {
  const [draft, setDraft] = useState<string | null>(null);
  const reading = draft === null ? null : read(draft);
  return {
    shown: draft ?? text,
    problem: reading && !reading.ok ? `${label}: ${reading.error}` : error,
    enter: ({ target }: { readonly target: { readonly value: string } }) => {
      setDraft(target.value);
      const value = read(target.value);
      if (value.ok) onValue(value.value);
    },
    leave: () => {
      if (reading?.ok) setDraft(null);
    },
  };
}
