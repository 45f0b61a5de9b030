/** tcgen05.mma: kinds, shapes and ways to lie in memory, against plain loops and the manual's figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWhole } from '../../../scripts/fixtures/sweep.ts';
import { encodeFloat, F16 } from '../../base/float-formats.ts';
import { lanes } from './assembly.ts';
import { runTensorKernel, TENSOR_LANES, type TensorKernel } from './fixtures/tensor-kernel.ts';
import {
  across,
  along,
  bitsOfFloat,
  descriptorOf,
  fill,
  type Matrix,
  matrixOf,
  type Place,
  TYPES,
  type TypeName,
} from './fixtures/tensor-matrices.ts';

const SUMS = { f16: 0, f32: 1, s32: 2 } as const;

interface Product {
  readonly kind: string;
  readonly ctas: 1 | 2;
  readonly types: readonly [a: TypeName, b: TypeName];
  readonly sums: keyof typeof SUMS;
  readonly rows: number;
  readonly columns: number;
  readonly places: readonly [a: Place | 'held', b: Place];
  readonly isStationary?: boolean;
  readonly negates?: readonly [boolean, boolean];
  /** Lanes of D that stay, as words. */
  readonly disabled?: readonly number[];
  /** D is multiplied by 2^-shift before the second product. */
  readonly shift?: number;
  readonly start?: number;
  /** Columns of B that are zeros, and the first one that is not skipped. */
  readonly mask?: { readonly descriptor: bigint; readonly shift: number; readonly zeros: (column: number) => boolean };
}

function instructionOf({ types: [a, b], sums, rows, columns, places, negates = [false, false] }: Product): number {
  const [majorA, majorB] = places.map(place => (place !== 'held' && place.isMnMajor ? 1 : 0));
  const signs = (Number(negates[0]) << 13) | (Number(negates[1]) << 14) | (majorA << 15) | (majorB << 16);
  return (
    (SUMS[sums] << 4) |
    (TYPES[a].field << 7) |
    (TYPES[b].field << 10) |
    signs |
    ((columns >> 3) << 17) |
    ((rows >> 4) << 24)
  );
}

/** CTA, lane and column of a sum: the manual's figures of layouts A to G. */
function placeOfSum(
  { rows, columns, ctas, isStationary }: Product,
  row: number,
  column: number,
): readonly [number, number, number] {
  if (ctas === 2 && rows === 256) return [row >> 7, row & 127, column];
  if (ctas === 2) return [row >> 6, (row & 63) + (column >= columns / 2 ? 64 : 0), column % (columns / 2)];
  if (rows === 128) return [0, row, column];
  if (!isStationary) return [0, (row >> 4) * 32 + (row & 15), column];
  const parts = 128 / rows;
  return [0, row + rows * Math.floor(column / (columns / parts)), column % (columns / parts)];
}

const D_COLUMN = 64;

/** Shared and tensor memory of the CTAs: A's rows and B's columns in equal parts; all columns that are shown are zeros. */
function memoriesOf(product: Product, a: Matrix, b: Matrix, columns: number): Pick<TensorKernel, 'shared' | 'tensor'> {
  const { ctas, types, places } = product;
  const shared = lanes(() => new Uint8Array(1 << 16), ctas);
  const tensor = lanes(() => lanes(() => 0, columns * TENSOR_LANES), ctas);
  for (let cta = 0; cta < ctas; cta++) {
    const [ofA, ofB] = [a, b].map(m => m.slice((cta * m.length) / ctas, ((cta + 1) * m.length) / ctas));
    fill(shared[cta], ofB, TYPES[types[1]], places[1]);
    if (places[0] !== 'held') fill(shared[cta], ofA, TYPES[types[0]], places[0]);
    else tensor[cta].splice(0, 8 * TENSOR_LANES, ...heldWords(product, ofA));
  }
  return { shared, tensor };
}

