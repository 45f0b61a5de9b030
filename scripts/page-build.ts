/** Builds the page into a folder, and knows when the built page is older than its sources. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './tree.ts';

const SOURCES = ['src', 'public', 'cuda/include', 'cuda/kernels', 'index.html', 'vite.config.ts', 'package-lock.json'];
const HASH_FILE = '.source-hash';

/** Rejects with the bundler's message. */
export async function buildPage(folder: string): Promise<void> {
  const hash = sourceHash(projectRoot);
  const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  // Always React's production build, whatever the caller's mode is.
  const env = { ...process.env, NODE_ENV: 'production' };
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, ...args], { cwd: projectRoot, env });
  writeFileSync(join(folder, HASH_FILE), hash);
}

export function isStale(folder: string, root = projectRoot): boolean {
  const file = join(folder, HASH_FILE);
  return !existsSync(file) || readFileSync(file, 'utf8') !== sourceHash(root);
}

/** Hash over names and contents of everything that the page is made of, without tests. */
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
