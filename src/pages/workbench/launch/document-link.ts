/** A document as a link's text and back: JSON, packed. */

import type { FieldError } from '../../../base/field-error.ts';
import { err, type Result } from '../../../base/result.ts';
import { savedDocument } from '../../../contract/saved-document.ts';
import { readDocument, type WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { packText, unpackText } from '../../../state/packed-text.ts';

/** The error says that it is too large, and what to do instead. */
export async function toLink(document: WorkbenchDocument): Promise<Result<string, string>> {
  const saved = savedDocument(document);
  return saved.ok ? packText(JSON.stringify(saved.value)) : saved;
}

/** Whatever the text, a document or an error. */
export async function fromLink(text: string): Promise<Result<WorkbenchDocument, FieldError>> {
  const json = await unpackText(text);
  return json.ok ? readDocument(json.value) : err({ message: json.error, field: '' });
}
