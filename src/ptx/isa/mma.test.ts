/** mma.sync: every shape and type against plain loops, fragments filled by the manual's formulas. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BF16, decodeFloat, E4M3, E5M2, encodeFloat, F16 } from '../../base/float-formats.ts';
import { parsed, runKernel } from '../checks/kernel-run.ts';
import { assemble, lanes, runAssembly } from './assembly.ts';
import { fma64 } from './fma64.ts';
import { ACCUMULATOR, FORMULAS, type FragmentFormula } from './reference/fragment-formulas.ts';

const bitsOfFloat = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0];
const floatOfBits = (bits: number): number => new Float32Array(Int32Array.of(bits).buffer)[0];

interface Coding {
  readonly bits: number;
  readonly encode: (value: number) => number;
  readonly decode?: (word: number) => number;
}
const CODINGS: Readonly<Record<string, Coding>> = {
  f16: { bits: 16, encode: v => encodeFloat(F16, v), decode: w => decodeFloat(F16, w) },
  bf16: { bits: 16, encode: v => encodeFloat(BF16, v) },
  tf32: { bits: 32, encode: bitsOfFloat },
  f32: { bits: 32, encode: bitsOfFloat, decode: floatOfBits },
  e4m3: { bits: 8, encode: v => encodeFloat(E4M3, v) },
  e5m2: { bits: 8, encode: v => encodeFloat(E5M2, v) },
  s8: { bits: 8, encode: v => v & 0xff },
  u8: { bits: 8, encode: v => v & 0xff },
  s4: { bits: 4, encode: v => v & 0xf },
  u4: { bits: 4, encode: v => v & 0xf },
  s32: { bits: 32, encode: v => v, decode: w => w | 0 },
};

type Matrix = number[][];
const matrix = (rows: number, columns: number, of: (row: number, column: number) => number): Matrix =>
  lanes(r => lanes(c => of(r, c), columns), rows);

/** Words of a lane-by-lane fragment, one register after the other; doubles take two words. */
function packed(values: Matrix, formula: FragmentFormula, perLane: number, type: string): number[] {
  const at = (lane: number, i: number) => {
    const [row, column] = formula(i, lane >> 2, lane % 4);
    return values[row][column];
  };
  if (type === 'f64') {
    const planes = lanes(i => lanes(lane => [...new Int32Array(Float64Array.of(at(lane, i)).buffer)]), perLane);
    return planes.flatMap(plane => [...plane.map(([low]) => low), ...plane.map(([, high]) => high)]);
  }
  const { bits, encode } = CODINGS[type];
  const per = 32 / bits;
  const word = (lane: number, register: number) =>
    lanes(e => encode(at(lane, register * per + e)) << (e * bits), per).reduce((all, part) => all | part, 0);
  return lanes(register => lanes(lane => word(lane, register)), perLane / per).flat();
}

function unpacked(words: readonly number[], rows: number, columns: number, perLane: number, type: string): Matrix {
  const values = matrix(rows, columns, () => Number.NaN);
  for (let lane = 0; lane < 32; lane++) {
    for (let i = 0; i < perLane; i++) {
      const [row, column] = ACCUMULATOR(i, lane >> 2, lane % 4);
      values[row][column] = elementOf(words, lane, i, type);
    }
  }
  return values;
}

function elementOf(words: readonly number[], lane: number, i: number, type: string): number {
  if (type === 'f64') {
    const pair = Int32Array.of(words[64 * i + lane], words[64 * i + 32 + lane]);
    return new Float64Array(pair.buffer)[0];
  }
  const { bits, decode } = CODINGS[type];
  const per = 32 / bits;
  return decode!(words[32 * Math.floor(i / per) + lane] >>> ((i % per) * bits));
}

interface Case {
  readonly shape: string;
  readonly types: readonly [d: string, a: string, b: string];
  readonly a: Matrix;
  readonly b: Matrix;
  readonly c: Matrix;
  readonly saturates?: boolean;
}

