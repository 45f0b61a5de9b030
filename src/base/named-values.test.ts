import { expect, test } from 'vitest';
import { namedValues } from './named-values.ts';

test('each name has its value, in the order of the names', () => {
  const lengths = namedValues(['warp', 'lane', 'CTA'] as const, name => name.length);
  expect(Object.entries(lengths)).toEqual([
    ['warp', 4],
    ['lane', 4],
    ['CTA', 3],
  ]);
  expect(namedValues([], () => 1)).toEqual({});
});
