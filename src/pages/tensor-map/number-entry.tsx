/** A whole number that may break rules: they are said beside it, with what would do. */
import { useState } from 'react';
import type { CopyBreach } from '../../model/tma/box-copy.ts';
import { Remedy } from './mode-choice.tsx';
import css from './number-entry.module.css';

interface NumberEntryProps {
  readonly label: string;
  readonly value: number;
  /** Of this field; undefined when it breaks none. */
  readonly breach: CopyBreach | undefined;
  readonly onChange: (value: number) => void;
  readonly onRemedy: (breach: CopyBreach) => void;
}

const WHOLE = /^\s*-?\d{1,13}\s*$/;

export function NumberEntry({ label, value, breach, onChange, onRemedy }: NumberEntryProps) {
  // Text that is no number yet stays in the field.
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string): void => {
    const isNumber = WHOLE.test(text);
    setDraft(isNumber ? null : text);
    if (isNumber) onChange(Number(text));
  };
  return (
    <span className={`list ${css.entry}`}>
      <input
        aria-label={label}
        inputMode="numeric"
        value={draft ?? value}
        aria-invalid={draft !== null || breach !== undefined}
        title={breach?.message}
        onChange={event => enter(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      {breach !== undefined && <Remedy label={label} breach={breach} onRemedy={onRemedy} />}
    </span>
  );
}
