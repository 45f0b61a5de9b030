import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BF16, decodeFloat, encodeFloat, F16 } from '../../base/float-formats.ts';
import { type GemmElement, outputType } from './build.ts';
import { gpuReference } from './gpu-reference.ts';
import { decodeElements, numbersOf, REALS, referenceOf } from './reference.ts';
import { sumsOf } from './sums.ts';

describe('the reference', () => {
  it('sums along K of both operands', () => {
    const { c, bounds } = referenceOf(
      { m: 2, n: 3, k: 2, elementType: 'bf16' },
      { a: { kind: 'values', values: [1, 2, 3, 4] }, b: { kind: 'values', values: [5, 6, -7, 8, 0, 1] } },
    );
    expect([...c]).toEqual([17, 9, 2, 39, 11, 4]);
    // For -7 + 16: partial sums 7 and 9, magnitudes 7 and 16.
    expect(bounds[1]).toBe(9 * 2 ** -8 + (7 + 9) * 2 ** -22 + (7 + 16) * 2 ** -18);
  });

  it('allows what rounding to bf16 does, and not a step more', () => {
    const step = 2 ** -7;
    const one = { numbers: Float64Array.of(1), k: 1 };
    const [bound] = sumsOf(one, one, 'bf16').bounds;
    expect(bound).toBeGreaterThan(step / 2);
    expect(bound).toBeLessThan(step);
    expect([...decodeElements(Uint8Array.of(0x80, 0x3f, 0x81, 0x3f), 'bf16')]).toEqual([1, 1 + step]);
  });

  it('allows what rounding to fp16 does, of the smallest numbers, too', () => {
    const boundOf = (value: number) => {
      const bounds = sumsOf(
        { numbers: Float64Array.of(value), k: 1 },
        { numbers: Float64Array.of(1), k: 1 },
        'f16',
      ).bounds;
      return bounds[0] - value * (2 ** -22 + 2 ** -18);
    };
    expect([boundOf(1), boundOf(2 ** -20)]).toEqual([2 ** -11, 2 ** -25]);
    expect([...decodeElements(Uint8Array.of(0, 0x3c, 1, 0x3c), 'f16')]).toEqual([1, 1 + 2 ** -10]);
  });

  it('allows in 8 bits what a step of 32 cuts off', () => {
    const ones = { numbers: new Float64Array(48).fill(1), k: 48 };
    // Steps of 32 and of 16 products: sums of 32 and 48, the largest 1 and 32.
    const cut = 1 + 32 + 1 + 48 + 8 * Math.sqrt(32 * 1 ** 2 + 16 * 32 ** 2);
    expect(sumsOf(ones, ones, 'e4m3').bounds[0]).toBe(48 * 2 ** -8 + cut * 2 ** -13 * (1 + 2 ** -4));
    expect([...decodeElements(Uint8Array.of(0x38, 0x39, 0xb8), 'e4m3')]).toEqual([1, 1.125, -1]);
  });
});

/**
 * The sum as tensor cores of `width` products compute it: the products of a step and the sum so far, each cut off 23
 * bits below the largest.
 */
function cutOffSum(a: Float64Array, b: Float64Array, width: number): number {
  let sum = 0;
  for (let from = 0; from < a.length; from += width) {
    const terms = [sum, ...Array.from({ length: width }, (_, i) => a[from + i] * b[from + i])];
    const unit = 2 ** (exponentOf(Math.max(...terms.map(Math.abs))) - 23);
    const exact = terms.reduce((all, term) => all + Math.trunc(term / unit), 0) * unit;
    const last = 2 ** (exponentOf(Math.abs(exact)) - 23);
    sum = Math.trunc(exact / last) * last;
  }
  return sum;
}

/** The sum of 8-bit products, 32 at once, as `src/ptx/isa/fragments/tensor-sums.ts` has it; exponents are those of the products. */
function cutOffBytes(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let from = 0; from < a.length; from += 32) {
    const terms = [sum, ...Array.from({ length: 32 }, (_, i) => a[from + i] * b[from + i])];
    const unit = 2 ** (exponentOf(Math.max(...terms.map(Math.abs))) - 13);
    const exact = terms.reduce((all, term) => all + Math.trunc(term / unit), 0) * unit;
    const last = 2 ** (exponentOf(Math.abs(exact)) - 13);
    sum = Math.trunc(exact / last) * last;
  }
  return sum;
}

const exponentOf = (magnitude: number): number => (magnitude === 0 ? -126 : Math.floor(Math.log2(magnitude)));

