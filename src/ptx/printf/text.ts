/** Bytes as text: UTF-8 where they are that, else one character per byte. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  const escaped = text.replace(/[^\x20-\x24\x26-\x7e]/g, c => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
  try {
    return decodeURIComponent(escaped);
  } catch {
    return text;
  }
}
