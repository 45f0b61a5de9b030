/**
 * Reads an uncompressed tar archive (POSIX.1-1988 "ustar", which every tar writes for short names) that holds one folder. Files
 * are views of the archive's bytes, so that 1 GiB of buffers is not copied. What the packages for it leave open decides here:
 * checksums count, sizes are what the archive has, and a link or a device is refused.
 */
import { roundUp } from '../base/bits.ts';
import { err, ok, type Result } from '../base/result.ts';
import { CAPTURE_FILE } from './capture-paths.ts';

const BLOCK_BYTES = 512;
/** Fields of a header block. */
const NAME = { at: 0, bytes: 100 } as const;
const SIZE = { at: 124, bytes: 12 } as const;
const CHECKSUM = { at: 148, bytes: 8 } as const;
const TYPE_AT = 156;
const PREFIX = { at: 345, bytes: 155 } as const;
const MOST_ENTRIES = 2 ** 16;

interface Field {
  readonly at: number;
  readonly bytes: number;
}

/** The files of the archive by their paths from `capture.json`'s folder on, or in words what is wrong. */
export function readArchive(archive: Uint8Array<ArrayBuffer>): Result<Map<string, Uint8Array<ArrayBuffer>>, string> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = 0;
  // A block of zeros ends an archive.
  for (let entry = 1; archive[at] !== 0; entry++) {
    if (at >= archive.length) return err('the archive is cut off');
    if (entry > MOST_ENTRIES) return err(`more than ${MOST_ENTRIES} entries`);
    const taken = readEntry(archive, at);
    if (!taken.ok) return err(`entry ${entry} of the archive: ${taken.error}`);
    const { path, bytes, end } = taken.value;
    if (path !== null && files.has(path)) return err(`the archive has "${path}" twice`);
    if (path !== null) files.set(path, bytes);
    at = end;
  }
  return fromCaptureFolder(files);
}

interface Entry {
  /** Null for what is no file: a folder, or what tar notes of times and owners. */
  readonly path: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Offset at which the next entry starts. */
  readonly end: number;
}

function readEntry(archive: Uint8Array<ArrayBuffer>, at: number): Result<Entry, string> {
  const header = archive.subarray(at, at + BLOCK_BYTES);
  if (header.length < BLOCK_BYTES) return err('the archive is cut off');
  if (octal(header, CHECKSUM) !== sumOf(header)) return err('the checksum is wrong: no tar archive, or a damaged one');
  const size = octal(header, SIZE);
  if (size === null) return err('its size is no octal number');
  const start = at + BLOCK_BYTES;
  if (start + size > archive.length) return err('the archive is cut off');
  const bytes = archive.subarray(start, start + size);
  const end = start + roundUp(size, BLOCK_BYTES);
  const type = String.fromCharCode(header[TYPE_AT]);
  if ('5xg'.includes(type)) return ok({ path: null, bytes, end });
  const path = pathOf(header);
  if (type !== '0' && type !== '\0') return err(`"${path}" is no plain file`);
  return ok({ path, bytes, end });
}

function pathOf(header: Uint8Array<ArrayBuffer>): string {
  const prefix = characters(header, PREFIX);
  const path = prefix === '' ? characters(header, NAME) : `${prefix}/${characters(header, NAME)}`;
  return path.replace(/^(\.\/)+/, '');
}

/** Up to the zero that ends it. */
function characters(header: Uint8Array<ArrayBuffer>, { at, bytes }: Field): string {
  const field = header.subarray(at, at + bytes);
  const end = field.indexOf(0);
  return String.fromCharCode(...(end < 0 ? field : field.subarray(0, end)));
}

function octal(header: Uint8Array<ArrayBuffer>, field: Field): number | null {
  const digits = characters(header, field).trim();
  return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** Sum of the header's bytes, with spaces in place of the checksum itself. */
const sumOf = (header: Uint8Array<ArrayBuffer>): number =>
  header.reduce((sum, byte, i) => sum + (i >= CHECKSUM.at && i < CHECKSUM.at + CHECKSUM.bytes ? 0x20 : byte), 0);

/** An archive holds a folder's files, or the folder itself. */
function fromCaptureFolder(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Result<Map<string, Uint8Array<ArrayBuffer>>, string> {
  const found = [...files.keys()].filter(path => path === CAPTURE_FILE || path.endsWith(`/${CAPTURE_FILE}`));
  if (found.length !== 1) {
    return err(
      found.length === 0 ? `the archive has no ${CAPTURE_FILE}` : `the archive has ${found.length} captures: unpack it`,
    );
  }
  const folder = found[0].slice(0, -CAPTURE_FILE.length);
  const inside = [...files].filter(([path]) => path.startsWith(folder));
  return ok(new Map(inside.map(([path, bytes]) => [path.slice(folder.length), bytes])));
}
