/** Form controls of the rail: one per parameter, in schema order. A value outside its limits never leaves the field. */
import { useId, useState } from 'react';
import type { ParamField, ParamValue } from '../contract/param-field.ts';
import css from './controls.module.css';

interface FieldProps {
  readonly field: ParamField;
  readonly value: ParamValue;
  /** Why the control is off; null when it works. */
  readonly disabled: string | null;
  readonly onChange: (value: ParamValue) => void;
}

export function ParamControl(props: FieldProps) {
  switch (props.field.control.kind) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'range':
      return <RangeField {...props} />;
    case 'text':
      return null;
  }
}

function ChoiceField({ field, value, disabled, onChange }: FieldProps) {
  const id = useId();
  if (field.control.kind !== 'choice') return null;
  const { options } = field.control;
  return (
    <div className={css.field} title={disabled ?? field.help}>
      <label className="prose" htmlFor={id}>
        {field.label}
      </label>
      <select
        id={id}
        className={css.select}
        disabled={disabled !== null}
        value={String(value)}
        onChange={event => onChange(options.find(o => String(o.value) === event.target.value)?.value ?? value)}
      >
        {options.map(option => (
          <option key={option.value} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function RangeField({ field, value, disabled, onChange }: FieldProps) {
  const id = useId();
  // Text that is not a value yet ('', '-', '9999' on the way) stays in the field only.
  const [draft, setDraft] = useState<string | null>(null);
  if (field.control.kind !== 'range') return null;
  const { min, max, step, unit } = field.control;
  const fits = (n: number) => Number.isInteger(n) && n >= min && n <= max && (n - min) % step === 0;
  const enter = (text: string) => {
    const fine = text.trim() !== '' && fits(Number(text));
    setDraft(fine ? null : text);
    if (fine) onChange(Number(text));
  };
  const error = draft === null ? null : rangeError(field.label, min, max, step, unit);
  return (
    <div className={css.field} title={disabled ?? field.help}>
      <label className="prose" htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        className={css.number}
        inputMode="numeric"
        disabled={disabled !== null}
        value={draft ?? String(value)}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={event => enter(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      <input
        type="range"
        className={css.range}
        aria-label={`${field.label}, ${unit}`}
        disabled={disabled !== null}
        {...{ min, max, step }}
        value={Number(value)}
        onChange={event => enter(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className={css.fieldError} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

const rangeError = (label: string, min: number, max: number, step: number, unit: string): string =>
  `${label}: a whole number from ${min} to ${max}${step > 1 ? ` in steps of ${step}` : ''} (${unit})`;

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly disabled?: string | null;
  readonly onChange: (value: T) => void;
}

/** A choice of two to four, all in sight. Arrow keys move, as in any radio group. */
export function Segments<T extends string>({ label, options, value, disabled = null, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.segments} title={disabled ?? undefined}>
      {options.map(option => (
        <label key={option.value} className={`prose centred ${css.segment}`}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            disabled={disabled !== null}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
