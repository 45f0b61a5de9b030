import { expect, test } from 'vitest';
import { exhibits } from '../kit/exhibit/exhibits.ts';
import { KERNEL_PAGES } from './kernels.ts';

test('the menu has every kernel with a page once', () => {
  expect(KERNEL_PAGES.map(({ kernel }) => kernel).sort()).toEqual([...exhibits.keys()].sort());
});
