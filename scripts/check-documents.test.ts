import { expect, test } from 'vitest';
import { checkDocuments } from './check-documents.ts';
import { treeFrom } from './tree.ts';

const FILES = { 'src/base/bits.ts': '', 'src/base/README.md': 'Bits.\n', 'docs/bench.md': 'Speeds.\n' };
const check = (files: Readonly<Record<string, string>>) => checkDocuments(treeFrom({ ...FILES, ...files }));

test('what is there may be named, from the root and from the folder', () => {
  const text =
    '[bits](src/base), `src/base/`, [speeds](docs/bench.md#emulator), [web](https://a.b/c.md), [here](#bits)\n';
  expect(check({ 'README.md': text, 'src/base/words.ts': '/** See README.md and src/base/bits.ts. */\n' })).toEqual([]);
});

test.each([
  ['README.md', 'see [gone](docs/gone.md)', 'docs/gone.md'],
  ['README.md', 'in `src/gone/`', 'src/gone/'],
  ['docs/a.md', '[gone](src/base)', 'src/base'],
  ['src/base/a.ts', '/** See gone.md. */', 'gone.md'],
  ['src/base/a.css', '/* as src/base/gone.ts has it */', 'src/base/gone.ts'],
])('%s: %s', (path, text, target) => {
  const found = check({ [path]: `\n${text}\n` });
  expect([...new Set(found)]).toEqual([`${path}:2 names ${target}, which does not exist`]);
});

test('tests may name what they make up', () => {
  expect(check({ 'scripts/a.test.ts': "const path = 'src/gone.ts';" })).toEqual([]);
});
