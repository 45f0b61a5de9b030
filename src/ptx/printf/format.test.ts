import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printed } from './format.ts';
import { textOfBytes } from './text.ts';

const doubles = (...values: number[]): Uint8Array => new Uint8Array(new Float64Array(values).buffer);
const words = (...values: number[]): Uint8Array => new Uint8Array(new Int32Array(values).buffer);
const longs = (...values: bigint[]): Uint8Array => new Uint8Array(new BigInt64Array(values).buffer);
const textOf = (format: string, bytes: Uint8Array): string | undefined => printed(format, bytes, () => 'text')?.text;

describe('numbers come back', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

  test.each(['%.17g', '%.17e', '%+.20g', '%#.17G'])('from %s', format => {
    fc.assert(fc.property(finite, x => Object.is(Number(textOf(format, doubles(x))), x)));
  });

  test('from %a', () => {
    const parts = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/;
    fc.assert(
      fc.property(finite, x => {
        const [, sign, first, fraction = '', power] = parts.exec(textOf('%a', doubles(x))!)!;
        // The multiplication has two steps, since the smallest powers of two are no numbers by themselves.
        const half = Math.trunc(Number(power) / 2);
        const mantissa = Number(first) + (fraction === '' ? 0 : Number.parseInt(fraction, 16) / 16 ** fraction.length);
        return Object.is(mantissa * 2 ** half * 2 ** (Number(power) - half) * (sign ? -1 : 1), x);
      }),
    );
  });

  test('from %d %u %x %o and their long forms', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), x => {
        const unsigned = BigInt.asUintN(64, x);
        const expected = `${x} ${unsigned} ${unsigned.toString(16)} ${unsigned.toString(8)}`;
        expect(textOf('%lld %llu %lx %lo', longs(x, x, x, x))).toBe(expected);
        const word = Number(BigInt.asIntN(32, x));
        expect(textOf('%d %u %X', words(word, word, word))).toBe(
          `${word} ${word >>> 0} ${(word >>> 0).toString(16).toUpperCase()}`,
        );
      }),
    );
  });
});

test.each<[string, Uint8Array, string]>([
  ['%.0f %.0f %.0f %.1f', doubles(0.5, 1.5, 2.5, 0.25), '0 2 2 0.2'],
  ['%.3f', doubles(1e23), '99999999999999991611392.000'],
  [
    '%f %F %e %G',
    doubles(Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN),
    'nan -INF inf NAN',
  ],
  ['%05f|%-8f|', doubles(Number.POSITIVE_INFINITY, Number.NaN), '  inf|nan     |'],
  ['%g %g %g %g', doubles(100000, 1e6, 0.0001, 0.00001), '100000 1e+06 0.0001 1e-05'],
  ['%g %#g %.0g %g', doubles(1, 1, 1234, 0), '1 1.00000 1e+03 0'],
  ['%g %.3g %e', doubles(999999.5, 9.995, 9.9999996), '1e+06 9.99 1.000000e+01'],
  ['%e %.0e %#.0e', doubles(0, 5e-324, 1), '0.000000e+00 5e-324 1.e+00'],
  ['%a %a %.0a %.15a', doubles(-0, 5e-324, 1.5, 1), '-0x0p+0 0x0.0000000000001p-1022 0x2p+0 0x1.000000000000000p+0'],
  ['%010.3f|%+08d|%-+8.3d|', new Uint8Array([...doubles(-3.1419), ...words(42, 42)]), '-00003.142|+0000042|+042    |'],
  ['%#x %#o %#.3x %.0d|%#10x|%#010x', words(0, 0, 5, 0, 255, 255), '0 0 0x005 |      0xff|0x000000ff'],
  ['%hhd %hd %hu', words(300, 70000, -1), '44 4464 65535'],
  ['%c%c|%3s|%.2s|%-6s|', new Uint8Array([...words(72, 105), ...longs(1n, 1n, 1n)]), 'Hi|text|te|text  |'],
  ['%s %p %p', longs(0n, 0n, 255n), '(null) (nil) 0xff'],
  ['%*d|%*d|%.*f', new Uint8Array([...words(5, 1, -5, 2, 1, 0), ...doubles(2.25)]), '    1|2    |2.2'],
  ['100%% %y %', words(1), '100% %y %'],
])('%s', (format, bytes, expected) => {
  expect(textOf(format, bytes)).toBe(expected);
});

test('arguments lie at multiples of their size', () => {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 7, true);
  view.setFloat64(8, 0.5, true);
  view.setInt32(16, 9, true);
  view.setBigInt64(24, -1n, true);
  expect(printed('%d %.1f %d %lld', bytes, () => '')).toEqual({ text: '7 0.5 9 -1', count: 4 });
});

test('an argument too many is no text', () => {
  expect(printed('%d %d', words(1), () => '')).toBeNull();
  expect(printed('%s', words(1), () => expect.fail('read a string'))).toBeNull();
});

test('a field of any width ends', () => {
  expect(textOf('%999999999d', words(1))).toHaveLength(4096);
  expect(textOf('%.999999999f', doubles(1e308))?.length).toBeLessThan(5000);
});

test('bytes are UTF-8, or characters of their own', () => {
  expect(textOfBytes(new TextEncoder().encode('a%20 é ∑ 😀\n'))).toBe('a%20 é ∑ 😀\n');
  expect(textOfBytes(new Uint8Array([65, 0xff, 0x80]))).toBe('A\u00ff\u0080');
});
