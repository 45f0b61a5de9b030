import { describe, expect, test } from 'vitest';
import { checkSizes, lowered, placesOf } from './check-sizes.ts';
import { countCode } from './code-counts.ts';
import { treeFrom } from './tree.ts';

const linesOf = (n: number, line = 'let a = 1;') => `${line}\n`.repeat(n);
const functionOf = (lines: number) => `function f() {\n${linesOf(lines - 2)}}\n`;
const ratchet = (counts: object) =>
  JSON.stringify({ any: 0, suppressions: 0, longFiles: 0, longFunctions: 0, ...counts });

describe('counting', () => {
  test('the type any, and no other any', () => {
    const text = 'const a: any = 1; const b = a as any; type C = Map<string, any>; const any = 2; // any\n"any";';
    expect(countCode('a.ts', text).any).toBe(3);
  });

  test('silenced checks', () => {
    const text = ['ignore lint/x: y', 'expect-error', 'nocheck'];
    const comments = `// biome-${text[0]}\n// @ts-${text[1]}\n/* @ts-${text[2]} */\n// about biome\nconst a = '// @ts-ignore';`;
    expect(countCode('a.ts', comments).suppressions).toBe(3);
  });

  test('functions from 41 lines on, of every kind, and of TSX from 61', () => {
    expect(countCode('a.ts', functionOf(40)).longFunctions).toEqual([]);
    expect(countCode('a.tsx', functionOf(60)).longFunctions).toEqual([]);
    expect(countCode('a.tsx', functionOf(61)).longFunctions).toEqual([{ line: 1, lines: 61 }]);
    expect(countCode('a.ts', functionOf(41)).longFunctions).toEqual([{ line: 1, lines: 41 }]);
    expect(countCode('a.ts', `const f = () => {\n${linesOf(40)}};`).longFunctions).toHaveLength(1);
    expect(countCode('a.ts', `class A {\n  m() {\n${linesOf(40)}}\n}`).longFunctions).toEqual([{ line: 2, lines: 42 }]);
  });

  test('the lines of a file without its tables', () => {
    const rows = linesOf(200, "  { name: 'add', run: a => a },");
    expect(countCode('a.ts', `export const ROWS = [\n${rows}] as const;\nlet a = 1;\n`).lines).toBe(1);
    expect(countCode('a.ts', `const BY_NAME = new Map([\n${rows}]);\nlet a = 1;\nlet b = 2;\n`).lines).toBe(2);
    expect(countCode('a.ts', linesOf(200)).lines).toBe(200);
  });
});

describe('the ratchet', () => {
  const long = { 'src/a.ts': linesOf(301), 'src/b.ts': linesOf(300) };

  test('fails when a count rises above the recorded one, and names the places', () => {
    expect(checkSizes(treeFrom({ ...long, 'scripts/ratchet.json': ratchet({}) }))).toEqual([
      '1 files over 300 lines, 0 is the limit:',
      '  src/a.ts (301 lines)',
    ]);
    expect(checkSizes(treeFrom({ ...long, 'scripts/ratchet.json': ratchet({ longFiles: 1 }) }))).toEqual([]);
  });

  test('fails without a record', () => {
    expect(checkSizes(treeFrom(long))).toHaveLength(1);
  });

  test('leaves out tests, fixtures and generated files', () => {
    const aside = ['src/a.test.ts', 'src/fixtures/a.ts', 'src/a.generated.ts'];
    const tree = treeFrom(Object.fromEntries(aside.map(path => [path, `${linesOf(400)}const a: any = 1;`])));
    expect(placesOf(tree)).toEqual({ any: [], suppressions: [], longFiles: [], longFunctions: [] });
  });

  test('is only ever lowered', () => {
    const places = { any: [], suppressions: ['a'], longFiles: ['a', 'b'], longFunctions: ['a', 'b', 'c'] };
    const before = { any: 1, suppressions: 1, longFiles: 1, longFunctions: 9 };
    expect(lowered(before, places)).toEqual({ any: 0, suppressions: 1, longFiles: 1, longFunctions: 3 });
    expect(lowered(null, places)).toEqual({ any: 0, suppressions: 1, longFiles: 2, longFunctions: 3 });
  });
});
