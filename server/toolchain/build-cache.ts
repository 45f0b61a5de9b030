/**
 * Finished builds by content. A file's name is the sha256 of everything that decides its contents (source, headers, flags
 * with macro values and architecture, compiler version). A file is written under another name and then renamed, so no
 * reader finds a partial one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Build, buildSchema } from '../../src/contract/api.ts';

/** How many builds are kept from one start of the server to the next. */
const MAX_BUILDS = 2000;

export interface BuildCache<B> {
  /** null if there is none, or none that can be read. */
  find(key: string): Promise<B | null>;
  /** Rejects if the disk is full. */
  keep(key: string, build: B): Promise<void>;
}

/** `sourceHash` covers source, headers and flags (the architecture among them). */
export const buildKey = (sourceHash: string, nvccVersion: string): string =>
  createHash('sha256').update(`${sourceHash}\n${nvccVersion}`).digest('hex');

export async function openBuildCache(folder: string): Promise<BuildCache<Build>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await prune(folder);
  const pathOf = (key: string): string => join(folder, `${key}.json`);
  return {
    find: async key => {
      const text = await readFile(pathOf(key), 'utf8').catch(() => null);
      return text === null ? null : parseBuild(text);
    },
    keep: async (key, build) => {
      const partial = join(folder, `${randomUUID()}.partial`);
      try {
        await writeSynced(partial, JSON.stringify(build));
        await rename(partial, pathOf(key));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
  };
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * A cache in memory that keeps the `most` builds used last. It is for users' own texts, of which nothing stays on the
 * disk.
 */
export function memoryCache<B>(most: number): BuildCache<B> {
  const builds = new Map<string, B>();
  const touch = (key: string, build: B): void => {
    builds.delete(key);
    builds.set(key, build);
    const [oldest] = builds.keys();
    if (builds.size > most) builds.delete(oldest);
  };
  return {
    find: async key => {
      const build = builds.get(key);
      if (build !== undefined) touch(key, build);
      return build ?? null;
    },
    keep: async (key, build) => touch(key, build),
  };
}

function parseBuild(text: string): Build | null {
  try {
    return buildSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Removes what a killed server did not finish writing, and the oldest builds beyond the limit. */
async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  const partial = names.filter(name => name.endsWith('.partial'));
  const builds = names.filter(name => name.endsWith('.json'));
  const aged = await Promise.all(builds.map(async name => ({ name, ms: (await stat(join(folder, name))).mtimeMs })));
  const old = aged.sort((a, b) => b.ms - a.ms).slice(MAX_BUILDS);
  for (const name of [...partial, ...old.map(entry => entry.name)]) await rm(join(folder, name), { force: true });
}
