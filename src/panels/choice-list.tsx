/** A labelled select over plain values. */
import { useId } from 'react';
import css from './controls.module.css';

interface ChoiceListProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly values: readonly T[];
  /** Same order as `values`; the values themselves when absent. */
  readonly labels?: readonly string[];
  readonly onChange: (value: T) => void;
}

export function ChoiceList<T extends string | number>({ label, value, values, labels, onChange }: ChoiceListProps<T>) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className="prose" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={css.select}
        value={String(value)}
        disabled={values.length === 0}
        onChange={event => {
          const picked = values.find(v => String(v) === event.target.value);
          if (picked !== undefined) onChange(picked);
        }}
      >
        {!values.includes(value) && <option value={String(value)}>—</option>}
        {values.map((v, at) => (
          <option key={v} value={String(v)}>
            {labels?.[at] ?? v}
          </option>
        ))}
      </select>
    </div>
  );
}
