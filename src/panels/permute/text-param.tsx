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

export function TextParam({ label, help, ...field }: TextParamProps) {
  const id = useId();
  return (
    <div className={controls.field} title={help}>
      <label className="prose" htmlFor={id}>
        {label}
      </label>
      <TextField id={id} {...field} />
    </div>
  );
}

type TextFieldProps = Omit<TextParamProps, 'label' | 'help'> & { readonly id: string };

function TextField({ id, value, placeholder, isLocked, onText }: TextFieldProps) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly error: string } | null>(null);
  const enter = (text: string) => {
    const error = onText(text);
    setDraft(error === null ? null : { text, error });
  };
  return (
    <>
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
      {draft && <Refusal id={`${id}-error`} error={draft.error} />}
    </>
  );
}

const Refusal = ({ id, error }: { id: string; error: string }) => (
  <p id={id} className={controls.fieldError} role="alert">
    {error}
  </p>
);
