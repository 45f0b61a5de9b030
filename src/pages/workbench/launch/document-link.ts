/** A document as a link's text and back: JSON, deflated by the browser. */
import { err, type Result } from '../../../base/result.ts';
import { linkBytes, linkText } from '../../../contract/document-link.ts';
import type { FieldError } from '../../../contract/field-error.ts';
import { readDocument, type WorkbenchDocument } from '../../../contract/workbench-document.ts';

/** What 8 kB may unfold to: a link made to fill memory ends here. */
const MOST_BYTES = 2 ** 24;

/** The error says that it is too large, and what to do instead. */
export async function toLink(document: WorkbenchDocument): Promise<Result<string, string>> {
  const text = new TextEncoder().encode(JSON.stringify(document));
  const packed = await readAll(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  return packed === null ? err('too large for a link: save it as a file') : linkText(packed);
}

/** Whatever the text, a document or an error. */
export async function fromLink(text: string): Promise<Result<WorkbenchDocument, FieldError>> {
  const bytes = linkBytes(text);
  if (!bytes.ok) return err({ message: bytes.error, field: '' });
  try {
    const unpacked = new Blob([bytes.value]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const json = await readAll(unpacked);
    if (json === null) return err({ message: `the link unfolds to more than ${MOST_BYTES} bytes`, field: '' });
    return readDocument(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    return err({ message: 'the link was cut or changed on its way', field: '' });
  }
}

/** Null beyond the limit. */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      return null;
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
