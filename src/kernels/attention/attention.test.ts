import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BF16, F16 } from '../../base/float-formats.ts';
import { CTA_SHARED_BYTES, SWIZZLE_REPEAT_BYTES } from '../../base/hardware.ts';
import { sharedBytes, sharedPlaces, slabsOf, warpBoxes } from './build.ts';
import { kernel } from './index.ts';
import { exactInputs } from './inputs.ts';
import { headsOf, keysOf, schema } from './params.ts';
import { binaryLogarithm, powerOfTwo } from './power-of-two.ts';
import { numbersOf } from './reference.ts';
import { attentionRow, type RowOperands, roundedRow } from './rows.ts';
import { takesMaps, variants } from './variants.ts';

const numbers = (length: number, most: number) =>
  fc
    .array(fc.integer({ min: -256, max: 256 }), { minLength: length, maxLength: length })
    .map(values => Float64Array.from(values, value => (value / 256) * most));

/** Some keys of 8 columns. */
const rows: fc.Arbitrary<RowOperands> = fc.integer({ min: 1, max: 12 }).chain(keys =>
  fc.record({
    q: numbers(8, 4),
    k: numbers(8 * keys, 4),
    v: numbers(8 * keys, 1),
    scaleLog2: fc.constant(Math.LOG2E / Math.sqrt(8)),
  }),
);

describe('powers and logarithms', () => {
  it('are within 2^-46 of what the runtime has', () => {
    fc.assert(
      fc.property(fc.double({ min: -100, max: 0, noNaN: true }), x => {
        expect(Math.abs(powerOfTwo(x) / 2 ** x - 1)).toBeLessThan(2 ** -46);
        const sum = 1 - x;
        expect(Math.abs(binaryLogarithm(sum) - Math.log2(sum))).toBeLessThan(2 ** -46);
      }),
    );
  });

  it('of whole numbers are exact', () => {
    for (let x = -100; x <= 0; x++) expect(powerOfTwo(x)).toBe(2 ** x);
    expect(powerOfTwo(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(binaryLogarithm(1024)).toBe(10);
  });
});

describe('a row of attention', () => {
  it('is a mean of the values, whatever is added to all scores', () => {
    fc.assert(
      fc.property(rows, operands => {
        const { o, lse } = roundedRow(operands, BF16);
        const least = Math.min(...operands.v);
        const most = Math.max(...operands.v);
        for (const value of o) {
          expect(value).toBeGreaterThanOrEqual(least - 1e-12);
          expect(value).toBeLessThanOrEqual(most + 1e-12);
        }
        const { largest, sum } = attentionRow(operands);
        expect(lse).toBeGreaterThanOrEqual(largest * Math.LN2 - 1e-12);
        expect(sum).toBeLessThanOrEqual(operands.v.length / 8);
      }),
    );
  });

  it('does not change with the order of the keys, but for rounding', () => {
    fc.assert(
      fc.property(rows, operands => {
        const reversed = (matrix: Float64Array) =>
          Float64Array.from(matrix, (_, i) => matrix[matrix.length - 8 * Math.floor(i / 8) - 8 + (i % 8)]);
        const other = roundedRow({ ...operands, k: reversed(operands.k), v: reversed(operands.v) }, F16);
        for (const [i, value] of roundedRow(operands, F16).o.entries()) expect(other.o[i]).toBeCloseTo(value, 10);
      }),
    );
  });

  it('has known results: equal keys give the mean, no key gives nothing', () => {
    const q = Float64Array.from([1, 2]);
    const k = Float64Array.from([3, 4, 3, 4, 3, 4, 3, 4]);
    const v = Float64Array.from([1, 0, 2, 0, 3, 0, 6, 1]);
    const { o, lse } = roundedRow({ q, k, v, scaleLog2: Math.LOG2E }, BF16);
    expect([...o]).toEqual([3, 0.25]);
    expect(lse).toBeCloseTo(11 + Math.log(4), 12);
    const none = roundedRow({ q, k: new Float64Array(), v: new Float64Array(), scaleLog2: 1 }, BF16);
    expect(none).toMatchObject({ lse: Number.NEGATIVE_INFINITY, lseBound: 0 });
    expect([...none.o]).toEqual([0, 0]);
  });
});

it('the exact inputs have scores from -24 to 24 in steps of four, and not all alike', () => {
  const p = schema.parse({ queries: 64, keys: 64, headDim: 64 });
  const { q, k } = exactInputs(p);
  const [queries, keys] = [numbersOf(q, 'bf16', 64 * 64), numbersOf(k, 'bf16', 64 * 64)];
  const scores = Array.from({ length: 64 * 64 }, (_, i) => {
    const [row, key] = [Math.floor(i / 64) * 64, (i % 64) * 64];
    return Array.from({ length: 64 }, (_, c) => queries[row + c] * keys[key + c]).reduce((a, b) => a + b, 0);
  });
  expect(Math.max(...scores)).toBeLessThanOrEqual(24);
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(-24);
  expect(scores.every(score => score % 4 === 0)).toBe(true);
  expect(new Set(scores).size).toBeGreaterThan(5);
});

it('the last query sees all keys, each one before it one less', () => {
  const p = schema.parse({ queries: 5, keys: 3, causal: 'causal' });
  expect([0, 1, 2, 3, 4].map(query => keysOf(p, query))).toEqual([0, 0, 1, 2, 3]);
  expect(keysOf({ ...p, causal: 'none' }, 0)).toBe(3);
});

it.each(variants.map(({ id }) => id))('%s: tiles start where the swizzle does, and fit into a CTA', id => {
  for (const headDim of [64, 128, 256] as const) {
    const places = sharedPlaces(id, { headDim });
    const starts = [places.q(0), places.k(0), places.v(0), places.box(0, 0)];
    if (takesMaps(id)) expect(starts.map(start => start % SWIZZLE_REPEAT_BYTES)).toEqual([0, 0, 0, 0]);
    expect(sharedBytes(id, { headDim })).toBeLessThanOrEqual(CTA_SHARED_BYTES);
    expect(slabsOf({ headDim }) % warpBoxes({ headDim })).toBe(0);
  }
});

it('FLOP are counted as FlashAttention counts: of a causal square half', () => {
  const size = { queries: 1024, keys: 1024, kvHeads: 2, group: 3, headDim: 128 };
  expect(headsOf(schema.parse(size))).toBe(6);
  const whole = kernel.work(schema.parse(size))!.amount;
  expect(whole).toBe(4 * 6 * 1024 * 1024 * 128);
  const causal = kernel.work(schema.parse({ ...size, causal: 'causal' }))!.amount;
  expect(causal / whole).toBeCloseTo(0.5, 2);
});

it('refuses a mask where a version has none, and sizes that only a GPU takes', () => {
  expect(kernel.refusal('a4-overlap', { causal: 'causal' })).toMatch(/no causal mask/);
  expect(kernel.refusal('a6-persistent', { causal: 'causal' })).toBeNull();
  expect(kernel.tooLarge({ keys: 2048 })).toMatchObject({ field: 'keys' });
  expect(kernel.tooLarge({ queries: 4096, keys: 1024 })).toMatchObject({ field: 'queries' });
});
