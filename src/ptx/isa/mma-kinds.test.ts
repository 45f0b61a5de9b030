/** mma.sync of floats of 4, 6 and 8 bits, with and without scale factors, against plain loops. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFloat, E2M1, E2M3, E3M2, E4M3, E5M2, type FloatFormat } from '../../base/float-formats.ts';
import { wordsOf } from '../checks/kernel-run.ts';
import { type Assembly, lanes, runAssembly } from './assembly.ts';
import { FORMULAS } from './reference/fragment-formulas.ts';

/** Bits of a pattern, and where it stands in its byte. */
const TYPES: Readonly<Record<string, readonly [format: FloatFormat, bits: number, shift: number]>> = {
  e4m3: [E4M3, 8, 0],
  e5m2: [E5M2, 8, 0],
  e3m2: [E3M2, 6, 0],
  e2m3: [E2M3, 6, 0],
  e2m1: [E2M1, 4, 2],
};
type TypeName = keyof typeof TYPES;

interface Product {
  readonly words: string;
  readonly types: readonly [a: TypeName, b: TypeName];
  readonly depth: 32 | 64;
  readonly scales?: {
    readonly count: 1 | 2 | 4;
    readonly of: (byte: number) => number;
    readonly a: readonly [byte: number, thread: number];
    readonly b: readonly [byte: number, thread: number];
  };
}

const ROWS = 16;
const COLUMNS = 8;

/** Small numbers only, so that sums are exact. */
const patternOf = (type: TypeName): fc.Arbitrary<number> => {
  const [format, bits] = TYPES[type];
  const small = lanes(pattern => pattern, 2 ** bits).filter(pattern => {
    const value = Math.abs(decodeFloat(format, pattern));
    return value === 0 || (value >= 0.25 && value <= 8);
  });
  return fc.constantFrom(...small);
};
const matrixOf = (type: TypeName, rows: number, depth: number) =>
  fc.array(fc.array(patternOf(type), { minLength: depth, maxLength: depth }), { minLength: rows, maxLength: rows });

const formulasOf = (depth: number) =>
  FORMULAS.find(({ shape, types }) => shape === `m16n8k${depth}` && types.includes(depth === 64 ? 's4' : 's8'))!;

/** Words of the registers of all lanes, one register after the other. */
function packed(patterns: readonly (readonly number[])[], type: TypeName, depth: number, isB: boolean): number[] {
  const bits = depth === 64 ? 4 : 8;
  const shift = depth === 64 ? 0 : TYPES[type][2];
  const formula = formulasOf(depth)[isB ? 'b' : 'a'];
  const per = 32 / bits;
  const registers = (patterns.length * depth) / 32 / per;
  return lanes(
    register =>
      lanes(lane => {
        let word = 0;
        for (let e = 0; e < per; e++) {
          const [x, y] = formula(register * per + e, lane >> 2, lane % 4);
          word |= (isB ? patterns[y][x] : patterns[x][y]) << (e * bits + shift);
        }
        return word;
      }),
    registers,
  ).flat();
}

const run = (words: readonly number[], body: string, more: Partial<Assembly> = {}) => {
  const table = `.const .align 4 .b32 table[${words.length}] = {${words.map(word => word >>> 0).join(', ')}};`;
  const loads = lanes(i => `ld.const.b32 %r${i}, [%x1+${128 * i}];`, words.length / 32).join('\n');
  return runAssembly({
    module: table,
    words: 4 * 32,
    body: `mov.u64 %x2, table; mad.wide.u32 %x1, %tid, 4, %x2;\n${loads}\n${body}`,
    ...more,
  });
};

const bitsOf = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0];

function check(
  { words, types: [a, b], depth, scales }: Product,
  ofA: number[][],
  ofB: number[][],
  factors: number[],
): void {
  const data = [...packed(ofA, a, depth, false), ...packed(ofB, b, depth, true), ...factors];
  const selectors = scales ? `, %r6, {${scales.a}}, %r7, {${scales.b}}` : '';
  const body = `mma.sync.aligned.${words} {%r10, %r11, %r12, %r13}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r9, %r9, %r9, %r9}${selectors};
${lanes(i => `st.global.b32 [%at+${128 * i}], %r${10 + i};`, 4).join('\n')}`;
  const result = run(data, `mov.b32 %r9, ${bitsOf(0.5) >>> 0};\n${body}`);
  expect(result.faults).toEqual([]);
  const out = wordsOf(result);
  const factorOf = (word: number, byte: number, k: number): number =>
    scales ? scales.of((word >>> (8 * (byte + Math.floor((k * scales.count) / depth)))) & 0xff) : 1;
  for (let lane = 0; lane < 32; lane++) {
    for (let i = 0; i < 4; i++) {
      const [row, column] = [(lane >> 2) + (i < 2 ? 0 : 8), 2 * (lane % 4) + (i & 1)];
      let sum = 0.5;
      for (let k = 0; k < depth; k++) {
        const [x, y] = [decodeFloat(TYPES[a][0], ofA[row][k]), decodeFloat(TYPES[b][0], ofB[column][k])];
        const atA = scales ? 4 * (row % 8) + 2 * scales.a[1] + Math.floor(row / 8) : 0;
        const atB = scales ? 32 + 4 * column + scales.b[1] : 0;
        sum += x * factorOf(factors[atA], scales?.a[0] ?? 0, k) * y * factorOf(factors[atB], scales?.b[0] ?? 0, k);
      }
      expect(out[32 * i + lane], `row ${row}, column ${column}`).toBe(bitsOf(sum));
    }
  }
}

