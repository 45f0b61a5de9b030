/** Reads a capture, be it a folder or an archive: the description, then the files that it names, each of the size it names. */
import type { FieldError } from '../base/field-error.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Capture, CaptureContents, MemoryContents } from '../trace/capture.ts';
import { MOST_SOURCES, parseCapture } from './capture.ts';
import { CAPTURE_FILE } from './capture-paths.ts';
import { MOST_SOURCE_CHARACTERS } from './workbench-document.ts';

/** A description has some hundred bytes a buffer. */
const MOST_DESCRIPTION_BYTES = 2 ** 25;

/** The files of a capture, by their paths in it. */
export interface CaptureFiles {
  /** Null if there is no such file. */
  sizeOf(path: string): Promise<number | null>;
  /** Reads a file whose size was asked for before. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** The same as text; null if it is no UTF-8. */
  readText(path: string): Promise<string | null>;
}

/** Files that lie in memory: of an archive, or of a folder that a page was given. */
export const filesInMemory = (
  contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  decode: (bytes: Uint8Array) => string | null,
): CaptureFiles => ({
  sizeOf: async path => contents.get(path)?.length ?? null,
  read: async path => contents.get(path)!,
  readText: async path => decode(contents.get(path)!),
});

type Read<T> = Promise<Result<T, FieldError>>;

/** The error's field is a path into `capture.json`; '' means all of it. */
export async function readCapture(files: CaptureFiles): Read<CaptureContents> {
  const described = await readDescription(files);
  if (!described.ok) return described;
  const capture = described.value;
  const ptx = await readPtx(files, capture);
  if (!ptx.ok) return ptx;
  const sources = await readSources(files, capture);
  if (!sources.ok) return sources;
  const missing = await firstMissing(files, capture);
  if (missing !== null) return err(missing);
  const buffers = await readAll(files, capture.buffers);
  const globals = await readAll(files, capture.globals);
  return ok({ capture, ptx: ptx.value, sources: sources.value, buffers, globals });
}

/** The capture without its files. */
export async function readDescription(files: CaptureFiles): Read<Capture> {
  const size = await files.sizeOf(CAPTURE_FILE);
  if (size === null) return err({ message: `there is no ${CAPTURE_FILE}: this is no capture`, field: '' });
  if (size > MOST_DESCRIPTION_BYTES) return err({ message: `${CAPTURE_FILE} has ${size} bytes`, field: '' });
  const text = await files.readText(CAPTURE_FILE);
  if (text === null) return err({ message: `${CAPTURE_FILE} is no UTF-8 text`, field: '' });
  try {
    return parseCapture(JSON.parse(text));
  } catch {
    return err({ message: `${CAPTURE_FILE} is no JSON: it is cut off, or another file`, field: '' });
  }
}

async function readPtx(files: CaptureFiles, { ptx }: Capture): Read<string | null> {
  if ('missing' in ptx) return ok(null);
  const size = await files.sizeOf(ptx.file);
  if (size === null) return err({ message: `${ptx.file} is missing`, field: 'ptx.file' });
  if (size > MOST_SOURCE_CHARACTERS * 4) {
    return err({ message: `${size} bytes; PTX of at most ${MOST_SOURCE_CHARACTERS * 4} is read`, field: 'ptx.file' });
  }
  const text = await files.readText(ptx.file);
  // The driver takes PTX with the zero that ends it in memory.
  if (text === null) return err({ message: `${ptx.file} is no UTF-8 text`, field: 'ptx.file' });
  const end = text.indexOf('\0');
  return ok(end < 0 ? text : text.slice(0, end));
}

async function readSources(files: CaptureFiles, { sources = [] }: Capture): Read<CaptureContents['sources'][number][]> {
  const read: CaptureContents['sources'][number][] = [];
  let total = 0;
  for (const [i, { name, file }] of sources.entries()) {
    const refuse = (message: string) => err({ message, field: `sources[${i}].file` });
    const size = await files.sizeOf(file);
    if (size === null) return refuse(`${file} is missing`);
    total += size;
    if (size > MOST_SOURCES.bytesEach || total > MOST_SOURCES.bytes)
      return refuse(`${file} is too long: ${size} bytes`);
    const text = await files.readText(file);
    if (text === null) return refuse(`${file} is no UTF-8 text`);
    read.push({ name, text });
  }
  return ok(read);
}

/** Looks for a missing file before anything large is read. */
async function firstMissing(files: CaptureFiles, capture: Capture): Promise<FieldError | null> {
  for (const list of ['buffers', 'globals'] as const) {
    for (const [i, { before, after, bytes }] of capture[list].entries()) {
      for (const [name, path] of [
        ['before', before],
        ['after', after],
      ] as const) {
        if (path === null) continue;
        const size = await files.sizeOf(path);
        if (size === bytes || (size === null && name === 'after' && !capture.complete)) continue;
        const message = size === null ? `${path} is missing` : `${path} has ${size} bytes, not ${bytes}`;
        return { message, field: `${list}[${i}].${name}` };
      }
    }
  }
  return null;
}

async function readAll(
  files: CaptureFiles,
  entries: Capture['globals'] | Capture['buffers'],
): Promise<MemoryContents[]> {
  const read: MemoryContents[] = [];
  for (const { before, after } of entries) {
    const isThere = after !== null && (await files.sizeOf(after)) !== null;
    read.push({ before: await files.read(before), after: isThere ? await files.read(after) : null });
  }
  return read;
}
