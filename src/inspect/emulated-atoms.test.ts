/** Random matrices through emulated instructions, handed to registers and taken from them as the model's layouts say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFloat, F16 } from '../base/float-formats.ts';
import { MMA_ATOMS, type MmaAtom, matrixMove, WGMMA_TYPES, wgmmaAtom } from '../model/layout/atoms.ts';
import { type Layout, modeAt, offsetAt, sizeOf } from '../model/layout/layout.ts';
import { emulate } from '../ptx/index.ts';
import { parseModule } from '../ptx/parse/module.ts';

interface Assembly {
  readonly body: string;
  readonly threads: number;
  /** Words of all threads, one register after the other. */
  readonly input: readonly number[];
  /** Registers of words that the kernel stores. */
  readonly outputs: number;
}

const SHARED_BYTES = 1 << 15;

/** %in and %out lead to the thread's word of the first register, `%tile` to shared memory. */
function run({ body, threads, input, outputs }: Assembly): number[] {
  const module = parseModule(`.version 9.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 tile[];
.visible .entry k(.param .u64 in, .param .u64 out)
{
.reg .b64 %in, %out, %x<8>; .reg .b32 %thread, %tile, %r<8>, %a<8>, %b<8>, %d<128>; .reg .f64 %fd<8>; .reg .pred %p;
ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %thread, %tid.x; mov.u32 %tile, tile;
mad.wide.u32 %in, %thread, 4, %in; mad.wide.u32 %out, %thread, 4, %out;
${body}
ret;
}`);
  if (!module.ok) throw new Error(module.error.message);
  const result = emulate(module.value, {
    grid: [1, 1, 1],
    block: [threads, 1, 1],
    dynamicSharedBytes: SHARED_BYTES,
    buffers: [
      { name: 'in', type: 's32', length: input.length, init: { kind: 'values', values: input } },
      { name: 'out', type: 's32', length: outputs * threads, init: { kind: 'poison' } },
    ],
    params: [
      { kind: 'pointer', buffer: 'in' },
      { kind: 'pointer', buffer: 'out' },
    ],
  });
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.faults).toEqual([]);
  return [...new Int32Array(result.value.buffers.get('out')!.slice().buffer)];
}

const count = <T>(n: number, of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i));
const braced = (name: string, n: number): string => `{${count(n, i => name + i).join(', ')}}`;

/** Element (thread, value) of a layout, which gives row + rows * column. */
const placeOf = (layout: Layout, thread: number, value: number): number =>
  offsetAt(modeAt(layout, 0), thread) + offsetAt(modeAt(layout, 1), value);

/** How an instruction packs elements: how many in a register, and their bits. */
interface Packing {
  readonly bits: number;
  readonly encode: (value: number) => number;
}

const bitsOfFloat = (value: number): number => new Int32Array(Float32Array.of(value).buffer)[0];
const HALF: Packing = { bits: 16, encode: v => encodeFloat(F16, v) };
const SINGLE: Packing = { bits: 32, encode: bitsOfFloat };
const BYTE: Packing = { bits: 8, encode: v => v & 255 };

/** Registers of all threads, one after the other, as the layout hands them out. */
function registersOf(layout: Layout, matrix: readonly number[], { bits, encode }: Packing): number[] {
  const [threads, values] = [sizeOf(modeAt(layout, 0)), sizeOf(modeAt(layout, 1))];
  const per = 32 / bits;
  const word = (thread: number, register: number): number =>
    count(per, e => encode(matrix[placeOf(layout, thread, register * per + e)]) << (e * bits)).reduce(
      (a, b) => a | b,
      0,
    );
  return count(values / per, register => count(threads, thread => word(thread, register))).flat();
}

const PACKINGS: Readonly<Record<string, { readonly packing: Packing; readonly types: string; readonly d: Packing }>> = {
  'f16 or bf16': { packing: HALF, types: 'f32.f16.f16', d: SINGLE },
  tf32: { packing: SINGLE, types: 'f32.tf32.tf32', d: SINGLE },
  '8-bit': { packing: BYTE, types: 's32.s8.s8', d: { bits: 32, encode: v => v } },
};
const packingOf = (name: string) => PACKINGS[name.slice(name.indexOf(' ') + 1)];

/** Elements from -4 to 4 at row + rows * column. */
const matrixOf = (elements: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -4, max: 4 }), { minLength: elements, maxLength: elements });

const matricesOf = ({ m, n, k }: MmaAtom) => fc.tuple(matrixOf(m * k), matrixOf(n * k), matrixOf(m * n));