/** Bytes of factors of which each is a small power of two. */
const factorWord = (bytes: readonly number[]) =>
  fc
    .array(fc.constantFrom(...bytes), { minLength: 4, maxLength: 4 })
    .map(four => four.reduce((word, byte, i) => word | (byte << (8 * i)), 0));
const UE8M0 = [126, 127, 128];
const UE4M3 = [0x30, 0x38, 0x40];

function checkRandom(product: Product, factorBytes: readonly number[] = UE8M0): void {
  const { types, depth } = product;
  const inputs = fc.tuple(
    matrixOf(types[0], ROWS, depth),
    matrixOf(types[1], COLUMNS, depth),
    fc.array(factorWord(factorBytes), { minLength: 64, maxLength: 64 }),
  );
  for (const [a, b, factors] of fc.sample(inputs, 2)) check(product, a, b, factors);
}

describe('without factors', () => {
  const types = Object.keys(TYPES);
  test.each(types.map((type, i) => [type, types[(i + 2) % types.length]]))('.%s and .%s', (a, b) => {
    checkRandom({ words: `m16n8k32.row.col.kind::f8f6f4.f32.${a}.${b}.f32`, types: [a, b], depth: 32 });
  });
});

describe('with factors', () => {
  const e8 = (byte: number): number => 2 ** (byte - 127);
  const e4 = (byte: number): number => decodeFloat(E4M3, byte & 0x7f);

  test.each([
    [
      [0, 0],
      [0, 0],
    ],
    [
      [3, 1],
      [1, 3],
    ],
    [
      [2, 0],
      [3, 2],
    ],
  ] as const)('of 32 elements, one a row: A by %j, B by %j', (a, b) => {
    const words = 'kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e2m1.f32.ue8m0';
    checkRandom({ words, types: ['e4m3', 'e2m1'], depth: 32, scales: { count: 1, of: e8, a, b } });
  });

  test('of 32 elements, two a row', () => {
    const scales = { count: 2, of: e8, a: [2, 1], b: [0, 3] } as const;
    checkRandom({
      words: 'm16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0',
      types: ['e2m1', 'e2m1'],
      depth: 64,
      scales,
    });
  });

  test('of 16 elements, four a row', () => {
    const scales = { count: 4, of: e4, a: [0, 0], b: [0, 1] } as const;
    const words = 'm16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3';
    checkRandom({ words, types: ['e2m1', 'e2m1'], depth: 64, scales }, UE4M3);
  });
});

describe('what is none', () => {
  const faultOf = (form: string) => {
    const body = `mov.u32 %r9, 0; mma.sync.aligned.${form};`;
    return runAssembly({ body }).faults[0];
  };
  const operands = '{%r1, %r2, %r3, %r4}, {%r9, %r9, %r9, %r9}, {%r9, %r9}, {%r9, %r9, %r9, %r9}';
  test.each([
    ['m16n8k32.row.col.f32.e2m1.e2m1.f32', operands, 'unsupported', 'needs a .kind'],
    [
      'm16n8k64.row.col.kind::mxf4.block_scale.f32.e4m3.e2m1.f32.ue8m0',
      `${operands}, %r9, {0, 0}, %r9, {0, 0}`,
      'unsupported',
      'does not multiply .e4m3',
    ],
    [
      'm16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0',
      `${operands}, %r9, {1, 0}, %r9, {0, 0}`,
      'badOperand',
      'byte 1',
    ],
    [
      'm16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0',
      `${operands}, %r9, {0, 2}, %r9, {0, 0}`,
      'badOperand',
      'thread 2 of 0 to 1',
    ],
    [
      'sp.m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32',
      `${operands}, %r9, 0`,
      'unsupported',
      'sparse products of .kind::f8f6f4',
    ],
  ])('%s', (form, operandsOf, kind, words) => {
    const fault = faultOf(`${form} ${operandsOf}`);
    expect(fault).toMatchObject({ kind, message: expect.stringContaining(words) });
  });
});
