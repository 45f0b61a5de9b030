import { expect, it } from 'vitest';
import { bytes, compact, count, listed, utcMinute } from './numbers.ts';

it('groups thousands, names the unit and joins words', () => {
  expect(count(65536)).toBe('65,536');
  expect(bytes(4096)).toBe('4,096 B');
  expect([0, 992, 1000, 31744, 4_200_000].map(compact)).toEqual(['0', '992', '1K', '32K', '4.2M']);
  expect([listed([]), listed(['A']), listed(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C']);
});

it('writes dates as they are stored, wherever it is read', () => {
  const date = '2026-11-20T23:40:12.345Z';
  expect(utcMinute(date)).toBe('2026-11-20 23:40');
});