/** `b` by columns: column + n * row. */
const productOf = ({ m, n, k }: MmaAtom, a: readonly number[], b: readonly number[], c: readonly number[]): number[] =>
  count(m * n, i => {
    const [row, column] = [i % m, Math.floor(i / m)];
    return c[i] + count(k, j => a[row + m * j] * b[column + n * j]).reduce((x, y) => x + y, 0);
  });

const load = (name: string, registers: number, first: number, threads: number): string =>
  count(registers, i => `ld.global.u32 %${name}${i}, [%in+${4 * threads * (first + i)}];`).join('\n');
const store = (registers: number, threads: number): string =>
  count(registers, i => `st.global.u32 [%out+${4 * threads * i}], %d${i};`).join('\n');

const WARP_ATOMS = MMA_ATOMS.filter(({ name, threads }) => sizeOf(threads) === 32 && packingOf(name) !== undefined);

test('three kinds of elements of mma are looked at', () => {
  expect(new Set(WARP_ATOMS.map(({ name }) => packingOf(name).types)).size).toBe(3);
});

/** D of the instruction, when the registers of A, B and C hold these words. */
function multiplied({ name }: MmaAtom, inputs: readonly (readonly number[])[]): number[] {
  const [d, a, b] = packingOf(name).types.split('.');
  const shape = name.slice(name.indexOf('.') + 1, name.indexOf(' '));
  const [ofA, ofB, ofC] = inputs.map(words => words.length / 32);
  const body = `${load('a', ofA, 0, 32)} ${load('b', ofB, ofA, 32)} ${load('d', ofC, ofA + ofB, 32)}
mma.sync.aligned.${shape}.row.col.${d}.${a}.${b}.${d} ${braced('%d', ofC)}, ${braced('%a', ofA)}, ${braced('%b', ofB)}, ${braced('%d', ofC)};
${store(ofC, 32)}`;
  return run({ body, threads: 32, input: inputs.flat(), outputs: ofC });
}

describe.each(WARP_ATOMS.map(atom => [atom.name, atom] as const))('%s', (name, atom) => {
  const { packing, d } = packingOf(name);
  const inputs = (handed: MmaAtom, [rows, columns, sums]: readonly number[][]) => [
    registersOf(handed.a, rows, packing),
    registersOf(handed.b, columns, packing),
    registersOf(handed.c, sums, d),
  ];

  test('multiplies what the layouts hand to it', () => {
    const property = fc.property(matricesOf(atom), ([rows, columns, sums]) => {
      const found = multiplied(atom, inputs(atom, [rows, columns, sums]));
      expect(found).toEqual(registersOf(atom.c, productOf(atom, rows, columns, sums), d));
    });
    fc.assert(property, { numRuns: 10 });
  });

  test('makes other sums of registers that another layout filled', () => {
    const [rows, columns, sums] = [atom.m * atom.k, atom.n * atom.k, atom.m * atom.n].map(n =>
      count(n, i => (i % 9) - 4),
    );
    const [four, groups] = modeAt(atom.a, 0).stride as readonly number[];
    const swapped = { ...atom, a: { shape: atom.a.shape, stride: [[groups, four], modeAt(atom.a, 1).stride] } };
    const found = multiplied(atom, inputs(swapped, [rows, columns, sums]));
    expect(found).not.toEqual(registersOf(atom.c, productOf(atom, rows, columns, sums), d));
  });
});

/** The matrix without a swizzle: 8 columns of 16 bytes one after another, then the next 16 bytes of K. */
function interleaved(n: number, k: number, columns: readonly number[], { bits, encode }: Packing): number[] {
  const bytes = new DataView(new ArrayBuffer(n * 32));
  for (let j = 0; j < n; j++)
    for (let i = 0; i < k; i++) {
      const byte = (i * bits) / 8;
      const at = 256 * (j >> 3) + 128 * (byte >> 4) + 16 * (j & 7) + (byte & 15);
      const value = encode(columns[j + n * i]);
      if (bits === 8) bytes.setUint8(at, value);
      else if (bits === 16) bytes.setUint16(at, value, true);
      else bytes.setInt32(at, value, true);
    }
  return [...new Int32Array(bytes.buffer)];
}

