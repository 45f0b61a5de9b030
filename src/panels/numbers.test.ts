import { expect, it } from 'vitest';
import { bytes, count, listed } from './numbers.ts';

it('groups thousands, names the unit and joins words', () => {
  expect(count(65536)).toBe('65,536');
  expect(bytes(4096)).toBe('4,096 B');
  expect([listed([]), listed(['A']), listed(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C']);
});
