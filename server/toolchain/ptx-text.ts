/** The PTX that a job left behind, freed of the names of this machine's folders. */
import { posix } from 'node:path';

/** Of sources and headers. What is more, nvcc does not write. */
const MAX_FILES = 4096;

/** Linux's PATH_MAX, with every byte written as an octal number. */
const LONGEST_NAME = 4 * 4096;
const FILE = /^([ \t]*\.file[ \t]+\d+ )"([^"\n]+)"/gm;

/** An inline assembler text may have as many lines as it likes. */
export const namesTooManyFiles = (ptx: string): boolean => {
  let count = 0;
  for (const _ of ptx.matchAll(FILE)) if (++count > MAX_FILES) return true;
  return false;
};

/** nvcc names sources by their full path: ours become relative to the checkout, the toolkit's `toolkit/<name>`. */
export const withRelativeFiles = (ptx: string, folder: string): string =>
  ptx.replace(FILE, (_, start: string, name: string) => {
    const path = withoutOctal(name.slice(0, LONGEST_NAME));
    const inside = path.startsWith(`${folder}/`);
    return `${start}"${inside ? path.slice(folder.length + 1) : `toolkit/${posix.basename(path)}`}"`;
  });

/** nvcc writes the bytes of what is not ASCII as `\303\234`. */
const withoutOctal = (name: string): string =>
  name.replace(/(?:\\[0-3][0-7]{2})+/g, bytes =>
    Buffer.from(
      bytes
        .slice(1)
        .split('\\')
        .map(digits => Number.parseInt(digits, 8)),
    ).toString('utf8'),
  );