const sizesOf = (shape: string): number[] => shape.match(/\d+/g)!.map(Number);
const formulasOf = (shape: string, type: string) => FORMULAS.find(f => f.shape === shape && f.types.includes(type))!;

/** D of the emulated instruction, a register at a time through memory. */
function emulated({ shape, types: [d, a, b], saturates, ...matrices }: Case): Matrix {
  const [m, n, k] = sizesOf(shape);
  const isDouble = d === 'f64';
  const inputs = [
    packed(matrices.a, formulasOf(shape, a).a, (m * k) / 32, a),
    packed(matrices.b, formulasOf(shape, b).b, (n * k) / 32, b),
    packed(matrices.c, ACCUMULATOR, (m * n) / 32, d),
  ];
  let plane = 0;
  const load: string[] = [];
  const vectors = inputs.map((words, v) => {
    const count = words.length / (isDouble ? 64 : 32);
    const names = lanes(i => `%m${v}_${i}`, count);
    for (const name of names) {
      if (isDouble) {
        load.push(`.reg .f64 ${name}; ld.global.u32 %r1, [%at+${128 * plane}]; ld.global.u32 %r2, [%at+${128 * plane + 128}];
mov.b64 ${name}, {%r1, %r2};`);
        plane += 2;
      } else {
        load.push(`.reg .b32 ${name}; ld.global.u32 ${name}, [%at+${128 * plane}];`);
        plane += 1;
      }
    }
    return names;
  });
  const results = vectors[2];
  const store = results.map((name, i) =>
    isDouble
      ? `mov.b64 {%r1, %r2}, ${name}; st.global.u32 [%at+${256 * i}], %r1; st.global.u32 [%at+${256 * i + 128}], %r2;`
      : `st.global.u32 [%at+${128 * i}], ${name};`,
  );
  const braced = (names: readonly string[]) => `{${names.join(', ')}}`;
  const satfinite = saturates ? '.satfinite' : '';
  const body = `${load.join('\n')}
mma.sync.aligned.${shape}.row.col${satfinite}.${d}.${a}.${b}.${d} ${[results, vectors[0], vectors[1], vectors[2]].map(braced).join(', ')};
${store.join('\n')}`;
  const words = runWords(body, inputs.flat());
  return unpacked(words, m, n, (m * n) / 32, d);
}

function runWords(body: string, values: readonly number[]): number[] {
  const module = parsed(assemble({ body }));
  const buffers = [{ name: 'out', type: 's32', length: values.length, init: { kind: 'values', values } }] as const;
  const result = runKernel(module, { entry: 'k', block: [32, 1, 1], launch: { buffers } });
  if (!result.ok) throw new Error(result.faults[0].message);
  return [...new Int32Array(result.buffers.get('out')!.slice().buffer)];
}

/** Plain loops. */
const productOf = (a: Matrix, b: Matrix, c: Matrix): Matrix =>
  c.map((row, m) => row.map((value, n) => a[m].reduce((sum, x, k) => sum + x * b[k][n], value)));

const hash = (seed: number, row: number, column: number): number =>
  (Math.imul(Math.imul(row * 64 + column + 1, 0x9e3779b1) ^ seed, 0x85ebca6b) >>> 13) % 1000;
const LEAST: Readonly<Record<string, number>> = { u8: 0, u4: 0 };
/** Small integers, which every type holds exactly: from -2, or 0, up. */
const small = (seed: number, type: string) => (row: number, column: number) =>
  (hash(seed, row, column) % 5) + (LEAST[type] ?? -2);

function caseOf(shape: string, types: Case['types'], seed = 1): Case {
  const [m, n, k] = sizesOf(shape);
  return {
    shape,
    types,
    a: matrix(m, k, small(seed, types[1])),
    b: matrix(k, n, small(seed + 1, types[2])),
    c: matrix(m, n, small(seed + 2, types[0])),
  };
}

