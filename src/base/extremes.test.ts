import fc from 'fast-check';
import { expect, it } from 'vitest';
import { greatestOf, leastOf } from './extremes.ts';

it('are those of Math', () => {
  fc.assert(
    fc.property(fc.array(fc.double()), values => {
      expect([leastOf(values), greatestOf(values)]).toEqual([Math.min(...values), Math.max(...values)]);
    }),
  );
});

it('of a million values are found', () => {
  const values = Float64Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_003);
  expect([leastOf(values), greatestOf(values)]).toEqual([0, 1_000_002]);
});