/** A in columns 0 to 7, in the lanes of its sums. */
function heldWords(product: Product, a: Matrix): number[] {
  const { held, shift, encode } = TYPES[product.types[0]];
  const words = lanes(() => 0, 8 * TENSOR_LANES);
  a.forEach((row, r) => {
    for (const column of [0, product.columns - 1]) {
      const lane = placeOfSum(product, r, column)[1];
      row.forEach((value, k) => {
        const pattern = held === 32 ? encode(value) : (encode(value) & (2 ** (held - shift) - 1)) << shift;
        const at = ((k * held) >> 5) * TENSOR_LANES + lane;
        const bit = (k * held) & 31;
        const mask = held === 32 ? -1 : (2 ** held - 1) << bit;
        words[at] = (words[at] & ~mask) | (held === 32 ? pattern : pattern << bit);
      });
    }
  });
  return words;
}

function bodyOf(product: Product): string {
  const { kind, ctas, places, isStationary, disabled, shift, mask: zeros, start = 0 } = product;
  const name = `tcgen05.mma${isStationary ? '.ws' : ''}.cta_group::${ctas}.kind::${kind}`;
  const a = places[0] === 'held' ? '[%d1]' : '%x1';
  const mask = disabled ? `, {${disabled.map(word => word >>> 0).join(', ')}}` : '';
  const issue = (adds: string, scale: string) => `${name} [%d0], ${a}, %x2, %r5${mask}, ${adds}${scale};`;
  return `mov.u64 %x1, ${places[0] === 'held' ? 0n : descriptorOf(places[0])}; mov.u64 %x2, ${descriptorOf(places[1])};
mov.u32 %r5, ${instructionOf(product)}; mov.u32 %d0, ${D_COLUMN + (start << 16)}; mov.u32 %d1, ${start << 16};
${issue('0', zeros ? `, ${zeros.descriptor}` : isStationary ? ', 0' : '')}
${issue('1', zeros ? `, ${zeros.descriptor}` : shift === undefined ? '' : `, ${shift}`)}`;
}

/** Checks D after A B, and that once more in sum. */
function check(product: Product, a: Matrix, b: Matrix): void {
  const { ctas, sums, rows, columns, negates = [false, false], shift = 0, disabled, mask, start = 0 } = product;
  const spread = ctas === 2 && rows === 128 ? columns / 2 : product.isStationary ? (columns * rows) / 128 : columns;
  const { words, result } = runTensorKernel({
    ...memoriesOf(product, a, b, D_COLUMN + spread),
    ...{ ctas, body: bodyOf(product), columns: [D_COLUMN, spread] as const },
  });
  expect(result.faults).toEqual([]);
  expect(result.hazards).toEqual([]);
  const sign = negates[0] === negates[1] ? 1 : -1;
  const encode = sums === 'f32' ? bitsOfFloat : sums === 'f16' ? (v: number) => encodeFloat(F16, v) : (v: number) => v;
  const wrong: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const ofB = b[column + (mask?.shift ?? 0)];
      const once = mask?.zeros(column) ? 0 : sign * a[row].reduce((sum, x, k) => sum + x * ofB[k], 0);
      const [cta, lane, c] = placeOfSum(product, row, column);
      const at = lane + start;
      const isLeft = (((disabled?.[4 * cta + (at >> 5)] ?? 0) >>> (at & 31)) & 1) === 1;
      const expected = isLeft ? 0 : encode(once * 2 ** -shift + once + 0);
      if (words[cta][c * TENSOR_LANES + at] !== expected)
        wrong.push(`${row} ${column}: ${words[cta][c * TENSOR_LANES + at]} not ${expected}`);
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
}

const START_B = 32768;
const plain: Product = {
  ...{ kind: 'f16', ctas: 1, types: ['f16', 'f16'], sums: 'f32', rows: 128, columns: 64 },
  places: [along(128, 0), along(128, START_B)],
};

