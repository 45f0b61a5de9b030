/** tcgen05.mma with scale factors for blocks along K: where the factors are, and what they are multiplied with. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { E4M3, encodeFloat } from '../../base/float-formats.ts';
import { lanes } from './assembly.ts';
import { runTensorKernel, TENSOR_LANES, TILE } from './fixtures/tensor-kernel.ts';
import {
  along,
  bitsOfFloat,
  descriptorOf,
  fill,
  type Matrix,
  matrixOf,
  TYPES,
  type TypeName,
} from './fixtures/tensor-matrices.ts';

interface Scaled {
  readonly name: string;
  readonly ctas: 1 | 2;
  readonly types: readonly [TypeName, TypeName];
  readonly rows: number;
  readonly columns: number;
  /** Blocks along K, the type of their factors, and the byte with which A's and B's begin. */
  readonly blocks: number;
  readonly scaleType: 'ue8m0' | 'ue4m3';
  readonly bytes: readonly [number, number];
}

/** Powers of two, or numbers of four bits. */
const SCALES = { ue8m0: [0.25, 0.5, 1, 2, 4], ue4m3: [0.5, 0.875, 1, 1.5, 3] } as const;
const ENCODE = { ue8m0: (v: number) => Math.log2(v) + 127, ue4m3: (v: number) => encodeFloat(E4M3, v) };

const START_B = 32768;
const [D_COLUMN, A_COLUMN, B_COLUMN] = [32, 0, 8];
const ALL_QUARTERS = [0, 1, 2, 3];

interface Factors {
  readonly a: Matrix;
  readonly b: Matrix;
  readonly scalesA: Matrix;
  readonly scalesB: Matrix;
}

const part = (all: Matrix, cta: number, ctas: number): Matrix =>
  all.slice((cta * all.length) / ctas, ((cta + 1) * all.length) / ctas);

/** A pair with 64 rows each has the columns' second half in the upper half of the lanes. */
const isInHalves = ({ ctas, rows }: Scaled): boolean => ctas === 2 && rows === 128;

function tensorOf(scaled: Scaled, { scalesA, scalesB }: Factors, cta: number): number[] {
  const { ctas, bytes, columns, scaleType } = scaled;
  const words = lanes(() => 0, (D_COLUMN + columns) * TENSOR_LANES);
  const put = (scales: Matrix, column: number, byte: number, quarters: readonly number[]): void => {
    for (const [r, row] of scales.entries())
      for (const quarter of quarters)
        for (const [j, scale] of row.entries())
          words[(column + (r >> 5)) * TENSOR_LANES + 32 * quarter + (r & 31)] |=
            ENCODE[scaleType](scale) << (8 * (byte + j));
  };
  put(part(scalesA, cta, ctas), A_COLUMN, bytes[0], ALL_QUARTERS);
  if (isInHalves(scaled)) {
    put(part(scalesB, 0, 2), B_COLUMN, bytes[1], [0, 1]);
    put(part(scalesB, 1, 2), B_COLUMN, bytes[1], [2, 3]);
  } else put(scalesB, B_COLUMN, bytes[1], ALL_QUARTERS);
  return words;
}

const PLACES = [along(128, 0), along(128, START_B)] as const;

function bodyOf({ ctas, types, rows, columns, scaleType, bytes, name }: Scaled): string {
  const [a, b] = types.map(type => TYPES[type].field);
  const fields = (a << 7) | (b << 10) | (scaleType === 'ue8m0' ? 1 << 23 : 0) | (bytes[1] << 4) | (bytes[0] << 29);
  const instruction = fields | ((columns >> 3) << 17) | ((rows >> 4) << 24);
  return `mov.u64 %x1, ${descriptorOf(PLACES[0])}; mov.u64 %x2, ${descriptorOf(PLACES[1])}; mov.u32 %r5, ${instruction};
mov.u32 %d0, ${D_COLUMN}; mov.u32 %d1, ${A_COLUMN}; mov.u32 %d2, ${B_COLUMN};
tcgen05.mma.cta_group::${ctas}.${name} [%d0], %x1, %x2, %r5, [%d1], [%d2], 0;`;
}

function emulated(scaled: Scaled, factors: Factors): number[][] {
  const { ctas, types, columns } = scaled;
  const shared = lanes(cta => {
    const memory = new Uint8Array(1 << 16);
    fill(memory, part(factors.a, cta, ctas), TYPES[types[0]], PLACES[0]);
    fill(memory, part(factors.b, cta, ctas), TYPES[types[1]], PLACES[1]);
    return memory;
  }, ctas);
  const { words, result } = runTensorKernel({
    ...{ ctas, shared, tensor: lanes(cta => tensorOf(scaled, factors, cta), ctas), body: bodyOf(scaled) },
    columns: [D_COLUMN, isInHalves(scaled) ? columns / 2 : columns],
  });
  expect({ faults: result.faults, hazards: result.hazards }).toEqual({ faults: [], hazards: [] });
  return words;
}

