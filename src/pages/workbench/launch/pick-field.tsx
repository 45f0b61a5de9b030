/** A choice, in the form's measure. */
import { useId } from 'react';
import { FieldLabel, FieldProblem } from './form-parts.tsx';
import css from './launch-form.module.css';

interface PickFieldProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly guessed?: boolean;
  readonly error?: string | null;
  readonly onChange: (value: T) => void;
}

export function PickField<T extends string>(props: PickFieldProps<T>) {
  const { label, value, options, guessed = false, error = null, onChange } = props;
  const id = useId();
  return (
    <div className={css.field}>
      <FieldLabel id={id} label={label} guessed={guessed} />
      <select
        {...{ id, value }}
        className={css.select}
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
      <FieldProblem id={`${id}-error`} text={error} />
    </div>
  );
}
