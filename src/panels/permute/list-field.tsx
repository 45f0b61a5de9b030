/** A list of numbers as text. Whole expressions may be pasted into it, too. */
import { readNotation } from '../../model/permute/notation/notation.ts';
import { DraftField } from '../kit/draft-fields.tsx';
import type { ListName } from './drafts.ts';
import type { DraftFields } from './use-drafts.ts';

interface ListFieldProps {
  readonly name: ListName;
  readonly label: string;
  readonly pageShape: readonly number[];
  readonly fields: DraftFields;
  readonly isLocked: boolean;
}

export const ListField = ({ name, label, pageShape, fields, isLocked }: ListFieldProps) => (
  <DraftField
    label={label}
    draft={fields.draft(name)}
    disabled={isLocked ? 'This link locks the parameter.' : null}
    onPaste={event => pasteExpression(event, fields, pageShape)}
  />
);

/** Takes over only a pasted text that says more than a list; a plain list goes into the field like any text. */
function pasteExpression(event: React.ClipboardEvent, fields: DraftFields, pageShape: readonly number[]): void {
  const reading = readNotation(event.clipboardData.getData('text'), pageShape);
  if (!reading.ok || reading.value.perm === null) return;
  event.preventDefault();
  fields.paste(reading.value);
}
