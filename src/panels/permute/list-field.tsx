/** A list of numbers as text. Whole expressions may be pasted into it, too. */
import { useId } from 'react';
import { readNotation } from '../../model/permute/notation/notation.ts';
import type { Reading } from '../../model/permute/notation/reading.ts';
import controls from '../controls.module.css';
import css from './permute-rail.module.css';

interface ListFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly isLocked: boolean;
  readonly pageShape: readonly number[];
  readonly onText: (text: string) => void;
  readonly onReading: (reading: Reading) => void;
  readonly onLeave: () => void;
  /** Back to what the page has. */
  readonly onGiveUp: () => void;
}

export function ListField({
  label,
  value,
  error,
  isLocked,
  pageShape,
  onText,
  onReading,
  onLeave,
  onGiveUp,
}: ListFieldProps) {
  const id = useId();
  /** Only a text that says more than a list is taken over here; a list goes into the field as any text does. */
  const onPaste = (event: React.ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const reading = readNotation(text, pageShape);
    if (!reading.ok || reading.value.perm === null) return;
    event.preventDefault();
    onReading(reading.value);
  };
  return (
    <div className={controls.field} title={isLocked ? 'This link locks the parameter.' : undefined}>
      <label className={controls.fieldName} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={css.list}
        spellCheck={false}
        autoComplete="off"
        disabled={isLocked}
        value={value}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={event => onText(event.target.value)}
        onPaste={onPaste}
        onBlur={onLeave}
        onKeyDown={event => event.key === 'Escape' && onGiveUp()}
      />
      {error !== null && (
        <p id={`${id}-error`} className={controls.fieldError} role="status">
          {error}
        </p>
      )}
    </div>
  );
}
