/** The PTX that a job left, without the names of this machine's folders. */
import { posix } from 'node:path';

/** Most files that a PTX may name as sources and headers; nvcc does not write more. */
const MAX_FILES = 4096;

/** Linux's PATH_MAX, with every byte written as an octal number. */
const LONGEST_NAME = 4 * 4096;
const FILE = /^([ \t]*\.file[ \t]+\d+ )"([^"\n]+)"/gm;

/** True if the PTX names too many files, since inline assembly in a text may add any number of lines. */
export const namesTooManyFiles = (ptx: string): boolean => {
  let count = 0;
  for (const _ of ptx.matchAll(FILE)) if (++count > MAX_FILES) return true;
  return false;
};

/** nvcc names sources by their full path. Ours become relative to the checkout, the toolkit's become `toolkit/<name>`. */
export const withRelativeFiles = (ptx: string, folder: string): string =>
  ptx.replace(FILE, (_, start: string, name: string) => {
    const path = withoutOctal(name.slice(0, LONGEST_NAME));
    const inside = path.startsWith(`${folder}/`);
    return `${start}"${inside ? path.slice(folder.length + 1) : `toolkit/${posix.basename(path)}`}"`;
  });

/** nvcc writes bytes that are not ASCII as `\303\234`. */
const withoutOctal = (name: string): string =>
  name.replace(/(?:\\[0-3][0-7]{2})+/g, bytes =>
    Buffer.from(
      bytes
        .slice(1)
        .split('\\')
        .map(digits => Number.parseInt(digits, 8)),
    ).toString('utf8'),
  );

/** What nvcc puts into the names of a file's internal functions, in the text and as bytes of its debug sections. */
const HASH_IN_NAME = /(_INTERNAL_)[0-9a-f]{8}(?=_)/g;
const HASH_IN_BYTES = /(\b95,73,78,84,69,82,78,65,76,95)(?:,\d{2,3}){8}(?=,95)/g;
/** The same where nvcc writes a byte a line, as it does from sm_100 on. */
const HASH_IN_LINES = new RegExp(
  `(^${linesOf('_INTERNAL_')})(?:${String.raw`\.b8 \d{2,3}\n`}){8}(?=${linesOf('_')})`,
  'gm',
);

/** The hash of a module's full path becomes zeros, so that the text is the same wherever the checkout lies. */
export const withoutPathHash = (ptx: string): string =>
  ptx
    .replace(HASH_IN_NAME, '$100000000')
    .replace(HASH_IN_BYTES, `$1${',48'.repeat(8)}`)
    .replace(HASH_IN_LINES, `$1${linesOf('00000000')}`);

function linesOf(text: string): string {
  return [...Buffer.from(text)].map(byte => `.b8 ${byte}\n`).join('');
}
