/** Takes a permutation as code says it, and says what it understood. Pasting applies at once, typing with Enter. */
import { useId, useState } from 'react';
import { inOneLine, readNotation } from '../../model/permute/notation/notation.ts';
import type { Reading } from '../../model/permute/notation/reading.ts';
import css from './permute-rail.module.css';

interface PasteFieldProps {
  readonly pageShape: readonly number[];
  readonly isLocked: boolean;
  readonly onReading: (reading: Reading) => void;
}

const LOOKS = {
  className: css.list,
  'aria-label': 'Paste PyTorch, NumPy, einops or CuTe',
  placeholder: 'Paste torch, NumPy, einops, CuTe',
  spellCheck: false,
  autoComplete: 'off',
};

export function PasteField({ pageShape, isLocked, onReading }: PasteFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const reading = text.trim() === '' ? null : readNotation(text, pageShape);
  const take = (whole: string) => {
    setText(whole);
    const read = readNotation(whole, pageShape);
    if (read.ok) onReading(read.value);
  };
  return (
    <div className={`list ${css.paste}`}>
      <input
        {...LOOKS}
        aria-describedby={`${id}-said`}
        aria-invalid={reading !== null && !reading.ok}
        disabled={isLocked}
        value={text}
        onChange={event => setText(event.target.value)}
        onPaste={event => take(withPasted(event))}
        onKeyDown={event => event.key === 'Enter' && take(text)}
      />
      <Said id={`${id}-said`} text={text} reading={reading} />
    </div>
  );
}

interface SaidProps {
  readonly id: string;
  readonly text: string;
  readonly reading: ReturnType<typeof readNotation> | null;
}

const Said = ({ id, text, reading }: SaidProps) => (
  <p id={id} aria-live="polite" className={reading?.ok === false ? 'caption bad' : `caption ${css.hint}`}>
    {reading === null ? '' : reading.ok ? understood(reading.value) : mistake(text, reading.error)}
  </p>
);

/** The field's text as it would be, in one line: lines that end no bracket become statements of their own. */
function withPasted(event: React.ClipboardEvent<HTMLInputElement>): string {
  const { currentTarget, clipboardData } = event;
  const { value, selectionStart, selectionEnd } = currentTarget;
  event.preventDefault();
  const text = inOneLine(clipboardData.getData('text'));
  return `${value.slice(0, selectionStart ?? 0)}${text}${value.slice(selectionEnd ?? value.length)}`;
}

function understood({ notation, shape, perm, elementBytes, note }: Reading): string {
  const parts = [
    shape === null ? 'shape as it is' : `shape ${shape.join(',')}`,
    perm === null ? 'order as it is' : `order ${perm.join(',')}`,
    ...(elementBytes === null ? [] : [`${elementBytes} B`]),
  ];
  return `${notation}: ${parts.join(' · ')}. ${note}`;
}

/** The message, with the place marked in its surroundings. */
function mistake(text: string, { position, message }: { readonly position: number; readonly message: string }): string {
  const around = `${text.slice(Math.max(0, position - 8), position)}▸${text.slice(position, position + 8)}`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)} (${around})`;
}
