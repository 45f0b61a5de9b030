/** Which tests belong to a change: those that lead to it by imports, or for a file that many import, those nearby. */
import { dirname } from 'node:path/posix';
import { importedFiles } from './check-imports.ts';
import { isCode, type Tree } from './tree.ts';

/** More tests than this lead to a hub: its own folder and who imports it directly stand for the rest. */
const MOST_TESTS = 60;

const isDefaultTest = (path: string): boolean => /(?<!\.browser|\.long)\.test\.tsx?$/.test(path);

/** Paths of tests of the default tier, browser tests aside, sorted; a changed test belongs to itself whatever its tier. */
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

/** Directly or by others. */
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