describe('the bound', () => {
  const problems = fc.record({
    width: fc.constantFrom(4, 8, 16),
    k: fc.constantFrom(64, 512, 8192),
    seed: fc.integer({ min: 1, max: 2 ** 31 }),
  });
  const lineOf = (seed: number, k: number, type: GemmElement = 'bf16') => numbersOf({ ...REALS.a, seed }, type, k);
  const off = (a: Float64Array, b: Float64Array, found: number, type: GemmElement = 'bf16') => {
    const { c, bounds } = sumsOf({ numbers: a, k: a.length }, { numbers: b, k: b.length }, type);
    const format = outputType({ elementType: type }) === 'f16' ? F16 : BF16;
    return Math.abs(decodeFloat(format, encodeFloat(format, found)) - c[0]) / bounds[0];
  };

  it('is above what tensor cores of any width cut off', () => {
    fc.assert(
      fc.property(problems, ({ width, k, seed }) => {
        const [a, b] = [lineOf(seed, k), lineOf(seed + 1, k)];
        expect(off(a, b, cutOffSum(a, b, width))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is above what tensor cores cut off of f16, and of e4m3 with its 13 places', () => {
    let most = 0;
    fc.assert(
      fc.property(problems, ({ width, k, seed }) => {
        const [a, b] = [lineOf(seed, k, 'f16'), lineOf(seed + 1, k, 'f16')];
        expect(off(a, b, cutOffSum(a, b, width), 'f16')).toBeLessThanOrEqual(1);
        const [x, y] = [lineOf(seed, k, 'e4m3'), lineOf(seed + 1, k, 'e4m3')];
        const share = off(x, y, cutOffBytes(x, y), 'e4m3');
        expect(share).toBeLessThanOrEqual(1);
        most = Math.max(most, share);
      }),
    );
    // It is not so wide that nothing comes near it.
    expect(most).toBeGreaterThan(0.1);
  });

  it('finds in e4m3 a wrong row of a stage, and a step that is half as long', () => {
    let [rows, steps] = [0, 0];
    for (let seed = 1; seed <= 200; seed++) {
      const [a, b] = [lineOf(seed, 4096, 'e4m3'), lineOf(seed + 1000, 4096, 'e4m3')];
      const wrong = a.slice();
      wrong.set(lineOf(seed + 2000, 128, 'e4m3'), 128);
      if (off(a, b, cutOffBytes(wrong, b), 'e4m3') > 1) rows++;
      const halfSteps = (line: Float64Array) =>
        Float64Array.from(line, (_, i) => line[i - (i % 128) + (Math.floor((i % 128) / 32) * 16 + (i % 32))]);
      if (off(a, b, cutOffBytes(halfSteps(a), halfSteps(b)), 'e4m3') > 1) steps++;
    }
    expect(rows).toBeGreaterThan(120);
    expect(steps).toBeGreaterThan(150);
  });

  it('is below what a wrong sum is off by: of a chunk from somewhere else', () => {
    let caught = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const [a, b] = [lineOf(seed, 4096), lineOf(seed + 1000, 4096)];
      const wrong = a.slice();
      wrong.set(lineOf(seed + 2000, 8), 64);
      if (off(a, b, cutOffSum(wrong, b, 16)) > 1) caught++;
    }
    expect(caught).toBeGreaterThan(150);
  });
});

describe('what judges on a GPU', () => {
  const spotOf = (size: { m: number; n: number; k: number }) => gpuReference({ ...size, elementType: 'bf16' }).spots();

  it('is checked as a whole where the problem is small', () => {
    const size = { m: 9, n: 5, k: 16, elementType: 'bf16' } as const;
    const { c, bounds } = referenceOf(size, REALS);
    const indices = Uint32Array.from({ length: 45 }, (_, i) => i);
    expect(spotOf(size)).toEqual([
      { buffer: 'c', indices, values: c },
      { buffer: 'bounds', indices, values: bounds },
    ]);
  });

  it('is checked at elements of the very problem where it is large, corners among them', () => {
    const size = { m: 300, n: 200, k: 512, elementType: 'bf16' } as const;
    const { c, bounds } = referenceOf(size, REALS);
    const [values, limits] = spotOf(size);
    expect(new Set(values.indices).size).toBe(64 * 64);
    expect([values.indices[0], values.indices.at(-1)]).toEqual([0, 300 * 200 - 1]);
    expect([...values.values]).toEqual(Array.from(values.indices, i => c[i]));
    expect([...limits.values]).toEqual(Array.from(limits.indices, i => bounds[i]));
    // Rows in more than one place of a tile.
    expect(new Set(Array.from(values.indices, i => Math.floor(i / 200) % 8)).size).toBe(8);
  });

  it('takes a moment for the largest', () => {
    const started = performance.now();
    expect(spotOf({ m: 8192, n: 8192, k: 8192 })[0].values).toHaveLength(64 * 64);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
