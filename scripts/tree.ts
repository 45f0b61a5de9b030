/** The project's own files, as a value: checks read a tree, and their tests pass one that exists only in memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Tree {
  /** Paths from the root with forward slashes, sorted. */
  readonly paths: readonly string[];
  /** The text of one of `paths`. */
  read(path: string): string;
}

/** What a check found: one line each for the user, empty if it found nothing. */
export type Findings = readonly string[];

export const projectRoot = join(import.meta.dirname, '..');

const NOT_OURS = new Set(['node_modules', 'dist', 'dist-server', 'dist-command', '.git', '.cache']);

export function treeOf(root: string): Tree {
  const paths: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name) || entry.name.endsWith('.log')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) paths.push(path);
    }
  };
  walk('');
  return { paths: paths.sort(), read: path => readFileSync(join(root, path), 'utf8') };
}

export const treeFrom = (files: Readonly<Record<string, string>>): Tree => ({
  paths: Object.keys(files).sort(),
  read: path => files[path],
});

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);

/** Tests, and files that exist only for tests. A campaign is a test that takes too long to run with the others. */
export const isTestOnly = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.includes('/fixtures/') || path.startsWith('scripts/kill-campaign');
