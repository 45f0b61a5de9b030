/** Base64 (RFC 4648, section 4), strictly: padded, no white space, no stray bits. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const INVALID = 255;
const PAD = 61;

/** Six-bit value by character code. */
const VALUES = new Uint8Array(128).fill(INVALID);
for (let i = 0; i < 64; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

/** Number of bytes that a well-formed base64 text stands for. */
export const base64Length = (text: string): number => (text.length / 4) * 3 - paddingOf(text);

const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** The bytes, or in words what is wrong with the text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | string {
  if (text.length % 4 !== 0) return `${text.length} characters: base64 comes in groups of four`;
  const padding = paddingOf(text);
  const characters = text.length - padding;
  const bytes = new Uint8Array(base64Length(text));
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = i >= characters && code === PAD ? 0 : code < 128 ? VALUES[code] : INVALID;
    if (value === INVALID) return `character ${i + 1} is none of base64's`;
    bits = (bits << 6) | value;
    if (i % 4 !== 3) continue;
    // Assignments beyond the end are dropped: the padding's bytes.
    bytes[at++] = bits >>> 16;
    bytes[at++] = bits >>> 8;
    bytes[at++] = bits;
    if (i === text.length - 1 && padding > 0 && (bits & (padding === 2 ? 0xffff : 0xff)) !== 0) {
      return 'the last character has bits that belong to no byte';
    }
    bits = 0;
  }
  return bytes;
}

export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const characters = [18, 12, 6, 0].map(shift => ALPHABET[(bits >>> shift) & 63]).join('');
    const missing = Math.max(0, i + 3 - bytes.length);
    parts.push(missing === 0 ? characters : characters.slice(0, 4 - missing) + '='.repeat(missing));
  }
  return parts.join('');
}
