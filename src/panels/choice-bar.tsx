/** A row of choices above what they decide, each with its name. */
import { type ReactNode, useId } from 'react';
import css from './choice-bar.module.css';
import controls from './controls.module.css';

export const ChoiceBar = ({ children }: { readonly children: ReactNode }) => <div className={css.bar}>{children}</div>;

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly values: readonly T[];
  readonly labelOf: (value: T) => string;
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string | number>({ label, value, values, labelOf, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className={`list ${css.choice}`}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={controls.select}
        value={values.indexOf(value)}
        onChange={event => onChange(values[Number(event.target.value)])}
      >
        {values.map((each, at) => (
          <option key={each} value={at}>
            {labelOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}