/** Checks one pair of matrices only: a counterexample of thousands of numbers would say nothing. */
function checkRandom(product: Product): void {
  const { rows, columns, types, mask } = product;
  const ofB = matrixOf(columns + (mask?.shift ?? 0), TYPES[types[1]]);
  const matrices = fc.tuple(matrixOf(rows, TYPES[types[0]]), ofB);
  for (const [a, b] of fc.sample(matrices, 1)) check(product, a, b);
}

/** Cases of the default tier: every sixth one. */
const sample = <T>(cases: readonly T[]): readonly T[] => cases.filter((_, i) => isWhole || i % 6 === 0);

describe('types', () => {
  const kinds: readonly (readonly [kind: string, types: readonly [TypeName, TypeName], sums: Product['sums']])[] = [
    ['f16', ['f16', 'f16'], 'f32'],
    ['f16', ['f16', 'f16'], 'f16'],
    ['f16', ['bf16', 'bf16'], 'f32'],
    ['tf32', ['tf32', 'tf32'], 'f32'],
    ['f8f6f4', ['e4m3', 'e4m3'], 'f32'],
    ['f8f6f4', ['e5m2', 'e4m3'], 'f16'],
    ['f8f6f4', ['e2m3', 'e3m2'], 'f32'],
    ['f8f6f4', ['e2m1', 'e5m2'], 'f32'],
    ['i8', ['s8', 'u8'], 's32'],
    ['i8', ['u8', 's8'], 's32'],
  ];
  test.each(sample(kinds))('.kind::%s of %j with sums of %s', (kind, types, sums) => {
    checkRandom({ ...plain, kind, types, sums, columns: 16 });
    checkRandom({ ...plain, kind, types, sums, columns: 16, places: ['held', along(128, START_B)] });
  });
});

describe('shared memory', () => {
  test.each(sample([128, 16, 32, 64] as const))('K-major, swizzle of %i bytes', swizzle => {
    const slice = swizzle > 32 ? 1 : 0;
    checkRandom({ ...plain, columns: 32, places: [along(swizzle, 0, slice), along(swizzle, START_B, slice)] });
  });

  const layouts = [
    ['f16', 'f16', 16, 16],
    ['f16', 'f16', 32, 16],
    ['f16', 'bf16', 64, 16],
    ['f16', 'f16', 128, 16],
    ['f8f6f4', 'e4m3', 128, 32],
    ['i8', 's8', 64, 32],
    ['tf32', 'tf32', 'atoms', 8],
    ['tf32', 'tf32', 128, 8],
  ] as const;
  test.each(sample(layouts))('MN-major, .kind::%s of %s, swizzle of %s', (kind, type, swizzle, depth) => {
    const sums = kind === 'i8' ? 's32' : 'f32';
    const places = [across(swizzle, 0, depth), across(swizzle, START_B, depth)] as const;
    checkRandom({ ...plain, kind, types: [type, type], sums, columns: 64, places });
  });
});

describe('shapes', () => {
  const shapes = [
    [1, 64, 8],
    [1, 64, 40],
    [2, 256, 64],
    [2, 128, 32],
    [1, 128, 256],
  ] as const;
  test.each(sample(shapes))('%i CTA: %i rows, %i columns', (ctas, rows, columns) => {
    checkRandom({ ...plain, ctas, rows, columns });
    checkRandom({ ...plain, ctas, rows, columns, places: ['held', along(128, START_B)] });
  });

  test('64 rows may be the upper ones of each quarter', () => {
    checkRandom({ ...plain, rows: 64, start: 16 });
  });

  test.each([
    [128, 64],
    [64, 128],
    [32, 64],
  ])('.ws: %i rows, %i columns', (rows, columns) => {
    checkRandom({ ...plain, rows, columns, isStationary: true });
  });
});

