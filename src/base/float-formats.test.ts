import { describe, expect, it } from 'vitest';
import { BF16, decodeFloat, E4M3, E5M2, encodeFloat, F16, type FloatFormat } from './float-formats.ts';

interface Row {
  readonly name: string;
  readonly format: FloatFormat;
  readonly patterns: number;
  /** First pattern that is no finite number. */
  readonly firstSpecial: number;
}

const ROWS: readonly Row[] = [
  { name: 'f16', format: F16, patterns: 0x10000, firstSpecial: 0x7c00 },
  { name: 'bf16', format: BF16, patterns: 0x10000, firstSpecial: 0x7f80 },
  { name: 'e4m3', format: E4M3, patterns: 0x100, firstSpecial: 0x7f },
  { name: 'e5m2', format: E5M2, patterns: 0x100, firstSpecial: 0x7c },
];

const view = new DataView(new ArrayBuffer(8));

/** The next double away from zero (+1) or towards it (-1), for a positive number. */
function neighbour(value: number, step: 1 | -1): number {
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + BigInt(step));
  return view.getFloat64(0);
}

describe.each(ROWS)('$name', ({ format, patterns, firstSpecial }) => {
  it('gives every pattern back', () => {
    for (let pattern = 0; pattern < patterns; pattern++) {
      const value = decodeFloat(format, pattern);
      const expected = Number.isNaN(value) ? patterns / 2 - 1 : pattern;
      if (encodeFloat(format, value) !== expected) expect([pattern, encodeFloat(format, value)]).toBe(expected);
    }
  });

  it('rises with the pattern, by steps that double', () => {
    for (let pattern = 1; pattern < firstSpecial; pattern++) {
      const value = decodeFloat(format, pattern);
      if (!(value > decodeFloat(format, pattern - 1))) expect(pattern).toBe('larger than the one before');
    }
    expect(decodeFloat(format, firstSpecial - 1)).toBe(format.largestFinite);
    expect(Number.isFinite(decodeFloat(format, firstSpecial))).toBe(false);
  });

  it('rounds to nearest, ties to even, at every midpoint and on both its sides', () => {
    for (let low = 0; low < firstSpecial - 1; low++) {
      const middle = (decodeFloat(format, low) + decodeFloat(format, low + 1)) / 2;
      const even = low % 2 === 0 ? low : low + 1;
      const cases: [number, number][] = [
        [middle, even],
        [neighbour(middle, -1), low],
        [neighbour(middle, 1), low + 1],
      ];
      for (const [value, expected] of cases) {
        if (encodeFloat(format, value) !== expected)
          expect([value, encodeFloat(format, value)]).toEqual([value, expected]);
        if (encodeFloat(format, -value) !== patterns / 2 + expected) expect(-value).toBe(patterns / 2 + expected);
      }
    }
  });

  it('overflows half a step beyond the largest, not before', () => {
    const largest = firstSpecial - 1;
    const halfStep = (format.largestFinite - decodeFloat(format, largest - 1)) / 2;
    const edge = format.largestFinite + halfStep;
    expect(encodeFloat(format, neighbour(edge, -1))).toBe(largest);
    expect(encodeFloat(format, edge)).toBe(largest % 2 === 0 ? largest : format.overflow);
    expect(encodeFloat(format, neighbour(edge, 1))).toBe(format.overflow);
    for (const value of [1e30 * 1e30, 1e308, Number.POSITIVE_INFINITY]) {
      expect(encodeFloat(format, value)).toBe(format.overflow);
      expect(encodeFloat(format, -value)).toBe(patterns / 2 + format.overflow);
    }
  });

  it('keeps the sign of zero and of what rounds to it', () => {
    for (const value of [0, 5e-324, 1e-310]) {
      expect(encodeFloat(format, value)).toBe(0);
      expect(encodeFloat(format, -value)).toBe(patterns / 2);
    }
    expect(decodeFloat(format, patterns / 2)).toBe(-0);
  });
});

describe('known values', () => {
  it.each<[string, FloatFormat, number, number]>([
    ['f16 one', F16, 1, 0x3c00],
    ['f16 largest', F16, 65504, 0x7bff],
    ['f16 infinity', F16, 65520, 0x7c00],
    ['f16 smallest subnormal', F16, 2 ** -24, 1],
    ['f16 tie to zero', F16, 2 ** -25, 0],
    ['f16 third', F16, 1 / 3, 0x3555],
    ['bf16 one', BF16, 1, 0x3f80],
    ['bf16 pi', BF16, Math.PI, 0x4049],
    ['bf16 minus two', BF16, -2, 0xc000],
    ['e4m3 one', E4M3, 1, 0x38],
    ['e4m3 largest', E4M3, 448, 0x7e],
    ['e4m3 tie to the largest', E4M3, 464, 0x7e],
    ['e4m3 overflow', E4M3, 465, 0x7f],
    ['e4m3 smallest', E4M3, 2 ** -9, 1],
    ['e5m2 one', E5M2, 1, 0x3c],
    ['e5m2 largest', E5M2, 57344, 0x7b],
    ['e5m2 infinity', E5M2, 61440, 0x7c],
    ['e5m2 smallest', E5M2, 2 ** -16, 1],
  ])('%s', (_, format, value, pattern) => {
    expect(encodeFloat(format, value)).toBe(pattern);
  });

  it('NaN is all bits below the sign', () => {
    expect(ROWS.map(row => encodeFloat(row.format, Number.NaN))).toEqual([0x7fff, 0x7fff, 0x7f, 0x7f]);
  });

  it('bf16 is the upper half of f32', () => {
    for (let pattern = 0; pattern < 0x10000; pattern++) {
      view.setUint32(0, pattern * 0x10000);
      if (!Object.is(decodeFloat(BF16, pattern), view.getFloat32(0))) expect(pattern).toBe('the upper half');
    }
  });

  it('f16 is the f16 of the JavaScript engine, where it has one', () => {
    const Float16 = (globalThis as { Float16Array?: { from(values: number[]): { buffer: ArrayBuffer } } }).Float16Array;
    if (Float16 === undefined) return;
    const values = Array.from({ length: 4000 }, (_, i) => ((i * 2654435761) % 2 ** 32) * 2 ** ((i % 64) - 56));
    const expected = [...new Uint16Array(Float16.from(values).buffer)];
    expect(values.map(value => encodeFloat(F16, value))).toEqual(expected);
  });
});
