/** A text as a link's and back: deflated by the browser. */
import { err, ok, type Result } from '../base/result.ts';
import { linkBytes, linkText } from '../contract/document-link.ts';

/** Most bytes to which 8 kB may unfold, so that no link can fill the memory. */
const MOST_BYTES = 2 ** 24;

/** The error says that it is too large, and what to do instead. */
export async function packText(text: string): Promise<Result<string, string>> {
  const bytes = new TextEncoder().encode(text);
  const packed = await readAll(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  return packed === null ? err('too large for a link: save it as a file') : linkText(packed);
}

/** Whatever the packed one, a text or an error. */
export async function unpackText(packed: string): Promise<Result<string, string>> {
  const bytes = linkBytes(packed);
  if (!bytes.ok) return bytes;
  try {
    const stream = new Blob([bytes.value]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const unpacked = await readAll(stream);
    if (unpacked === null) return err(`the link unfolds to more than ${MOST_BYTES} bytes`);
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(unpacked));
  } catch {
    return err('the link was cut or changed on its way');
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
