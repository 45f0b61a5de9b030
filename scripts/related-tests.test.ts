import { expect, test } from 'vitest';
import { relatedTests } from './related-tests.ts';
import { treeFrom } from './tree.ts';

const importing = (...paths: readonly string[]): string => paths.map(path => `import '${path}';`).join('\n');

const tree = treeFrom({
  'src/base/bits.ts': '',
  'src/base/bits.test.ts': importing('./bits.ts'),
  'src/model/bank.ts': importing('../base/bits.ts'),
  'src/model/cost.ts': importing('./bank.ts'),
  'src/model/cost.test.ts': importing('./cost.ts'),
  'src/model/cost.long.test.ts': importing('./cost.ts'),
  'src/app/page.browser.test.ts': importing('../model/cost.ts'),
  'src/other/other.test.ts': '',
  'src/model/README.md': '',
});

test('tests that lead to a change belong to it, long ones and browser tests do not', () => {
  expect(relatedTests(tree, ['src/base/bits.ts'])).toEqual(['src/base/bits.test.ts', 'src/model/cost.test.ts']);
  expect(relatedTests(tree, ['src/model/cost.ts'])).toEqual(['src/model/cost.test.ts']);
});

test('a changed test belongs to itself, whatever its tier', () => {
  expect(relatedTests(tree, ['src/model/cost.long.test.ts'])).toEqual([
    'src/model/cost.long.test.ts',
    'src/model/cost.test.ts',
  ]);
});

test('what is no code, or is gone, belongs to the tests beside it', () => {
  expect(relatedTests(tree, ['src/model/README.md', 'src/other/gone.ts'])).toEqual([
    'src/model/cost.test.ts',
    'src/other/other.test.ts',
  ]);
});

test('of a hub, tests beside it and those that import it directly', () => {
  const many = Array.from({ length: 70 }, (_, i) => [
    [`src/m/m${i}.ts`, importing('../base/hub.ts')],
    [`src/m/m${i}.test.ts`, importing(`./m${i}.ts`)],
  ]).flat();
  const hub = treeFrom({
    ...Object.fromEntries(many),
    'src/base/hub.ts': '',
    'src/base/hub.test.ts': importing('./hub.ts'),
    'src/x/direct.test.ts': importing('../base/hub.ts'),
  });
  expect(relatedTests(hub, ['src/base/hub.ts'])).toEqual(['src/base/hub.test.ts', 'src/x/direct.test.ts']);
});
