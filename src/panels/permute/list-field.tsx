/** A list of numbers as text. Whole expressions may be pasted into it, too. */
import { useId } from 'react';
import { readNotation } from '../../model/permute/notation/notation.ts';
import controls from '../controls.module.css';
import type { ListName } from './drafts.ts';
import css from './permute-rail.module.css';
import type { DraftFields } from './use-drafts.ts';

interface ListFieldProps {
  readonly name: ListName;
  readonly label: string;
  readonly pageShape: readonly number[];
  readonly fields: DraftFields;
  readonly isLocked: boolean;
}

export function ListField({ name, label, isLocked, ...rest }: ListFieldProps) {
  const id = useId();
  const error = rest.fields.review.errors[name];
  return (
    <div className={controls.field} title={isLocked ? 'This link locks the parameter.' : undefined}>
      <label className="prose" htmlFor={id}>
        {label}
      </label>
      <ListInput id={id} name={name} isLocked={isLocked} {...rest} />
      {error !== null && (
        <p id={`${id}-error`} className={controls.fieldError} role="status">
          {error}
        </p>
      )}
    </div>
  );
}

function ListInput({ id, name, fields, pageShape, isLocked }: Omit<ListFieldProps, 'label'> & { id: string }) {
  const isWrong = fields.review.errors[name] !== null;
  return (
    <input
      id={id}
      className={css.list}
      spellCheck={false}
      autoComplete="off"
      disabled={isLocked}
      value={fields.text(name)}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? `${id}-error` : undefined}
      onChange={event => fields.type(name, event.target.value)}
      onPaste={event => pasteExpression(event, fields, pageShape)}
      onBlur={() => fields.leave(name)}
      onKeyDown={event => event.key === 'Escape' && fields.giveUp(name)}
    />
  );
}

/** Only a text that says more than a list is taken over here; a list goes into the field as any text does. */
function pasteExpression(event: React.ClipboardEvent, fields: DraftFields, pageShape: readonly number[]): void {
  const reading = readNotation(event.clipboardData.getData('text'), pageShape);
  if (!reading.ok || reading.value.perm === null) return;
  event.preventDefault();
  fields.paste(reading.value);
}
