import { describe, expect, test } from 'vitest';
import { checkPatterns, isSlow } from './check-patterns.ts';
import { treeFrom } from './tree.ts';

const slow = ({ source, flags }: RegExp) => isSlow({ source, flags });

describe('a pattern is slow', () => {
  test.each<[string, RegExp]>([
    ['two repeats of the same text', /^(a+)+$/],
    ['two neighbours that share a character', /^\w*\d*;$/],
    ['line starts and what spans lines', /^(\s*\.file\s+\d+ )"([^"]+)"/gm],
    ['a run that the search starts again at each place', /\s+$/],
    ['a run with an end that does not come', /\d+ bytes/],
    ['a comment that is never closed', /\/\*[\s\S]*?\*\//g],
    ['an angle bracket that is never closed', /static_cast<[^>]*>/g],
    ['a word of several characters', /(?:ab|a|b)*c/],
    ['too many counted repeats to judge', /^\w{1,9999}$/],
    ['a look-ahead over the rest', /\B(?=(.{4})+$)/g],
  ])('%s', (_, pattern) => expect(slow(pattern)).toBe(true));
});

describe('a pattern is quick', () => {
  test.each<[string, RegExp]>([
    ['a run that any character ends', /\w+/g],
    ['line starts and what stays on the line', /^[ \t]*\.file[ \t]+\d+[ \t]"[^"\n]+"/gm],
    ['a run at a word boundary', /\b\d+[uU]+\b/g],
    ['one place only', /\s*(?:\d+\.?\d*|[a-z]+)/y],
    ['the whole text', /^[a-z0-9]+(?:-[a-z0-9]+)*$/],
    ['a limited run', /[0-9a-f]{1,40}$/],
  ])('%s', (_, pattern) => expect(slow(pattern)).toBe(false));
});

const SLOW = 'export const trimmed = (text: string) =>\n  text.replace(/\\s+$/, "");\n';

test('a slow pattern is named with its place', () => {
  const tree = treeFrom({ 'cli/a.ts': SLOW, 'cli/a.test.ts': SLOW, 'cli/b.ts': 'new RegExp(`\\\\s+${name}`, "g");' });
  expect(checkPatterns(tree, [])).toEqual([
    'cli/a.ts:2 /\\s+$/ reads some texts again and again',
    'cli/b.ts:1 /\\s+x/g reads some texts again and again',
  ]);
});

test('the list of patterns over short texts is exact', () => {
  const listed = { path: 'cli/a.ts', source: '\\s+$', reason: 'one argument' };
  expect(checkPatterns(treeFrom({ 'cli/a.ts': SLOW }), [listed])).toEqual([]);
  expect(checkPatterns(treeFrom({}), [listed])).toEqual([expect.stringContaining('which is not slow there')]);
});
