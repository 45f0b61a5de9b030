import { expect, test } from 'vitest';
import { checkCircles, circlesOf } from './check-circles.ts';
import { treeFrom } from './tree.ts';

const to = (...names: string[]) => names.map(name => `import '${name}';`).join('\n');

test('modules that do not come back are in no circle', () => {
  const tree = treeFrom({ 'src/a.ts': to('./b.ts', './c.ts'), 'src/b.ts': to('./c.ts'), 'src/c.ts': '' });
  expect(circlesOf(tree)).toEqual([]);
  expect(checkCircles(tree, 0)).toEqual([]);
});

test.each([
  ['imports', "import { b } from './b.ts';"],
  ['types', "import type { B } from './b.ts';"],
  ['a type written as an import', "export type A = import('./b.ts').B;"],
  ['re-exports', "export * from './b.ts';"],
  ['what is loaded later', "export const load = () => import('./b.ts');"],
])('a circle of %s is found, with all its modules', (_, text) => {
  const tree = treeFrom({
    'src/a.ts': text,
    'src/b.ts': to('./c.ts', './d.ts'),
    'src/c.ts': to('./a.ts'),
    'src/d.ts': '',
    'src/e.ts': to('./a.ts'),
  });
  expect(circlesOf(tree)).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']]);
  expect(checkCircles(tree, 2)).toEqual([
    '3 modules import each other in circles, 2 is the limit:',
    '  src/a.ts src/b.ts src/c.ts',
  ]);
  expect(checkCircles(tree, 3)).toEqual([]);
});

test('two circles that share a module are one; circles beside each other are two', () => {
  const tree = treeFrom({
    'src/a.ts': to('./b.ts', './c.ts'),
    'src/b.ts': to('./a.ts'),
    'src/c.ts': to('./a.ts', './x.ts'),
    'src/x.ts': to('./y.ts'),
    'src/y.ts': to('./x.ts'),
    'src/self.ts': to('./self.ts'),
  });
  expect(circlesOf(tree).sort()).toEqual([
    ['src/a.ts', 'src/b.ts', 'src/c.ts'],
    ['src/self.ts'],
    ['src/x.ts', 'src/y.ts'],
  ]);
});

test("a worker's address is no import of its thread", () => {
  const worker = "new Worker(new URL('./b.ts', import.meta.url)); import url from './b.ts?worker&url';";
  expect(circlesOf(treeFrom({ 'src/a.ts': worker, 'src/b.ts': to('./a.ts') }))).toEqual([]);
});
