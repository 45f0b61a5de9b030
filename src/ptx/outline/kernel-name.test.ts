/** Names of functions as the source has them. */
import { expect, test } from 'vitest';
import { functionNameOf } from './kernel-name.ts';

test.each([
  ['', 'a function'],
  ['__assertfail', '__assertfail'],
  ['_RNvNtCs2DxGA1hvVcO_4core9panicking18panic_bounds_check', 'panic_bounds_check'],
  ['_RINvNtNtCs2DxGA1hvVcO_4core5slice8heapsort8heapsortlE', 'heapsort'],
  ['_RNvC1k4main', 'main'],
  ['_RNvXs_Cs2zO1CNtWFRx_1kNtB4_6CircleNtB4_5Shape4area', '_RNvXs_Cs2zO1CNtWFRx_1kNtB4_6CircleNtB4_5Shape4area'],
  ['_RNvNtCs2DxGA1hvVcO_4core', '_RNvNtCs2DxGA1hvVcO_4core'],
])('%s is %s', (mangled, name) => {
  expect(functionNameOf(mangled)).toBe(name);
});
