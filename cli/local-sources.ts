/** The CUDA sources that a module's line table names, as far as they lie where it says: findings and guessed launches take names from them. */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

const MOST_FILES = 16;
const MOST_BYTES = 2 ** 20;
const IS_SOURCE = /\.(?:cu|cuh|h|hpp|cc|cpp)$/;

/** Never fails: a file that cannot be read has no names. The table is not ours, so what is no plain file is not opened. */
export async function localSources(files: ReadonlyMap<number, string>): Promise<string[]> {
  const paths = [...files.values()].filter(path => isAbsolute(path) && IS_SOURCE.test(path)).slice(0, MOST_FILES);
  const texts = await Promise.all(paths.map(textOf));
  return texts.filter(text => text !== null);
}

async function textOf(path: string): Promise<string | null> {
  try {
    const about = await stat(path);
    return about.isFile() && about.size <= MOST_BYTES ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
}
