import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ELEMENT_TYPES } from '../../../trace/launch.ts';
import {
  ctasText,
  readCount,
  readCtas,
  readMultiple,
  readName,
  readTolerance,
  readValue,
  readValues,
} from './typed-text.ts';

const read = <T>(reading: { readonly ok: boolean; readonly value?: T }): T | null =>
  reading.ok ? (reading.value ?? null) : null;

describe('what is typed', () => {
  it.each([
    ['s32', '-7', -7],
    ['u64', '18446744073709551615', '18446744073709551615'],
    ['u64', '0xffffffffffffffff', '18446744073709551615'],
    ['s64', '-9223372036854775808', '-9223372036854775808'],
    ['u8', '255', 255],
    ['f32', '1.5f', 1.5],
    ['f16', '-.5e1', -5],
    ['u8', '256', null],
    ['s32', '1.5', null],
    ['s32', '', null],
    ['u32', '-1', null],
    ['f32', '1,5', null],
    ['f32', 'NaN', null],
    ['u64', '18446744073709551616', null],
  ] as const)('%s: %s', (type, text, value) => {
    expect(read(readValue(type)(text))).toBe(value);
  });

  it('reads counts, lists, ranges, names', () => {
    expect(read(readCount(1, 2 ** 30, '')('1,048,576'))).toBe(1_048_576);
    expect(read(readCount(1, 10, '')('11'))).toBeNull();
    expect(['32', '24', '-16', '80'].map(text => read(readMultiple(16, 64, '')(text)))).toEqual([32, null, null, null]);
    expect(read(readValues('s32')('1, 2;3\n 4'))).toEqual([1, 2, 3, 4]);
    expect(readValues('u8')('1 2 300')).toMatchObject({ error: expect.stringContaining('value 2, "300"') });
    expect(read(readCtas(12)('8-11, 0,9'))).toEqual([0, 8, 9, 10, 11]);
    expect(read(readCtas(12)('12'))).toBeNull();
    expect(read(readCtas(2 ** 31)('0-2147483647'))).toBeNull();
    expect(read(readName(['x'])('y'))).toBe('y');
    expect(read(readName(['x'])('x'))).toBeNull();
    expect(read(readName([])('a b'))).toBeNull();
    expect(read(readTolerance('1e-5'))).toBe(1e-5);
    expect(read(readTolerance('-1'))).toBeNull();
  });

  it('reads back every set of CTAs', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(999), { minLength: 1 }), numbers => {
        const sorted = numbers.sort((a, b) => a - b);
        expect(read(readCtas(1000)(ctasText(sorted)))).toEqual(sorted);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...ELEMENT_TYPES), (text, type) => {
        readValues(type)(text);
        readCtas(100)(text);
        readCount(0, 9, '')(text);
        readTolerance(text);
      }),
    );
  });
});
