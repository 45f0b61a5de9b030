/**
 * A field for typing. What is typed stays in it, right or wrong, until it is a value; only then the document changes. An
 * error stands below the field and describes it.
 */
import { useId, useState } from 'react';
import css from './launch-form.module.css';
import type { Reading } from './typed-text.ts';

interface TypedFieldProps<T> {
  readonly label: string;
  /** As the document has it. */
  readonly text: string;
  readonly read: (text: string) => Reading<T>;
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
  const { label, text, read, onValue, error = null, guessed = false, lines = false, bare = false, hint } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const reading = draft === null ? null : read(draft);
  const problem = reading && !reading.ok ? `${label}: ${reading.error}` : error;
  const enter = (typed: string) => {
    const value = read(typed);
    // Text that means the same value stays as it was typed while the field has the focus: `1.` on the way to `1.5`.
    setDraft(typed);
    if (value.ok) onValue(value.value);
  };
  const shared = {
    id,
    value: draft ?? text,
    'aria-invalid': problem !== null,
    'aria-describedby': [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    'data-guessed': guessed || undefined,
    spellCheck: false,
    autoComplete: 'off',
    onBlur: () => reading?.ok && setDraft(null),
  };
  return (
    <div className={bare ? undefined : `${css.field} ${lines ? css.fieldWide : ''}`}>
      <label className={bare ? 'visually-hidden' : css.label} htmlFor={id}>
        {label}
        {guessed && <span className="visually-hidden"> (guessed)</span>}
      </label>
      {lines ? (
        <textarea {...shared} className={css.area} rows={3} onChange={event => enter(event.target.value)} />
      ) : (
        <input {...shared} className={css.input} onChange={event => enter(event.target.value)} />
      )}
      {hint && (
        <p id={`${id}-hint`} className={css.note}>
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} className={css.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface PickFieldProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly guessed?: boolean;
  readonly error?: string | null;
  readonly onChange: (value: T) => void;
}

/** A choice, in the form's measure. */
export function PickField<T extends string>(props: PickFieldProps<T>) {
  const { label, value, options, guessed = false, error = null, onChange } = props;
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {guessed && <span className="visually-hidden"> (guessed)</span>}
      </label>
      <select
        id={id}
        className={css.select}
        value={value}
        data-guessed={guessed || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={event => onChange(event.target.value as T)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className={css.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
