import { expect, test } from 'vitest';
import { addressText, ordinal } from './numerals.ts';

test.each([
  [0, '0x0000'],
  [0x594, '0x0594'],
  [0xdead_beef, '0xDEADBEEF'],
  [0x7f00_0000_0100, '0x7F00 0000 0100'],
])('address %i', (address, text) => {
  expect(addressText(address)).toBe(text);
});

test('ordinals', () => {
  expect([0, 1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).join(' ')).toBe(
    '0th 1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th',
  );
});
