import { expect, test } from 'vitest';
import { firstCodeChange } from './first-code-change.ts';

const same = (text: string) => ({ kind: 'same', text }) as const;
const added = (text: string) => ({ kind: 'added', text }) as const;
const removed = (text: string) => ({ kind: 'removed', text }) as const;

test('comments and empty lines are passed over', () => {
  const lines = [
    removed('// Tiled.'),
    added('/* Padded.'),
    added(' * By one word. */'),
    added(''),
    same('{'),
    added('x;'),
  ];
  expect(firstCodeChange(lines)).toBe(5);
});

test('a removed line of code counts as well', () => {
  expect(firstCodeChange([same('a;'), removed('  b;'), added('c;')])).toBe(1);
});

test('where only comments change, the first of them', () => {
  expect(firstCodeChange([same('a;'), added('// b')])).toBe(1);
});

test('without a change there is none', () => {
  expect(firstCodeChange([same('a;')])).toBe(-1);
});
