/** A struct parameter as the bytes that it is: for those who have them from a debugger. Pure. */
import { err, ok } from '../../../base/result.ts';
import { counted } from '../../../model/findings/finding-words.ts';
import { type ElementType, fieldBytes, type StructParam, type StructValue } from '../../../trace/launch.ts';
import { encodeScalar } from '../../../trace/launch-bytes.ts';
import { decodeBase64 } from '../../../trace/launch-bytes-base64.ts';
import type { TypedValue } from './typed-text.ts';

const UNSIGNED: Readonly<Record<number, ElementType>> = { 1: 'u8', 2: 'u16', 4: 'u32', 8: 'u64' };

/** Bytes made by the scalars; pointers and tensor maps, whose bytes the launch gives, are zero. */
export function structBytes({ sizeBytes, base64 = '', fields }: StructParam): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  const given = decodeBase64(base64);
  if (typeof given !== 'string') bytes.set(given);
  for (const field of fields) {
    const encoded = field.kind === 'scalar' ? encodeScalar(field.type, field.value) : null;
    if (encoded?.ok) bytes.set(encoded.value, field.offset);
  }
  return bytes;
}

/**
 * The struct with these bytes except for its pointers and tensor maps: fields keep their places and become unsigned,
 * and words between them are added.
 */
export function withStructBytes(struct: StructParam, bytes: Uint8Array): StructParam {
  const kept = struct.fields.map(field =>
    field.kind === 'scalar' ? unsignedAt(bytes, field.offset, fieldBytes(field)) : field,
  );
  const covered = new Uint8Array(struct.sizeBytes);
  for (const field of struct.fields) covered.fill(1, field.offset, field.offset + fieldBytes(field));
  const added: StructValue[] = [];
  for (let at = 0; at < struct.sizeBytes; at++) {
    if (covered[at] === 1 || bytes[at] === 0) continue;
    const start = at - (at % 4);
    const isWord = start + 4 <= struct.sizeBytes && covered.subarray(start, start + 4).every(taken => taken === 0);
    const [offset, width] = isWord ? [start, 4] : [at, 1];
    covered.fill(1, offset, offset + width);
    added.push(unsignedAt(bytes, offset, width));
  }
  const { base64: _, ...rest } = struct;
  return { ...rest, fields: [...kept, ...added].sort((a, b) => a.offset - b.offset) };
}

function unsignedAt(bytes: Uint8Array, offset: number, width: number): StructValue {
  const value = bytes.subarray(offset, offset + width).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const number = Number(value);
  return {
    offset,
    kind: 'scalar',
    type: UNSIGNED[width],
    value: Number.isSafeInteger(number) ? number : String(value),
  };
}

/** '00 00 c0 3f': the lowest address first. */
export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ');

export const readHex =
  (sizeBytes: number) =>
  (text: string): TypedValue<Uint8Array> => {
    const digits = text.replace(/0x|[\s,;_]/gi, '');
    if (!/^([\da-f]{2})*$/i.test(digits)) return err('pairs of hexadecimal digits, lowest address first');
    if (digits.length !== 2 * sizeBytes) return err(`${counted(digits.length / 2, 'byte')}, expected ${sizeBytes}`);
    return ok(Uint8Array.from(digits.match(/../g) ?? [], pair => Number.parseInt(pair, 16)));
  };
