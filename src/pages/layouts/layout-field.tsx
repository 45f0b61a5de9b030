/** A text field for a layout, a tiler or a number. A text that is refused stays in it, with the reason; nothing else changes. */
import { useId, useState } from 'react';
import { errorText, type Refusable } from '../../model/layout/layout-error.ts';
import css from './layout-field.module.css';

interface LayoutFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly read: (text: string) => Refusable<unknown>;
  /** Why what is in it does not go with the rest; null = it does, or nobody knows. */
  readonly refusal: string | null;
  readonly onChange: (text: string) => void;
}

/** What is typed, as long as the value that it started from stays. */
interface Draft {
  readonly text: string;
  readonly from: string;
}

export function LayoutField({ label, value, placeholder, read, refusal, onChange }: LayoutFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<Draft | null>(null);
  const text = draft?.from === value ? draft.text : value;
  const reading = read(text);
  const error = reading.ok ? refusal : errorText(reading.error);
  const type = (next: string): void => {
    setDraft({ text: next, from: value });
    if (read(next).ok) onChange(next);
  };
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={event => type(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && setDraft(null)}
      />
      {error !== null && (
        <p id={`${id}-error`} className={css.error} role="status">
          {error}
        </p>
      )}
    </div>
  );
}
