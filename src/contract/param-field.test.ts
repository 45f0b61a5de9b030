import { expect, test } from 'vitest';
import { nearestInRange } from './param-field.ts';

test('any number leads to an allowed value', () => {
  const base = { kind: 'range', min: 0, max: 1000, step: 16, unit: 'B' } as const;
  expect([-5, 7, 8, 20, 999, 4000].map(value => nearestInRange(base, value))).toEqual([0, 0, 16, 16, 992, 992]);
  const odd = { kind: 'range', min: 3, max: 9, step: 4, unit: '' } as const;
  expect([0, 4.9, 5.1, 9].map(value => nearestInRange(odd, value))).toEqual([3, 3, 7, 7]);
});