describe('.ws with columns of zeros', () => {
  /** Three zeros and four that are used take turns, in each part of the columns. */
  const maskOf = (
    parts: number,
    columns: number,
    starts: readonly number[],
    first: readonly number[],
    shift: number,
  ) => {
    const runs = (shift << 24) | (3 << 16) | (2 << 8) | (1 << 7);
    const high = first.reduce((bits, bit, i) => bits | (bit << i), runs) >>> 0;
    const low = starts.reduce((bits, start, i) => bits | (start << (8 * i)), 0) >>> 0;
    const zeros = (column: number): boolean => {
      const part = Math.floor((column * parts) / columns);
      const turns = first[part] === 1 ? '1110000' : '0000111';
      return turns[((column % (columns / parts)) + starts[part]) % 7] === '1';
    };
    return { descriptor: (BigInt(high) << 32n) | BigInt(low), shift, zeros };
  };
  test.each([
    [128, 64, maskOf(1, 64, [0], [0], 0)],
    [64, 128, maskOf(2, 128, [0, 3], [1, 0], 5)],
    [32, 64, maskOf(4, 64, [0, 1, 2, 1], [1, 1, 0, 0], 2)],
  ])('%i rows, %i columns', (rows, columns, mask) => {
    const stationary = { ...plain, rows, columns, isStationary: true, mask } as const;
    checkRandom(stationary);
    checkRandom({ ...stationary, places: [along(128, 0), across(128, START_B, 16)] });
  });
});

describe('what else an instruction says', () => {
  test.each([
    [true, false],
    [false, true],
    [true, true],
  ])('A negated: %s, B: %s', (a, b) => checkRandom({ ...plain, columns: 16, negates: [a, b] }));

  test('lanes that are disabled stay as they are', () => {
    checkRandom({ ...plain, columns: 16, disabled: [1, 0, 0xffff_0000, -1] });
    checkRandom({ ...plain, ctas: 2, rows: 256, columns: 32, disabled: [0, 0, 1, 0, 0xff, 0, 0, -1] });
  });

  test('D is scaled before it is added', () => checkRandom({ ...plain, columns: 16, shift: 3 }));
});

describe('one thread', () => {
  /** Faults and hazards of two products of ones; the first has 16 columns from column 64 on. */
  const found = (second: string) => {
    const matrix = lanes(() => lanes(() => 1, 16), 128);
    const memories = memoriesOf(plain, matrix, matrix.slice(0, 64), 128);
    const [narrow, wide] = [16, 32].map(columns => instructionOf({ ...plain, columns }));
    const first = 'tcgen05.mma.cta_group::1.kind::f16 [%d0], %x1, %x2, %r5, 0;';
    const body = `mov.u64 %x1, ${descriptorOf(along(128, 0))}; mov.u64 %x2, ${descriptorOf(along(128, START_B))};
mov.u32 %r5, ${narrow}; mov.u32 %r6, ${wide}; mov.u32 %d0, 64; mov.u32 %d1, 72; ${first}
tcgen05.mma.cta_group::1.kind::f16 ${second};`;
    const { result } = runTensorKernel({ ...memories, ctas: 1, body, columns: [64, 16] });
    return [...result.faults, ...result.hazards].map(({ kind, message }) => `${kind}: ${message}`);
  };
  const unwaited = expect.stringMatching(/^missingWait: .*before a wait at an mbarrier to which tcgen05\.commit/);

  test('goes on with its sums, and may have others beside them', () => {
    expect(found('[%d0], %x1, %x2, %r5, 1')).toEqual([]);
    expect(found('[%d0+16], %x1, %x2, %r6, 0')).toEqual([]);
  });

  test('waits before sums of another shape overlap', () => {
    expect(found('[%d1], %x1, %x2, %r6, 0')).toEqual([unwaited]);
  });

  test('waits before sums are factors', () => {
    expect(found('[%d0+16], [%d0], %x2, %r5, 0')).toEqual([unwaited]);
  });
});
