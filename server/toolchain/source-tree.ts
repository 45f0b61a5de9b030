/**
 * The files of one compilation, read into memory: the kernel's source, the files that it includes, and so on. These bytes
 * are hashed and compiled, in a new folder. If a file changes in between, nothing changes; and the compiler can see no
 * other file.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';

export interface SourceFile {
  /** Relative to the checkout, with slashes: `cuda/kernels/transpose/tiled.cu`. */
  readonly path: string;
  readonly bytes: Buffer;
}

export const INCLUDE_FOLDER = 'cuda/include';
export const KERNEL_FOLDER = 'cuda/kernels';
export const RUNNER_FOLDER = 'cuda/runner';
export const RUNNER_SOURCE = `${RUNNER_FOLDER}/runner.cu`;
const REPLAY_FOLDER = 'cuda/replay';
export const REPLAY_SOURCE = `${REPLAY_FOLDER}/replay.cpp`;
const HEADERS = new Set(['.cuh', '.h', '.hpp']);
/** A header or, in a known-wrong variant, the right source behind one macro. No name leads out of the two folders. */
const INCLUDED = /^[ \t]*#[ \t]*include[ \t]*"((?:[\w-]+\/)*[\w-]+\.(?:cu|cuh|h|hpp))"/gm;

/**
 * @param source below `cuda/kernels`, and checked (`command-line.ts`). @param besides what the compiler is told to
 * include, relative to the checkout. Sorted by path.
 */
export async function readSourceTree(
  checkout: string,
  source: string,
  besides: readonly string[] = [],
): Promise<SourceFile[]> {
  const known = new Map<string, SourceFile>();
  const waiting = [posix.join(KERNEL_FOLDER, source), ...besides];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (known.has(next)) continue;
    const [file] = await readAll(checkout, [next]);
    known.set(next, file);
    waiting.push(...(await includedBy(checkout, file)));
  }
  return [...known.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Files that a source includes, searched as nvcc does: beside the file, then in the shared folder. A symbolic link is
 * ignored, and nvcc then says what is missing.
 */
async function includedBy(checkout: string, { path, bytes }: SourceFile): Promise<string[]> {
  const found: string[] = [];
  for (const [, name] of bytes.toString('utf8').matchAll(INCLUDED)) {
    for (const folder of [posix.dirname(path), INCLUDE_FOLDER]) {
      const candidate = posix.join(folder, name);
      const stat = await lstat(join(checkout, candidate)).catch(() => null);
      if (!stat?.isFile()) continue;
      found.push(candidate);
      break;
    }
  }
  return found;
}

/** The sources of the GPU process, with everything that it includes. */
export async function readRunnerSources(checkout: string): Promise<SourceFile[]> {
  const headers = await Promise.all([headersIn(checkout, RUNNER_FOLDER), headersIn(checkout, INCLUDE_FOLDER)]);
  return readAll(checkout, [RUNNER_SOURCE, ...headers.flat()].sort());
}

/** The sources of the program that starts captured launches, with everything that it includes. */
export async function readReplaySources(checkout: string): Promise<SourceFile[]> {
  const headers = await Promise.all([headersIn(checkout, REPLAY_FOLDER), headersIn(checkout, RUNNER_FOLDER)]);
  return readAll(checkout, [REPLAY_SOURCE, ...headers.flat()].sort());
}

/** What a text may include besides the toolkit. */
export async function readSharedHeaders(checkout: string): Promise<SourceFile[]> {
  return readAll(checkout, (await headersIn(checkout, INCLUDE_FOLDER)).sort());
}

const readAll = (checkout: string, paths: readonly string[]): Promise<SourceFile[]> =>
  Promise.all(paths.map(async path => ({ path, bytes: await readPlainFile(join(checkout, path)) })));

/** Recursive; empty if the folder does not exist. Symbolic links are not followed. */
async function headersIn(checkout: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(checkout, folder), { withFileTypes: true }).catch(() => []);
  const nested = entries.map(async entry => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return headersIn(checkout, path);
    return entry.isFile() && HEADERS.has(extname(entry.name)) ? [path] : [];
  });
  return (await Promise.all(nested)).flat();
}

/** Refuses a path whose last part is a symbolic link (ELOOP). */
async function readPlainFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

export async function writeSourceTree(folder: string, files: readonly SourceFile[]): Promise<void> {
  await mkdir(join(folder, INCLUDE_FOLDER), { recursive: true });
  for (const { path, bytes } of files) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), bytes, { flag: 'wx' });
  }
}

/** sha256 of source, headers and flags. Names and lengths are hashed too, so that bytes cannot move between files. */
export function hashSources(files: readonly SourceFile[], flags: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(flags));
  for (const { path, bytes } of files) hash.update(`\n${JSON.stringify([path, bytes.length])}\n`).update(bytes);
  return hash.digest('hex');
}
