/** Results that double arithmetic alone would round wrongly: constructed near-ties, against exact arithmetic. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directed64 } from './directed64.ts';
import { fma32, toFloat } from './float-arithmetic.ts';
import { fma64 } from './fma64.ts';
import { add, divide, multiply, squareRoot } from './reference/exact-arithmetic.ts';
import { decode, encode, type FloatName } from './reference/exact-float.ts';

const view = new DataView(new ArrayBuffer(8));
const bits64 = (v: number): bigint => {
  view.setFloat64(0, v);
  return view.getBigUint64(0);
};
const bits32 = (v: number): bigint => {
  view.setFloat32(0, v);
  return BigInt(view.getUint32(0));
};

function exactFma(type: FloatName, a: number, b: number, c: number): bigint {
  const bits = type === 'f32' ? bits32 : bits64;
  const [x, y, z] = [a, b, c].map(v => decode(type, bits(v)));
  return encode(type, add(multiply(x, y), z));
}

const SMALL = fc.integer({ min: -40, max: 40 });

test('fma32: products near half a unit in the last place of the addend', () => {
  const ulp = 2 ** -23;
  const addend = fc.integer({ min: 0, max: 2 ** 23 - 1 }).map(n => 1 + n * ulp);
  fc.assert(
    fc.property(
      SMALL,
      SMALL,
      addend,
      fc.constantFrom(-1, 1),
      fc.integer({ min: -3, max: 3 }),
      (i, j, c, sign, shift) => {
        const a = Math.fround(2 ** (-12 + shift) * (1 + i * ulp));
        const b = Math.fround(sign * 2 ** (-12 - shift) * (1 + j * ulp));
        expect(bits32(fma32(a, b, c))).toBe(exactFma('f32', a, b, c));
        expect(bits32(fma32(a, b, -c))).toBe(exactFma('f32', a, b, -c));
      },
    ),
    { numRuns: 3000 },
  );
});

test('the naive sum is wrong there, so the test above can fail', () => {
  const naive = (a: number, b: number, c: number) => Math.fround(a * b + c);
  let wrong = 0;
  for (let i = 0; i < 1000; i++) {
    const [a, b, c] = [2 ** -12 * (1 + (i % 31) * 2 ** -23), 2 ** -12 * (1 - (i % 7) * 2 ** -23), 1 + i * 2 ** -23];
    if (bits32(naive(a, b, c)) !== exactFma('f32', Math.fround(a), Math.fround(b), c)) wrong++;
  }
  expect(wrong).toBeGreaterThan(0);
});

test('fma64: near-ties and cancellation', () => {
  const ulp = 2 ** -52;
  const addend = fc.integer({ min: 0, max: 2 ** 30 }).map(n => 1 + n * ulp);
  fc.assert(
    fc.property(SMALL, SMALL, addend, fc.constantFrom(-1, 1), (i, j, c, sign) => {
      const a = 2 ** -26 * (1 + i * ulp);
      const b = sign * 2 ** -27 * (1 + j * ulp);
      expect(bits64(fma64(a, b, c))).toBe(exactFma('f64', a, b, c));
      expect(bits64(fma64(1 + i * ulp, 1 + j * ulp, -c))).toBe(exactFma('f64', 1 + i * ulp, 1 + j * ulp, -c));
    }),
    { numRuns: 3000 },
  );
});

test.each(['rz', 'rm', 'rp'] as const)('%s steps to the neighbour', mode => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), v => {
      expect(bits32(toFloat(v, mode))).toBe(encode('f32', decode('f64', bits64(v)), mode));
    }),
    { numRuns: 2000 },
  );
});

test.each(['rz', 'rm', 'rp'] as const)(
  'f64 in the direction %s, near one, near zero and near the largest number',
  mode => {
    const ulp = 2 ** -52;
    const scaled = fc.tuple(SMALL, fc.constantFrom(1, -1, 2 ** -537, 2 ** -1022, 2 ** 511, -(2 ** 1023)));
    const number = scaled.map(([i, scale]) => (1 + i * ulp) * scale);
    const exact = (v: number) => decode('f64', bits64(v));
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        const [x, y, z] = [a, b, c].map(exact);
        const results = [
          [directed64('add', mode)(a, b, 0), add(x, y, mode)],
          [directed64('mul', mode)(a, b, 0), multiply(x, y)],
          [directed64('fma', mode)(a, b, c), add(multiply(x, y), z, mode)],
          [directed64('div', mode)(a, b, 0), divide(x, y)],
          [directed64('sqrt', mode)(a, 0, 0), squareRoot(x)],
        ] as const;
        for (const [actual, expected] of results)
          if (!Number.isNaN(actual)) expect(bits64(actual)).toBe(encode('f64', expected, mode));
      }),
      { numRuns: 1000 },
    );
  },
);
