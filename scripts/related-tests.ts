/**
 * Finds the tests that belong to a change: those that import it, directly or not; for a file that many import, those
 * nearby.
 */
import { dirname } from 'node:path/posix';
import { importedFiles } from './check-imports.ts';
import { isCode, type Tree } from './tree.ts';

/**
 * A file that more tests than this lead to is a hub; the tests of its own folder and of its direct importers stand for
 * all.
 */
const MOST_TESTS = 60;

const isDefaultTest = (path: string): boolean => /(?<!\.browser|\.long)\.test\.tsx?$/.test(path);

/** Paths of tests of the default tier without browser tests, sorted. A changed test belongs to itself in any tier. */
export function relatedTests(tree: Tree, changed: readonly string[]): readonly string[] {
  const importers = importersIn(tree);
  const there = changed.filter(path => tree.paths.includes(path));
  const tests = new Set(there.filter(path => /\.test\.tsx?$/.test(path)));
  for (const path of changed) for (const test of testsOf(tree, path, importers)) tests.add(test);
  return [...tests].sort();
}

type Importers = ReadonlyMap<string, readonly string[]>;

function importersIn(tree: Tree): Importers {
  const importers = new Map<string, string[]>();
  for (const from of tree.paths.filter(isCode))
    for (const to of importedFiles(tree, from)) importers.set(to, [...(importers.get(to) ?? []), from]);
  return importers;
}

function testsOf(tree: Tree, path: string, importers: Importers): readonly string[] {
  const leading = [...importersOf(path, importers)].filter(isDefaultTest);
  const direct = (importers.get(path) ?? []).filter(isDefaultTest);
  const folder = tree.paths.filter(other => dirname(other) === dirname(path) && isDefaultTest(other));
  return [...folder, ...(leading.length <= MOST_TESTS ? leading : direct)];
}

/** All files that import it, directly or through others. */
function importersOf(path: string, importers: Importers): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [path];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const importer of importers.get(at) ?? []) {
      if (found.has(importer)) continue;
      found.add(importer);
      waiting.push(importer);
    }
  return found;
}