const ACCUMULATORS: Readonly<Record<string, readonly string[]>> = {
  f16: ['f16', 'f32'],
  e4m3: ['f16', 'f32'],
  e5m2: ['f16', 'f32'],
  s8: ['s32'],
  u8: ['s32'],
  s4: ['s32'],
  u4: ['s32'],
  f64: ['f64'],
};
const MIXED: readonly (readonly string[])[] = [
  ['s8', 'u8'],
  ['s4', 'u4'],
  ['e4m3', 'e5m2'],
];
const isForm = (shape: string, type: string) => !(shape === 'm8n8k16' && type.startsWith('e'));
const FORMS = FORMULAS.flatMap(({ shape, types }) =>
  types
    .filter(a => isForm(shape, a))
    .flatMap(a =>
      (MIXED.find(types => types.includes(a)) ?? [a]).flatMap(b =>
        (ACCUMULATORS[a] ?? ['f32']).map((d): [string, Case['types']] => [shape, [d, a, b]]),
      ),
    ),
);

describe('small integers are multiplied exactly', () => {
  test.each(FORMS)('%s %s', (shape, types) => {
    for (const seed of [1, 77]) {
      const item = caseOf(shape, types, seed);
      expect(emulated(item)).toEqual(productOf(item.a, item.b, item.c));
    }
  });

  test('there are forms of each shape', () => {
    expect(FORMS).toHaveLength(6 + 2 + 4 + 3 * 4 + 3 * 4 + 2 * 8);
  });
});

describe('integers', () => {
  const shape = 'm16n8k32';
  const types: Case['types'] = ['s32', 's8', 'u8'];
  const large: Case = {
    shape,
    types,
    a: matrix(16, 32, row => (row < 8 ? 127 : -128)),
    b: matrix(32, 8, () => 255),
    c: matrix(16, 8, row => (row < 8 ? 2 ** 31 - 1000 : -(2 ** 31) + 1000)),
  };

  test('wrap', () => {
    const sums = productOf(large.a, large.b, large.c).map(row => row.map(value => value | 0));
    expect(emulated(large)).toEqual(sums);
  });

  test('clamp where .satfinite says so', () => {
    const expected = matrix(16, 8, row => (row < 8 ? 2 ** 31 - 1 : -(2 ** 31)));
    expect(emulated({ ...large, saturates: true })).toEqual(expected);
  });

  test('of 4 bits take their sign from the type', () => {
    const a = matrix(16, 64, (row, column) => ((row + column) % 16) - 8);
    const b = matrix(64, 8, (row, column) => (row * 3 + column) % 16);
    const item: Case = { shape: 'm16n8k64', types: ['s32', 's4', 'u4'], a, b, c: matrix(16, 8, () => 0) };
    expect(emulated(item)).toEqual(productOf(a, b, item.c));
  });
});

