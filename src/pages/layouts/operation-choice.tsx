/** The operations, all in sight. Arrow keys move, as in any radio group. */
import { useId } from 'react';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import controls from '../../panels/controls.module.css';
import css from './operation-choice.module.css';

interface OperationChoiceProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export function OperationChoice({ value, onChange }: OperationChoiceProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Operation" className={css.operations}>
      {[...OPERATIONS.values()].map(({ id, label }) => (
        <label key={id} className={`prose centred ${controls.segment}`}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
