import { expect, test } from 'vitest';
import { addressText, ordinal, timeText } from './numerals.ts';

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

test('times have a unit that suits them, and the digits asked for', () => {
  expect([0.5, 812, 999.9, 1000, 12_400, 999_999, 3_210_000].map(ns => timeText(ns))).toEqual([
    ...['0.500 ns', '812 ns', '1.00 µs', '1.00 µs', '12.4 µs', '1.00 ms', '3.21 ms'],
  ]);
  expect(timeText(78_839.3, 4)).toBe('78.84 µs');
});
