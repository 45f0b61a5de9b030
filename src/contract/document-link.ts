/** Compressed bytes of a document as the text of a link, and back: base64url (RFC 4648, section 5), without padding. */
import { err, ok, type Result } from '../base/result.ts';
import { decodeBase64, encodeBase64 } from '../trace/launch-bytes-base64.ts';

/** Length in characters that browsers, chats and servers pass on without cutting. */
export const LONGEST_LINK = 8000;

/** The text, or in words why there is none. */
export function linkText(bytes: Uint8Array): Result<string, string> {
  const length = Math.ceil((bytes.length * 4) / 3);
  if (length > LONGEST_LINK) {
    return err(`too large for a link (${length} characters; the most is ${LONGEST_LINK}): save it as a file`);
  }
  return ok(encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
}

/** The bytes, or in words what is wrong with the text. */
export function linkBytes(text: string): Result<Uint8Array<ArrayBuffer>, string> {
  if (text.length > LONGEST_LINK) return err(`${text.length} characters; a link has at most ${LONGEST_LINK}`);
  if (!/^[\w-]*$/.test(text)) return err('the link was changed on its way: it has characters that no link has');
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  const bytes = decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding);
  return typeof bytes === 'string' ? err(`the link was cut or changed on its way: ${bytes}`) : ok(bytes);
}
