/** A parameter that is text: what does not fit stays in the field with the reason below, and the page keeps what fitted last. */
import { useId, useState } from 'react';
import controls from '../controls.module.css';
import css from './permute-rail.module.css';

interface TextParamProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly help: string;
  readonly isLocked: boolean;
  /** Takes the text, or says why not. */
  readonly onText: (text: string) => string | null;
}

export function TextParam({ label, value, placeholder, help, isLocked, onText }: TextParamProps) {
  const id = useId();
  const [draft, setDraft] = useState<{ readonly text: string; readonly error: string } | null>(null);
  const enter = (text: string) => {
    const error = onText(text);
    setDraft(error === null ? null : { text, error });
  };
  return (
    <div className={controls.field} title={help}>
      <label className={controls.fieldName} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={css.list}
        disabled={isLocked}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        value={draft?.text ?? value}
        aria-invalid={draft !== null}
        aria-describedby={draft ? `${id}-error` : undefined}
        onChange={event => enter(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      {draft && (
        <p id={`${id}-error`} className={controls.fieldError} role="alert">
          {draft.error}
        </p>
      )}
    </div>
  );
}
