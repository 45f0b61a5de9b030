import { expect, test } from 'vitest';
import { bulkBlock } from './bulk-blocks.ts';

test('more shared memory makes no larger blocks than 48 KiB hold', () => {
  const canonical = { shape: [112, 15, 15, 15, 5, 32], perm: [5, 4, 3, 2, 1, 0] };
  const planned = (kib: number) => bulkBlock({ canonical, elementBytes: 4 }, kib * 1024);
  expect(planned(227)).toEqual(planned(48));
  expect(planned(16).sharedBytes).toBeLessThanOrEqual(16 * 1024);
});
