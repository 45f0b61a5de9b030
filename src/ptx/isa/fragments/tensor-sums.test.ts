/** Sums of products with digits cut off: by hand, and against the same in integers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExponentMatrix } from './exponent-matrix.ts';
import { AFTER_STEP, KEPT_PLACES, stepsOf, sumFrom } from './tensor-sums.ts';

const LEAST_F16 = -14;

function matrixOf(values: readonly number[]): ExponentMatrix {
  const matrix = new ExponentMatrix(values.length);
  matrix.values.set(values);
  matrix.note(values.length, LEAST_F16);
  return matrix;
}

const sum = (
  start: number,
  a: readonly number[],
  b: readonly number[],
  type: 'f16' | 'f32' = 'f32',
  stepDepth = a.length,
) =>
  sumFrom(
    start,
    { a: matrixOf(a), b: matrixOf(b), stepDepth, depth: a.length, keptPlaces: KEPT_PLACES, round: AFTER_STEP[type] },
    0,
    0,
  );

describe('by hand', () => {
  test('what lies further than 25 places below the largest is cut off, number by number', () => {
    expect(sum(1, [2 ** -13, 2 ** -13], [2 ** -13, 2 ** -13])).toBe(1);
    expect(sum(0, [1, -1, 2 ** -13], [1, 1, 2 ** -12])).toBe(2 ** -25);
    expect(sum(0, [1, -1, 2 ** -13], [1, 1, 2 ** -13])).toBe(0);
  });

  test('a product counts by the exponents of its factors', () => {
    // 1.5 * 1.5 is above 2, and 2^-25 is kept all the same.
    expect(sum(0, [1.5, -1.5, 2 ** -13], [1.5, 1.5, 2 ** -12])).toBe(2 ** -25);
    expect(sum(0, [2, -2, 2 ** -13], [1.125, 1.125, 2 ** -12])).toBe(0);
  });

  test('an f32 sum is cut, an f16 sum is rounded', () => {
    const most = 2 - 2 ** -10;
    expect(sum(2, [2 ** -12, 2 ** -13], [most, most * 2 ** -1])).toBe(
      2 + Math.floor((2 ** -12 + 2 ** -14) * most * 2 ** 22) / 2 ** 22,
    );
    expect(sum(1, [2 ** -11, 2 ** -12], [1, 1], 'f16')).toBe(1 + 2 ** -10);
    expect(sum(1, [2 ** -11], [1], 'f16')).toBe(1);
  });

  test('zero has no sign; infinities and NaN go their way', () => {
    expect(sum(-0, [-0, 0], [1, -1])).toBe(0);
    expect(sum(1, [Number.POSITIVE_INFINITY, 1], [2, 1])).toBe(Number.POSITIVE_INFINITY);
    expect(sum(1, [Number.POSITIVE_INFINITY, 1], [0, 1])).toBe(Number.NaN);
    expect(sum(Math.fround(3e38), [60000], [60000])).toBe(Math.fround(3e38));
    expect(sum(2 ** 127, [2 ** 15, 1], [1, 1])).toBe(2 ** 127);
  });

  test('steps cut one after the other', () => {
    expect(sum(0, [1, 2 ** -13, -1, 0], [1, 2 ** -12, 1, 0])).toBe(2 ** -25);
    expect(sum(0, [1, 2 ** -13, -1, 0], [1, 2 ** -12, 1, 0], 'f32', 2)).toBe(0);
  });
});

test('numbers within 25 places of each other are added exactly, then cut', () => {
  const small = fc.integer({ min: -2047, max: 2047 });
  fc.assert(
    fc.property(fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 16 }), pairs => {
      const exact = pairs.reduce((all, [x, y]) => all + x * y, 0);
      const places = Math.max(0, Math.ceil(Math.log2(Math.abs(exact) + 1)) - 24);
      const expected = Math.trunc(exact / 2 ** places) * 2 ** places;
      expect(
        sum(
          0,
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
        ),
      ).toBe(expected + 0);
    }),
  );
});

test('products of 8 bits take pairs of columns by turns', () => {
  expect(stepsOf('e4m3', 8)).toEqual({
    order: Uint8Array.of(0, 1, 4, 5, 2, 3, 6, 7),
    stepDepth: 4,
    startsAtZero: true,
  });
  const matrix = matrixOf([0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17]);
  matrix.order(2, stepsOf('e5m2', 8).order!);
  expect([...matrix.values]).toEqual([0, 1, 4, 5, 2, 3, 6, 7, 10, 11, 14, 15, 12, 13, 16, 17]);
});
