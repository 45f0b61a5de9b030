import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

/** Most lines that both texts can keep, found by trying every choice of lines. */
function mostKept(before: readonly string[], after: readonly string[]): number {
  if (before.length === 0 || after.length === 0) return 0;
  const [first, ...rest] = before;
  const at = after.indexOf(first);
  const without = mostKept(rest, after);
  return at < 0 ? without : Math.max(without, 1 + mostKept(rest, after.slice(at + 1)));
}

test('a diff holds both texts, numbered, and keeps as many lines as can be kept', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const side = (name: 'before' | 'after') => lines.filter(line => line[name] !== null);
      expect(side('before').map(line => line.text)).toEqual(before);
      expect(side('after').map(line => line.text)).toEqual(after);
      for (const name of ['before', 'after'] as const)
        expect(side(name).map(line => line[name])).toEqual(side(name).map((_, i) => i + 1));
      expect(lines.filter(({ kind }) => kind === 'same')).toHaveLength(mostKept(before, after));
    }),
  );
});

test('what goes comes before what takes its place', () => {
  expect(lineDiff(['x', 'old', 'y'], ['x', 'new', 'y']).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same x',
    'removed old',
    'added new',
    'same y',
  ]);
});

test('texts too long to compare are replaced', () => {
  const lines = lineDiff(Array<string>(30_000).fill('a'), Array<string>(30_000).fill('b'));
  expect(lines).toHaveLength(60_000);
});
