/** Builds the page into a folder, and knows when what lies there is older than its sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './tree.ts';

const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const HASH_FILE = '.source-hash';

/** Says nothing but errors. */
export async function buildPage(folder: string): Promise<void> {
  // Loaded only when there is something to build: starting up with a fresh page should not wait for it.
  const { build } = await import('vite');
  const hash = sourceHash(projectRoot);
  await build({
    root: projectRoot,
    configFile: join(projectRoot, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  writeFileSync(join(folder, HASH_FILE), hash);
}

export function isStale(folder: string, root = projectRoot): boolean {
  const file = join(folder, HASH_FILE);
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourceHash(root);
}

/** Over the names and contents of everything that the page is made of, tests left out. */
export function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(source => filesBelow(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root: string, source: string): string[] {
  const place = join(root, source);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [source];
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter(name => !/\.test\.tsx?$/.test(name) && statSync(join(place, name)).isFile())
    .map(name => join(source, name));
}
