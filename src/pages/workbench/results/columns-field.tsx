/** How wide a buffer is shown as a matrix. */
import { useId, useState } from 'react';
import controls from '../../../panels/controls.module.css';

interface ColumnsFieldProps {
  readonly columns: number;
  readonly length: number;
  readonly onColumns: (columns: number) => void;
}

/** A width that cannot be stays in the field only. */
export function ColumnsField({ columns, length, onColumns }: ColumnsFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const enter = (text: string) => {
    const width = Number(text);
    const isFine = text.trim() !== '' && Number.isInteger(width) && width >= 1 && width <= Math.max(1, length);
    setDraft(isFine ? null : text);
    if (isFine) onColumns(width);
  };
  return (
    <p className="row wrap dim">
      <label htmlFor={id}>Columns</label>
      <input
        id={id}
        className={controls.number}
        inputMode="numeric"
        value={draft ?? columns}
        aria-invalid={draft !== null}
        onChange={event => enter(event.target.value)}
        onBlur={() => setDraft(null)}
      />
    </p>
  );
}
