import { expect, test } from 'vitest';
import { catalog } from '../src/kernels/catalog.ts';
import { checkPtx } from './build-ptx-check.ts';
import { buildsOf, sourcesOf } from './build-ptx-plan.ts';
import { MANIFEST_PATH, pagePath, sourceAt } from './kernel-source-paths.ts';
import { projectRoot, type Tree, treeOf } from './tree.ts';

const tree = treeOf(projectRoot);
const transpose = catalog.get('transpose')!;
const PTX = `public/ptx/${buildsOf(transpose)[0].output}`;

const withText = (path: string, text: string): Tree => ({
  paths: [...new Set([...tree.paths, path])],
  read: p => (p === path ? text : tree.read(p)),
});
const without = (path: string): Tree => ({ ...tree, paths: tree.paths.filter(p => p !== path) });
const check = (changed: Tree) => checkPtx(changed, [transpose]);

const leftOut = tree.read(MANIFEST_PATH).replace('"transpose/xor.cu"', '"transpose/other.cu"');

test('the committed PTX belongs to the committed sources', () => {
  expect(checkPtx(tree, catalog.values())).toEqual([]);
});

test('a header is a source too', () => {
  expect(sourcesOf(tree, transpose)).toContain('cuda/kernels/transpose/transpose.cuh');
});

test('the page finds each source that the manifest names', () => {
  const sources = [...catalog.values()].flatMap(kernel => sourcesOf(tree, kernel));
  expect(sources.map(source => sourceAt(pagePath(source)))).toEqual(sources);
});

test.each([
  ['a changed source', withText('cuda/kernels/transpose/xor.cu', '// other'), 'older than its sources'],
  ['a changed header', withText('cuda/kernels/transpose/transpose.cuh', '// other'), 'older than its sources'],
  ['a changed PTX file', withText(PTX, '// other'), 'not what the manifest says'],
  ['a missing PTX file', without(PTX), 'is missing'],
  ['a PTX file of no build', withText('public/ptx/transpose/old/tile-16.sm_90.ptx', ''), 'belongs to no build'],
  ['a copy of a source', withText('public/ptx/transpose/xor.cu', '// other'), 'belongs to no build'],
  [
    'a source that the manifest leaves out',
    withText(MANIFEST_PATH, leftOut),
    'leaves out cuda/kernels/transpose/xor.cu',
  ],
  ['no manifest', without('public/ptx/manifest.json'), 'manifest.json is missing'],
])('%s is found', (_, changed, message) => {
  expect(check(changed)).toEqual([expect.stringContaining(message)]);
});

test('no committed PTX names a folder of the machine that built it', () => {
  const files = tree.paths.filter(path => path.startsWith('public/ptx/') && path.endsWith('.ptx'));
  const named = files.flatMap(path => [...tree.read(path).matchAll(/^\s*\.file\s+\d+ "([^"]*)"/gm)].map(m => m[1]));
  expect(named.length).toBeGreaterThanOrEqual(files.length);
  expect(named.filter(name => !/^(cuda|toolkit)\//.test(name))).toEqual([]);
});