const FLOATS = FORMS.filter(([, [d]]) => d === 'f16' || d === 'f32');
const SPECIALS = [0, -0, 1.5, -3, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test.each(FLOATS)('%s %s: zeros leave what C holds, but for the sign of its zeros', (shape, types) => {
  const [m, n, k] = sizesOf(shape);
  const c = matrix(m, n, (row, column) => SPECIALS[(row * n + column) % SPECIALS.length]);
  const item: Case = { shape, types, a: matrix(m, k, () => 0), b: matrix(k, n, small(5, types[2])), c };
  const kept = c.map(row => row.map(value => value + 0));
  expect(emulated(item)).toEqual(kept);
  // 0 x NaN is no number, in whichever column.
  item.b[k - 1][n - 1] = Number.NaN;
  expect(emulated(item)).toEqual(kept.map(row => row.with(n - 1, Number.NaN)));
});

describe('rounding', () => {
  const fraction = (seed: number) => (row: number, column: number) => (hash(seed, row, column) - 500) / 512;

  test('f32 sums of f16 products lie within the last digits of the exact ones', () => {
    const item: Case = {
      shape: 'm16n8k16',
      types: ['f32', 'f16', 'f16'],
      a: matrix(16, 16, fraction(3)),
      b: matrix(16, 8, fraction(4)),
      c: matrix(16, 8, (row, column) => Math.fround(fraction(5)(row, column) / 3)),
    };
    const exact = productOf(item.a, item.b, item.c);
    emulated(item).forEach((row, m) => {
      row.forEach((value, n) => {
        const size = item.a[m].reduce((sum, x, k) => sum + Math.abs(x * item.b[k][n]), Math.abs(item.c[m][n]));
        expect(Math.abs(value - exact[m][n])).toBeLessThanOrEqual(size * 2 ** -23);
      });
    });
  });

  test('f16 accumulators round once', () => {
    const item: Case = {
      shape: 'm16n8k8',
      types: ['f16', 'f16', 'f16'],
      a: matrix(16, 8, (_row, column) => (column < 2 ? 2 ** -11 : 0)),
      b: matrix(8, 8, () => 1),
      c: matrix(16, 8, () => 1),
    };
    // 1 + 2^-11 + 2^-11: rounded after each addition it would stay 1.
    expect(emulated(item)).toEqual(matrix(16, 8, () => 1 + 2 ** -10));
  });

  test('f64 is a chain of fused multiply-adds from C on', () => {
    const third = (seed: number) => (row: number, column: number) => (hash(seed, row, column) - 500) / 3;
    const item: Case = {
      shape: 'm16n8k16',
      types: ['f64', 'f64', 'f64'],
      a: matrix(16, 16, third(6)),
      b: matrix(16, 8, third(7)),
      c: matrix(16, 8, third(8)),
    };
    const chained = item.c.map((row, m) =>
      row.map((value, n) => item.a[m].reduce((sum, x, k) => fma64(x, item.b[k][n], sum), value)),
    );
    expect(emulated(item)).toEqual(chained);
    expect(emulated(item)).not.toEqual(productOf(item.a, item.b, item.c));
  });

  test('the lowest 13 bits of tf32 do not count', () => {
    const item = caseOf('m16n8k8', ['f32', 'tf32', 'tf32']);
    const a = item.a.map(row => row.map(value => floatOfBits(bitsOfFloat(value === 0 ? 1 : value) | 0x1fff)));
    const cut = a.map(row => row.map(value => floatOfBits(bitsOfFloat(value) & ~0x1fff)));
    expect(emulated({ ...item, a })).toEqual(productOf(cut, item.b, item.c));
  });
});

test('infinities and NaN spread along rows and columns, NaN as the machines write it', () => {
  const item = caseOf('m16n8k8', ['f32', 'bf16', 'bf16']);
  const a = item.a.map((row, m) => row.map((value, k) => (m === 3 && k === 2 ? Number.POSITIVE_INFINITY : value)));
  const d = emulated({ ...item, a, b: matrix(8, 8, (_row, column) => (column === 5 ? 0 : 1)) });
  expect(d[3]).toEqual(lanes(n => (n === 5 ? Number.NaN : Number.POSITIVE_INFINITY), 8));
  const body = `mov.b32 %r1, 0x7fc07f80; mov.b32 %r2, 0; mov.b32 %r3, 0;
mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%r4, %r5, %r6, %r7}, {%r1, %r1}, {%r2}, {%r2, %r2, %r2, %r2}; st.global.u32 [%at], %r4;`;
  expect(
    runWords(
      body,
      lanes(() => 0),
    ).slice(0, 32),
  ).toEqual(lanes(() => 0x7fffffff));
});

describe.each(['sm_90a', 'sm_100a'])('kernels compiled for %s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/mma.${arch}.ptx`, import.meta.url), 'utf8'));
  const names = ['d', 'a', 'b', 'c'] as const;

  /** Runs an entry on matrices row by row in memory; gives D. */
  function run(
    entry: string,
    types: readonly string[],
    values: readonly (readonly number[])[],
    threads = 32,
  ): number[] {
    const codes = (type: string, list: readonly number[]) =>
      type === 'tf32' ? list.map(bitsOfFloat) : list.map(v => CODINGS[type]?.encode(v) ?? v);
    const bufferType = (type: string) => (type === 'tf32' || type === 'f32' ? 's32' : type);
    const init = (type: string, list: readonly number[]) =>
      type === 'f64'
        ? ({ kind: 'base64', base64: Buffer.from(Float64Array.from(list).buffer).toString('base64') } as const)
        : ({ kind: 'values', values: codes(type, list) } as const);
    const storage: Readonly<Record<string, string>> = { f16: 'u16', bf16: 'u16', e4m3: 'u8', e5m2: 'u8', s8: 'u8' };
    const result = runKernel(module, {
      entry,
      block: [threads, 1, 1],
      launch: {
        buffers: values.map((list, i) => ({
          name: i === 0 ? 'out' : names[i],
          type: (storage[types[i]] ?? bufferType(types[i])) as 'u16',
          length: list.length,
          init: init(types[i], list),
        })),
        params: values.map((_, i) => ({ kind: 'pointer', buffer: i === 0 ? 'out' : names[i] })),
      },
    });
    expect(result.faults).toEqual([]);
    const bytes = result.buffers.get('out')!.slice().buffer;
    if (types[0] === 'f64') return [...new Float64Array(bytes)];
    return types[0] === 's32' ? [...new Int32Array(bytes)] : [...new Float32Array(bytes)];
  }

  test.each([
    ['f16k16', 'm16n8k16', ['f32', 'f16', 'f16']],
    ['bf16k8', 'm16n8k8', ['f32', 'bf16', 'bf16']],
    ['tf32k8', 'm16n8k8', ['f32', 'tf32', 'tf32']],
    ['s8k32', 'm16n8k32', ['s32', 's8', 's8']],
    ['e4m3k32', 'm16n8k32', ['f32', 'e4m3', 'e5m2']],
    ['f64k4', 'm8n8k4', ['f64', 'f64', 'f64']],
  ] as const)('%s', (entry, shape, types) => {
    const { a, b, c } = caseOf(shape, types, 9);
    const zeros = c.flat().map(() => 0);
    const d = run(entry, [...types, types[0]], [zeros, a.flat(), b.flat(), c.flat()]);
    expect(d).toEqual(productOf(a, b, c).flat());
  });

  test('a tile of 64 x 64 through shared memory', () => {
    const a = matrix(64, 64, small(21, 'f16'));
    const b = matrix(64, 64, small(22, 'f16'));
    const c = matrix(64, 64, () => 0);
    expect(run('tile', ['f32', 'f16', 'f16'], [c.flat(), a.flat(), b.flat()], 128)).toEqual(productOf(a, b, c).flat());
  });
});

