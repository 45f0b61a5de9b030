import { expect, test } from 'vitest';
import { parseTestOptions } from './test-options.ts';

const TIER = ['unit', 'alone', 'browser'];
const LONG = ['long', 'long browser'];

test.each([
  { words: [], scope: { kind: 'whole' }, projects: TIER },
  { words: ['--all'], scope: { kind: 'whole' }, projects: [...TIER, ...LONG] },
  { words: ['--rest'], scope: { kind: 'none' }, projects: LONG },
  { words: ['--changed'], scope: { kind: 'changed' }, projects: TIER },
  { words: ['src/model'], scope: { kind: 'paths', paths: ['src/model'] }, projects: TIER },
  { words: ['src/model', '--all'], scope: { kind: 'paths', paths: ['src/model'] }, projects: [...TIER, ...LONG] },
])('npm test $words', ({ words, scope, projects }) => {
  expect(parseTestOptions(words)).toEqual({ ok: true, value: { scope, projects, minutes: null } });
});

test('a limit of time', () => {
  expect(parseTestOptions(['--rest', '--minutes', '2.5'])).toMatchObject({ ok: true, value: { minutes: 2.5 } });
});

test.each([
  { words: ['--fast'], says: '--fast' },
  { words: ['--minutes', 'x'], says: '--minutes x' },
  { words: ['--minutes', '0'], says: '--minutes 0' },
  { words: ['--all', '--changed'], says: 'exclude one another' },
  { words: ['--rest', 'src'], says: 'paths go with --all only' },
])('$words is refused in words', ({ words, says }) => {
  expect(parseTestOptions(words)).toMatchObject({ ok: false, error: expect.stringContaining(says) });
});
