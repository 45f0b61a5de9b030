import { expect, test } from 'vitest';
import { isCode, isTestOnly, projectRoot, treeOf } from './tree.ts';

const WRITES_CSV = /text\/csv|Csv\b|\.csv'/;

test('every table is written by src/base/csv.ts, which keeps formulas out of it', () => {
  const tree = treeOf(projectRoot);
  const isOurs = (path: string) => /^(src|cli|server)\//.test(path) && isCode(path) && !isTestOnly(path);
  const writers = tree.paths.filter(path => isOurs(path) && WRITES_CSV.test(tree.read(path)));
  expect(writers.length).toBeGreaterThan(10);
  expect(writers.filter(path => /\.join\('[,;\t]'\)/.test(tree.read(path)))).toEqual([]);
});
