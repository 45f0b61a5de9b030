/** A whole number within limits. What is no such number stays in the field, and goes no further. */
import { useId, useState } from 'react';
import controls from '../../panels/controls.module.css';

interface Limits {
  readonly min: number;
  readonly max: number;
  /** What it must be a multiple of. */
  readonly step?: number;
}

interface NumberFieldProps extends Limits {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function NumberField({ label, value, onChange, ...limits }: NumberFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string): void => {
    const isFine = fits(text, limits);
    setDraft(isFine ? null : text);
    if (isFine) onChange(Number(text));
  };
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={controls.number}
        inputMode="numeric"
        value={draft ?? value}
        aria-invalid={draft !== null}
        aria-describedby={`${id}-rule`}
        onChange={event => enter(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      <Rule id={`${id}-rule`} text={draft === null ? '' : ruleOf(limits)} />
    </div>
  );
}

const Rule = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <small id={id} role="status">
    {text}
  </small>
);

function fits(text: string, { min, max, step = 1 }: Limits): boolean {
  const n = Number(text);
  return /^\s*\d+\s*$/.test(text) && n >= min && n <= max && n % step === 0;
}

const ruleOf = ({ min, max, step = 1 }: Limits): string =>
  `${min} to ${max}${step > 1 ? `, a multiple of ${step}` : ''}`;
