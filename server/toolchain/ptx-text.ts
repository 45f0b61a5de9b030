/** The PTX that a job left behind, freed of the names of this machine's folders. */
import { posix } from 'node:path';

/** nvcc names sources by their full path: ours become relative to the checkout, the toolkit's `toolkit/<name>`. */
export const withRelativeFiles = (ptx: string, folder: string): string =>
  ptx.replace(/^(\s*\.file\s+\d+ )"([^"]+)"/gm, (_, start: string, name: string) => {
    const path = withoutOctal(name);
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