describe('refused by name', () => {
  test.each([
    [
      'm16n8k8.row.col.f16.bf16.bf16.f16 {%r1, %r2}, {%r1, %r2}, {%r1}, {%r1, %r2}',
      'no accumulators of .f16 for .bf16',
    ],
    ['m16n8k16.row.col.s32.s8.s4.s32 {%r1, %r2, %r3, %r4}, {%r1, %r2}, {%r1}, {%r1, %r2, %r3, %r4}', 'not multiplied'],
    ['m16n8k32.row.col.f32.f16.f16.f32 {%r1, %r2, %r3, %r4}, {%r1, %r2}, {%r1}, {%r1, %r2, %r3, %r4}', 'needs one of'],
    ['m16n8k8.row.col.f32.f16.f16.f32 {%r1, %r2}, {%r1, %r2}, {%r1}, {%r1, %r2, %r3, %r4}', 'needs 4 registers'],
    ['m16n8k8.col.col.f32.f16.f16.f32 {%r1, %r2, %r3, %r4}, {%r1, %r2}, {%r1}, {%r1, %r2, %r3, %r4}', '.row'],
    [
      'm16n8k16.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32 {%r1, %r2, %r3, %r4}, {%r1, %r2}, {%r1}, {%r1, %r2, %r3, %r4}',
      'kind::f8f6f4',
    ],
  ])('mma.sync.aligned.%s', (text, why) => {
    const [fault] = runAssembly({ body: `mma.sync.aligned.${text};` }).faults;
    expect(fault).toMatchObject({ kind: 'unsupported' });
    expect(fault.message).toContain(why);
  });
});
