/**
 * The files that the command line named for the page to open: the only ones of this machine that the page can ask for,
 * by their number. They are listed once: files that are put into the folder later, and targets of links, are not among
 * them.
 */
import { createReadStream, lstatSync, type ReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { OpenedFile } from '../src/contract/opened-files.ts';

/** Zeros behind the text of a PTX file. */
const MOST_ENDING = 4096;
/** Most files of all folders together: a capture has two for each piece of memory. */
const MOST_FILES = 2 ** 15;

export interface FilesToOpen {
  readonly listed: readonly OpenedFile[];
  /** Null if there is no file of that number. */
  read(index: number): ReadStream | null;
  /** Whether one of the PTX files has this text; the zeros that end it in memory do not count. */
  hasText(text: Uint8Array): Promise<boolean>;
}

/** Throws words for a person: a path that is neither a file nor a folder. */
export function filesToOpen(paths: readonly string[]): FilesToOpen {
  const found: { readonly listed: OpenedFile; readonly path: string }[] = [];
  const add = (path: string, name: string): void => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isFile()) found.push({ path, listed: { name, bytes: entry.size } });
    if (found.length > MOST_FILES) throw new Error(`${path}: more than ${MOST_FILES} files`);
    if (entry?.isDirectory()) for (const inside of readdirSync(path)) add(join(path, inside), `${name}/${inside}`);
  };
  for (const path of paths.map(each => resolve(each))) {
    const before = found.length;
    add(path, basename(path));
    if (found.length === before) throw new Error(`${path}: expected a file, or a folder with files`);
  }
  return {
    listed: found.map(({ listed }) => listed),
    read: index => (found[index] === undefined ? null : createReadStream(found[index].path)),
    hasText: async text => {
      const alike = found.filter(({ listed: { name, bytes } }) => name.endsWith('.ptx') && bytes >= text.length);
      for (const { path, listed } of alike) {
        if (listed.bytes - text.length > MOST_ENDING) continue;
        const bytes = await readFile(path).catch(() => null);
        if (bytes !== null && upToZero(bytes).equals(text)) return true;
      }
      return false;
    },
  };
}

function upToZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
