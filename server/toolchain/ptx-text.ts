/** The PTX that a job left behind: read with suspicion, and freed of the names of this machine's folders. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { posix } from 'node:path';

const MAX_PTX_BYTES = 4 << 20;

/** null for what is no plain file (a symbolic link could show any file of the user's) or too large. */
export async function readPtx(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_PTX_BYTES) return null;
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** nvcc names sources by their full path: ours become relative to the checkout, the toolkit's `toolkit/<name>`. */
export const withRelativeFiles = (ptx: string, folder: string): string =>
  ptx.replace(/^([ \t]*\.file[ \t]+\d+ )"([^"\n]+)"/gm, (_, start: string, name: string) => {
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
