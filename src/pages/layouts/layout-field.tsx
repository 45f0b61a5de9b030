/** A text field for a layout, a tiler or a number. */
import { err, ok } from '../../base/result.ts';
import { errorText, type Refusable } from '../../model/layout/layout-error.ts';
import { TextField } from '../../panels/kit/draft-fields.tsx';
import css from './layout-field.module.css';

interface LayoutFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly read: (text: string) => Refusable<unknown>;
  /** Why the value does not fit the rest of the page; null if it does, or if it is not known. */
  readonly refusal: string | null;
  readonly onChange: (text: string) => void;
}

export function LayoutField({ read, refusal, ...field }: LayoutFieldProps) {
  const parse = (text: string) => {
    const reading = read(text);
    return reading.ok ? ok(text) : err(errorText(reading.error));
  };
  const own = parse(field.value);
  return (
    <div className={css.field}>
      <TextField {...field} layout="stack" parse={parse} error={own.ok ? refusal : own.error} />
    </div>
  );
}
