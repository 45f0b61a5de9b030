import { expect, test } from 'vitest';
import { addressFormula, bankText, elementFormula } from './address-text.ts';
import { tile } from './cases/builders.ts';

const at = { row: 11, column: 5 };
const square = { rows: 32, columns: 32 };

test('words, padded and not', () => {
  expect(elementFormula(tile(square), at)).toBe('word 357 = 11·32 + 5');
  expect(addressFormula(tile(square), at)).toBe('0x0594 → bank 5');
  expect(elementFormula(tile({ ...square, pad: 1 }), at)).toBe('word 368 = 11·33 + 5');
  expect(addressFormula(tile({ ...square, pad: 1 }), at)).toBe('0x05C0 → bank 16');
});

test('a swizzled column names both terms', () => {
  const layout = tile({ ...square, xor: true });
  expect(elementFormula(layout, at)).toBe('word 366 = 11·32 + (5 ⊕ 11)');
  expect(addressFormula(layout, at)).toBe('0x05B8 → bank 14');
});

test('a base address is added in view', () => {
  expect(addressFormula(tile({ ...square, baseBytes: 0x400 }), at)).toBe('0x0400 + 0x0594 = 0x0994 → bank 5');
});

test('narrow and wide elements', () => {
  expect(elementFormula(tile({ ...square, elementBytes: 2 }), at)).toBe('element 357 = 11·32 + 5');
  expect(addressFormula(tile({ ...square, elementBytes: 2 }), at)).toBe('0x02CA → bank 18, byte 2');
  expect(addressFormula(tile({ ...square, elementBytes: 8 }), at)).toBe('0x0B28 → banks 10–11');
  expect(bankText(0x70, 16)).toBe('banks 28–31');
});