function check(scaled: Scaled, { a, b, scalesA, scalesB }: Factors): void {
  const { ctas, rows, columns, blocks } = scaled;
  const words = emulated(scaled, { a, b, scalesA, scalesB });
  const depth = a[0].length;
  const own = rows / ctas;
  const wrong: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < depth; k++) {
        const block = Math.floor((k * blocks) / depth);
        sum += a[row][k] * scalesA[row][block] * b[column][k] * scalesB[column][block];
      }
      const isUpper = isInHalves(scaled) && column >= columns / 2;
      const at = (column - (isUpper ? columns / 2 : 0)) * TENSOR_LANES + (row % own) + (isUpper ? 64 : 0);
      if (words[Math.floor(row / own)][at] !== bitsOfFloat(sum + 0)) wrong.push(`${row} ${column}`);
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
}

function checkRandom(scaled: Scaled): void {
  const { types, rows, columns, blocks, scaleType } = scaled;
  const scales = (count: number): fc.Arbitrary<Matrix> => {
    const row = fc.array(fc.constantFrom(...SCALES[scaleType]), { minLength: blocks, maxLength: blocks });
    return fc.array(row, { minLength: count, maxLength: count });
  };
  const all = fc.record({
    a: matrixOf(rows, TYPES[types[0]]),
    b: matrixOf(columns, TYPES[types[1]]),
    scalesA: scales(rows),
    scalesB: scales(columns),
  });
  for (const factors of fc.sample(all, 1)) check(scaled, factors);
}

const MX8: Scaled = {
  ...{ name: 'kind::mxf8f6f4.block_scale.scale_vec::1X', ctas: 1, types: ['e4m3', 'e5m2'], rows: 128, columns: 40 },
  ...{ blocks: 1, scaleType: 'ue8m0', bytes: [0, 0] },
};
const FOURS = { ...MX8, types: ['packed', 'packed'], columns: 16 } as const;

describe('products', () => {
  test.each<readonly [string, Scaled]>([
    ['mxf8f6f4', MX8],
    ['mxf8f6f4 of 4 and 6 bits, other bytes', { ...MX8, types: ['e2m1', 'e3m2'], columns: 16, bytes: [3, 1] }],
    ['mxf8f6f4 by its block', { ...MX8, name: 'kind::mxf8f6f4.block_scale.block32', columns: 8 }],
    ['mxf4', { ...FOURS, name: 'kind::mxf4.block_scale', blocks: 2, bytes: [2, 0] }],
    ['mxf4nvf4', { ...FOURS, name: 'kind::mxf4nvf4.block_scale.scale_vec::4X', blocks: 4, scaleType: 'ue4m3' }],
    ['mxf8f6f4 in a pair', { ...MX8, ctas: 2, rows: 256, columns: 32 }],
    ['mxf8f6f4 in a pair, 64 rows each', { ...MX8, ctas: 2, columns: 64 }],
  ])('.kind::%s', (_name, scaled) => checkRandom(scaled));
});

test('factors come by tcgen05.cp of the same thread', () => {
  const shared = new Uint8Array(1 << 16);
  const ones = (count: number): Matrix => lanes(() => lanes(() => 1, 32), count);
  fill(shared, ones(128), TYPES.e4m3, along(128, 0));
  fill(shared, ones(8), TYPES.e4m3, along(128, START_B));
  // Rows of 16 bytes: words of four times 32 rows, of which the lowest byte counts.
  const [ofA, ofB] = [40960, 45056];
  for (let lane = 0; lane < 32; lane++) {
    for (let group = 0; group < 4; group++) {
      shared[ofA + 16 * lane + 4 * group] = 127 + group;
      shared[ofB + 16 * lane + 4 * group] = 128;
    }
  }
  const at = (start: number): bigint => BigInt((TILE + start) >> 4) | (BigInt(128 >> 4) << 32n) | (1n << 46n);
  const instruction = (1 << 23) | (1 << 17) | (8 << 24);
  const { words, result } = runTensorKernel({
    ...{ ctas: 1, shared: [shared], tensor: [lanes(() => 0, TENSOR_LANES)] },
    body: `mov.u64 %x1, ${at(ofA)}; mov.u64 %x2, ${at(ofB)}; mov.u32 %d0, 32; mov.u32 %d1, 8; mov.u32 %d2, 16;
tcgen05.cp.cta_group::1.32x128b.warpx4 [%d1], %x1; tcgen05.cp.cta_group::1.32x128b.warpx4 [%d2], %x2;
mov.u64 %x1, ${descriptorOf(PLACES[0])}; mov.u64 %x2, ${descriptorOf(PLACES[1])}; mov.u32 %r5, ${instruction};
tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale [%d0], %x1, %x2, %r5, [%d1], [%d2], 0;`,
    columns: [32, 8],
  });
  expect(result.faults).toEqual([]);
  const expected = lanes(() => lanes(row => bitsOfFloat(64 * 2 ** (row >> 5)), TENSOR_LANES), 8).flat();
  expect(words[0]).toEqual(expected);
});
