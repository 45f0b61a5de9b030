/** Keeps the source files that a capture's PTX names, as they are when the program has ended: nothing else of the machine. */
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { CAPTURE_VERSION, MOST_SOURCES } from '../../../src/contract/capture.ts';
import { CAPTURE_FILE } from '../../../src/contract/capture-paths.ts';
import { filesWithLines } from '../../../src/ptx/outline/named-files.ts';
import type { WrittenCapture } from './report.ts';

/** A line table may name anything: only what a compiler of kernels reads is taken. */
const ENDINGS = new Set('.cu .cuh .c .cc .cpp .cxx .h .hh .hpp .hxx .inl .ipp .py'.split(' '));
const MOST_NAME = 4096;

/** The capture with its sources; as it was where none can be read. Relative names are looked for in `from`. */
export function keepSources(written: WrittenCapture, from: string = process.cwd()): WrittenCapture {
  const { folder, capture } = written;
  if ('missing' in capture.ptx) return written;
  const found = readable(filesWithLines(readFileSync(join(folder, capture.ptx.file), 'utf8')), from);
  if (found.length === 0) return written;
  mkdirSync(join(folder, 'sources'), { mode: 0o700 });
  const sources = found.map(({ name, text }, i) => {
    const file = `sources/${i}`;
    writeFileSync(join(folder, file), text, { flag: 'wx', mode: 0o600 });
    return { name, file };
  });
  const whole = { ...capture, version: CAPTURE_VERSION, sources } as const;
  const part = join(folder, `${CAPTURE_FILE}.part`);
  writeFileSync(part, JSON.stringify(whole, null, 1), { mode: 0o600 });
  renameSync(part, join(folder, CAPTURE_FILE));
  return { folder, capture: whole };
}

interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** In the order of `names`, as many as there is room for. */
function readable(names: readonly string[], from: string): SourceText[] {
  const found: SourceText[] = [];
  let total = 0;
  for (const name of names) {
    if (found.length === MOST_SOURCES.files) break;
    const isSource = name.length <= MOST_NAME && ENDINGS.has(extname(name));
    const text = isSource ? textOf(resolve(from, name)) : null;
    if (text === null || total + Buffer.byteLength(text) > MOST_SOURCES.bytes) continue;
    total += Buffer.byteLength(text);
    found.push({ name, text });
  }
  return found;
}

/** Null for what is no text file of a source's size. A pipe is not waited for. */
function textOf(path: string): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MOST_SOURCES.bytesEach) return null;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
