/** tcgen05.cp: which rows of shared memory come to which lanes, and what becomes of elements of 6 and 4 bits. */
import { describe, expect, test } from 'vitest';
import { lanes, runAssembly } from './assembly.ts';
import { runTensorKernel, TENSOR_LANES, TILE } from './fixtures/tensor-kernel.ts';

/** 8 rows of 16 bytes in a row, then the other half of these, then the next 8 rows. */
const LBO = 128;
const SBO = 256;
const DESCRIPTOR = BigInt((TILE >> 4) | ((LBO >> 4) << 16)) | (BigInt(SBO >> 4) << 32n) | (1n << 46n);

const byteAt = (i: number): number => (i * 37 + (i >> 8) * 11 + 5) & 255;
const SHARED = Uint8Array.from({ length: 8192 }, (_, i) => byteAt(i));
/** Byte b of a row, of 16 or 32. */
const sourceByte = (row: number, b: number): number =>
  SHARED[(row >> 3) * SBO + (row & 7) * 16 + (b >> 4) * LBO + (b & 15)];

const COLUMN = 4;
const COLUMNS = 16;

function copied(name: string, ctas: 1 | 2 = 1): number[][] {
  const { words, result } = runTensorKernel({
    ctas,
    shared: lanes(() => SHARED, ctas),
    tensor: lanes(() => lanes(() => 0, COLUMNS * TENSOR_LANES), ctas),
    body: `mov.u32 %d0, ${COLUMN}; mov.u64 %x1, ${DESCRIPTOR}; tcgen05.cp.cta_group::${ctas}.${name} [%d0], %x1;`,
    columns: [0, COLUMNS],
  });
  expect({ faults: result.faults, hazards: result.hazards }).toEqual({ faults: [], hazards: [] });
  return words;
}

/** Words of all columns, where each lane has the row that `rowOf` says, of so many bytes. */
const expected = (rowOf: (lane: number) => number, bytes: number, byte = sourceByte): number[] =>
  lanes(column => {
    return lanes(lane => {
      const first = 4 * (column - COLUMN);
      if (first < 0 || first >= bytes) return 0;
      return [0, 1, 2, 3].reduce((word, b) => word | (byte(rowOf(lane), first + b) << (8 * b)), 0);
    }, TENSOR_LANES);
  }, COLUMNS).flat();

describe('rows', () => {
  test.each([
    ['128x256b', (lane: number) => lane, 32],
    ['128x128b', (lane: number) => lane, 16],
    ['64x128b.warpx2::02_13', (lane: number) => lane & 63, 16],
    ['64x128b.warpx2::01_23', (lane: number) => (lane & 31) + 32 * (lane >> 6), 16],
    ['32x128b.warpx4', (lane: number) => lane & 31, 16],
  ] as const)('%s', (name, rowOf, bytes) => {
    expect(copied(name)).toEqual([expected(rowOf, bytes)]);
  });

  test('both CTAs of a pair get their own', () => {
    const words = expected(lane => lane & 31, 16);
    expect(copied('32x128b.warpx4', 2)).toEqual([words, words]);
  });
});

test.each([
  ['b6x16_p32', 6, 0],
  ['b4x16_p64', 4, 2],
] as const)('16 elements of %s become bytes', (format, bits, shift) => {
  const element = (row: number, k: number): number => {
    const all = lanes(b => BigInt(sourceByte(row, b)) << BigInt(8 * b), 16).reduce((x, y) => x | y, 0n);
    return Number((all >> BigInt(bits * k)) & BigInt(2 ** bits - 1)) << shift;
  };
  expect(copied(`128x128b.b8x16.${format}`)).toEqual([expected(lane => lane, 16, element)]);
});

test.each([
  ['tcgen05.cp.cta_group::1.4x256b [%r1], %x1;', 'copies of 4 rows are not implemented'],
  ['tcgen05.cp.cta_group::1.32x128b [%r1], %x1;', '.32x128b has no such multicast'],
  ['tcgen05.shift.cta_group::1.down [%r1];', 'tcgen05.shift is not implemented: the manual leaves open which way'],
  [
    'tcgen05.mma.sp.cta_group::1.kind::f16 [%r1], %x1, %x2, [%r3], %r2, 1;',
    'sparse products, whose metadata in tensor memory',
  ],
  [
    'mov.b64 %x1, 0; mov.u32 %r3, 4; tcgen05.mma.cta_group::1.kind::f16 [%r1], %x1, %x1, %r3, 1;',
    'the instruction descriptor asks for a sparse A, which is not implemented',
  ],
])('%s is refused', (body, why) => {
  expect(runAssembly({ body }).faults[0]).toMatchObject({ kind: 'unsupported', message: expect.stringContaining(why) });
});
