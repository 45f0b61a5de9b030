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

export function LayoutField({ label, placeholder, ...rest }: LayoutFieldProps) {
  const id = useId();
  const { text, error, type, giveUp } = useDraft(rest);
  return (
    <div className={`list ${css.field}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        value={text}
        placeholder={placeholder}
        {...AS_CODE}
        aria-invalid={error !== null}
        aria-describedby={`${id}-error`}
        onChange={event => type(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && giveUp()}
      />
      <p id={`${id}-error`} className={css.error} role="status">
        {error}
      </p>
    </div>
  );
}

const AS_CODE = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'off' };

/** What is typed, as long as the value that it started from stays. */
interface Draft {
  readonly text: string;
  readonly from: string;
}

function useDraft({ value, read, refusal, onChange }: Omit<LayoutFieldProps, 'label' | 'placeholder'>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const text = draft?.from === value ? draft.text : value;
  const reading = read(text);
  return {
    text,
    error: reading.ok ? refusal : errorText(reading.error),
    type: (next: string): void => {
      setDraft({ text: next, from: value });
      if (read(next).ok) onChange(next);
    },
    giveUp: () => setDraft(null),
  };
}