describe.each(WGMMA_TYPES.flatMap(type => [8, 24, 64].map(n => [type, n] as const)))(
  'wgmma of %s, N = %d',
  (type, n) => {
    const atom = wgmmaAtom(type, n);
    const { packing, types, d } = packingOf(atom.name);

    test('multiplies what the layouts hand to it', () => {
      const property = fc.property(matricesOf(atom), ([rows, columns, sums]) => {
        const [a, c] = [registersOf(atom.a, rows, packing), registersOf(atom.c, sums, d)];
        const b = interleaved(n, atom.k, columns, packing);
        const registers = c.length / 128;
        const immediates = type === '8-bit' ? '' : type === 'tf32' ? ', 1, 1' : ', 1, 1, 0';
        const fill = count(Math.ceil(b.length / 128), i => {
          const first = 4 + registers + i;
          return `ld.global.u32 %r1, [%in+${512 * first}]; st.shared.u32 [%r2+${512 * i}], %r1;`;
        });
        const body = `${load('a', 4, 0, 128)} ${load('d', registers, 4, 128)}
mad.lo.u32 %r2, %thread, 4, %tile;
${fill.join('\n')}
fence.proxy.async; bar.sync 0;
shr.u32 %r3, %tile, 4; cvt.u64.u32 %x1, %r3; or.b64 %x1, %x1, ${(16n << 32n) | (8n << 16n)};
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n${n}k${atom.k}.${types} ${braced('%d', registers)}, ${braced('%a', 4)}, %x1, 1${immediates};
wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
${store(registers, 128)}`;
        const padded = [...b, ...count(127, () => 0)];
        const found = run({ body, threads: 128, input: [...a, ...c, ...padded], outputs: registers });
        expect(found).toEqual(registersOf(atom.c, productOf(atom, rows, columns, sums), d));
      });
      fc.assert(property, { numRuns: 5 });
    });
  },
);

const WORD: Packing = { bits: 16, encode: v => v & 0xffff };
const elements = (n: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: n, maxLength: n });

/** The four words of lane l's row, by the layout of rows. */
const rowWords = (rows: Layout, matrix: readonly number[], lane: number): number[] =>
  registersOf(rows, matrix, WORD).filter((_, i) => i % sizeOf(modeAt(rows, 0)) === lane);

describe.each([1, 2, 4].flatMap(n => [false, true].map(transposed => [n as 1 | 2 | 4, transposed] as const)))(
  'of %d matrices, transposed: %s,',
  (matrices, transposed) => {
    const { rows, registers } = matrixMove(matrices, transposed);
    const trans = transposed ? '.trans' : '';
    const lanes = 8 * matrices;

    test('ldmatrix takes rows to registers', () => {
      const property = fc.property(elements(64 * matrices), matrix => {
        const words = count(lanes, lane => rowWords(rows, matrix, lane)).flat();
        const input = [...words, ...count(128 - words.length, () => 0)];
        const body = `mad.lo.u32 %r2, %thread, 4, %tile;
${count(4, i => `ld.global.u32 %r1, [%in+${128 * i}]; st.shared.u32 [%r2+${128 * i}], %r1;`).join('\n')}
bar.warp.sync -1; mad.lo.u32 %r2, %thread, 16, %tile;
ldmatrix.sync.aligned.m8n8.x${matrices}${trans}.shared.b16 ${braced('%d', matrices)}, [%r2];
${store(matrices, 32)}`;
        expect(run({ body, threads: 32, input, outputs: matrices })).toEqual(registersOf(registers, matrix, WORD));
      });
      fc.assert(property, { numRuns: 10 });
    });

    test('stmatrix takes registers to rows', () => {
      const property = fc.property(elements(64 * matrices), matrix => {
        const body = `${load('a', matrices, 0, 32)} mad.lo.u32 %r2, %thread, 16, %tile;
stmatrix.sync.aligned.m8n8.x${matrices}${trans}.shared.b16 [%r2], ${braced('%a', matrices)};
bar.warp.sync -1; mad.lo.u32 %r2, %thread, 4, %tile;
${count(matrices, i => `ld.shared.u32 %d${i}, [%r2+${128 * i}];`).join('\n')}
${store(matrices, 32)}`;
        const found = run({ body, threads: 32, input: registersOf(registers, matrix, WORD), outputs: matrices });
        expect(found).toEqual(count(lanes, lane => rowWords(rows, matrix, lane)).flat());
      });
      fc.assert(property, { numRuns: 10 });
    });
  },
);

test('movmatrix takes the registers of a matrix to those of the transposed one', () => {
  const property = fc.property(elements(64), matrix => {
    const body = `${load('a', 1, 0, 32)} movmatrix.sync.aligned.m8n8.trans.b16 %d0, %a0; ${store(1, 32)}`;
    const input = registersOf(matrixMove(1, false).registers, matrix, WORD);
    const found = run({ body, threads: 32, input, outputs: 1 });
    expect(found).toEqual(registersOf(matrixMove(1, true).registers, matrix, WORD));
  });
  fc.assert(property, { numRuns: 20 });
});
