/** Rows of zeros are not multiplied: they leave what multiplying them would. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFloat, encodeFloat, F16 } from '../../../base/float-formats.ts';
import { bitsOfNumber } from '../float.ts';
import { ExponentMatrix } from './exponent-matrix.ts';
import { AFTER_STEP, cutToShortF32, KEPT_PLACES, KEPT_PLACES_OF_BYTES, sumFrom } from './tensor-sums.ts';
import { multiplyRows, ROWS } from './warpgroup-product.ts';
import type { WarpgroupProduct } from './warpgroup-sums.ts';

const COLUMNS = 8;
const DEPTH = 16;
const LEAST_BF16 = -126;
const REGISTERS = 4;
const slots = Array.from({ length: REGISTERS }, (_, i) => 32 * i);

function matrixOf(values: readonly number[]): ExponentMatrix {
  const matrix = new ExponentMatrix(values.length);
  matrix.values.set(values);
  matrix.note(values.length, LEAST_BF16);
  return matrix;
}

function lanesOf(values: readonly number[]) {
  const f = Float32Array.from(values);
  return { f, r: new Int32Array(f.buffer) };
}

/** Expected sums of row l / 4 or 8 below, and of two columns. */
function expectedOf(start: readonly number[], a: ExponentMatrix, b: ExponentMatrix, hasBytes: boolean): number[] {
  const sums = {
    ...{ a, b, stepDepth: DEPTH, depth: DEPTH },
    keptPlaces: hasBytes ? KEPT_PLACES_OF_BYTES : KEPT_PLACES,
    round: hasBytes ? cutToShortF32 : AFTER_STEP.f32,
  };
  return start.map((value, at) => {
    const [register, lane] = [at >> 5, at & 31];
    const row = (lane >> 2) + 8 * (register >> 1);
    const column = 2 * (lane & 3) + (register & 1);
    return bitsOfNumber(sumFrom(Math.fround(value), sums, row * DEPTH, column * DEPTH));
  });
}

const anySum = fc.oneof(fc.float(), fc.constantFrom(0, -0, Number.NaN, Number.NEGATIVE_INFINITY));
const anyFactor = fc.oneof(
  { weight: 200, arbitrary: fc.integer({ min: -100, max: 100 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY) },
);
const listOf = (values: fc.Arbitrary<number>, length: number) =>
  fc.array(values, { minLength: length, maxLength: length });

test('of 16 bits and of 8, on sums and columns that may be no numbers', () => {
  fc.assert(
    fc.property(
      listOf(anySum, 32 * REGISTERS),
      listOf(anyFactor, COLUMNS * DEPTH),
      fc.option(fc.record({ at: fc.nat(16 * DEPTH - 1), value: fc.integer({ min: 1, max: 9 }) })),
      fc.tuple(fc.boolean(), fc.boolean()),
      (start, factors, other, [hasBytes, isAdded]) => {
        const rows = Array.from({ length: ROWS * DEPTH }, (_, i) => (i === other?.at ? other.value : 0));
        const [a, b, lanes] = [matrixOf(rows), matrixOf(factors), lanesOf(start)];
        const product = { columns: COLUMNS, depth: DEPTH, hasBytes, slots, sums: 'f32', isBitwise: false } as const;
        const all: WarpgroupProduct = { ...product, saturates: false };
        multiplyRows(lanes as never, 0, all, a, b, isAdded);
        expect([...lanes.r]).toEqual(expectedOf(isAdded ? start : start.map(() => 0), a, b, hasBytes));
      },
    ),
    { numRuns: 300 },
  );
});

test('of sums in f16, two to a register', () => {
  const b = matrixOf(Array.from({ length: COLUMNS * DEPTH }, (_, i) => (i % 7) - 3));
  const a = matrixOf(Array.from({ length: ROWS * DEPTH }, () => 0));
  const sums = { a, b, stepDepth: DEPTH, depth: DEPTH, keptPlaces: KEPT_PLACES, round: AFTER_STEP.f16 };
  const half = (bits: number): number => encodeFloat(F16, sumFrom(decodeFloat(F16, bits), sums, 0, 0));
  const words = fc.array(fc.integer(), { minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(words, fc.boolean(), (start, isAdded) => {
      const r = Int32Array.from(start);
      const product = { columns: COLUMNS, depth: DEPTH, hasBytes: false, slots: [0, 32], isBitwise: false } as const;
      multiplyRows({ r } as never, 0, { ...product, sums: 'f16', saturates: false }, a, b, isAdded);
      const kept = start.map(word => half(word & 0xffff) | (half((word >>> 16) & 0xffff) << 16));
      expect([...r]).toEqual(isAdded ? kept : start.map(() => 0));
    }),
  );
});
