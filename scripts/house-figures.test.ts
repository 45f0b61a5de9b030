import { expect, test } from 'vitest';
import { figuresOf, figureTable, functionLengths } from './house-figures.ts';
import { treeFrom } from './tree.ts';

const TREE = treeFrom({
  'README.md': 'Text.\n',
  'src/base/bits.ts': 'export const a = 1;\nexport const b = 2;\n',
  'src/base/bits.test.ts': 'const a = 1;\n',
  'src/base/table.generated.ts': 'const a = 1;\n'.repeat(100),
  'src/page.tsx': 'function Page() {\n  return null;\n}\n',
  'src/panels/page.css': 'a {\n  b: c;\n}\n',
  'server/main.ts': 'const f = () => 1;\nfor (const n of [1].map(n => n)) f();\n',
});

test('code by folder; tests, generated files and style sheets apart', () => {
  expect(figuresOf(TREE)).toEqual({
    files: 7,
    code: {
      'src/base': { files: 1, lines: 2 },
      src: { files: 1, lines: 3 },
      server: { files: 1, lines: 2 },
    },
    tests: { files: 1, lines: 1 },
    css: { files: 1, lines: 3 },
    functions: { count: 2, p50: 1, p90: 3, longest: 3 },
  });
});

test('functions with a name of their own, and no callbacks', () => {
  const text = [
    'function a() {\n}',
    'const b = (n: number) =>\n  n +\n  1;',
    'class C {\n  d() {}\n}',
    'const e = { f: () => 1, g: 2 };',
    '[1].forEach(n => {\n  n;\n});',
  ].join('\n');
  expect(functionLengths('a.ts', text).sort()).toEqual([1, 1, 2, 3]);
});

test('one column of figures a tree', () => {
  const table = figureTable(
    new Map([
      ['before', figuresOf(TREE)],
      ['after', figuresOf(treeFrom({ 'a.ts': 'let a = 1;\n' }))],
    ]),
  );
  expect(table).toContain('| code lines                       |      7 |     1 |');
  expect(table).toContain('| lines of src/base                |      2 |     0 |');
});
