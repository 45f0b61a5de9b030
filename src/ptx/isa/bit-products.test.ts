/** mma and wmma of single bits, held against bit matrices that the manual's formulas make of the registers. */
import { describe, expect, test } from 'vitest';
import { parsed, runKernel } from '../checks/kernel-run.ts';
import { assemble, lanes, runAssembly } from './assembly.ts';

/** Place of element i of a lane (PTX ISA, "Matrix Fragments for mma.m8n8k128" and its neighbours). */
type Formula = (i: number, g: number, t: number) => readonly [row: number, column: number];
interface Shape {
  readonly name: string;
  readonly sizes: readonly [m: number, k: number];
  readonly registers: readonly [a: number, b: number, c: number];
  readonly a: Formula;
  /** Place in a column of B. */
  readonly b: Formula;
}

const SHAPES: readonly Shape[] = [
  {
    name: 'm8n8k128',
    sizes: [8, 128],
    registers: [1, 1, 2],
    a: (i, g, t) => [g, t * 32 + i],
    b: (i, g, t) => [g, t * 32 + i],
  },
  {
    name: 'm16n8k128',
    sizes: [16, 128],
    registers: [2, 1, 4],
    a: (i, g, t) => [i < 32 ? g : g + 8, t * 32 + (i & 31)],
    b: (i, g, t) => [g, t * 32 + i],
  },
  {
    name: 'm16n8k256',
    sizes: [16, 256],
    registers: [4, 2, 4],
    a: (i, g, t) => [i < 32 || (i >= 64 && i < 96) ? g : g + 8, t * 32 + (i & 31) + (i < 64 ? 0 : 128)],
    b: (i, g, t) => [g, t * 32 + (i & 31) + (i < 32 ? 0 : 128)],
  },
];
const OPERATIONS = { xor: (x: number, y: number) => x ^ y, and: (x: number, y: number) => x & y };
type Operation = keyof typeof OPERATIONS;

let state = 12345;
function random(): number {
  state = Math.imul(state, 1664525) + 1013904223;
  return (state ^ (state >>> 13)) | 0;
}

/** Registers of all lanes, one register's 32 words after the other's. */
const randomWords = (registers: number): number[] => lanes(random, 32 * registers);

function bitMatrix(words: readonly number[], rows: number, depth: number, formula: Formula): Uint8Array[] {
  const matrix = lanes(() => new Uint8Array(depth).fill(2), rows);
  for (let lane = 0; lane < 32; lane++) {
    for (let i = 0; i < words.length; i++) {
      const [row, column] = formula(i, lane >> 2, lane % 4);
      matrix[row][column] = (words[32 * (i >> 5) + lane] >>> (i & 31)) & 1;
    }
  }
  return matrix;
}

const count = (operation: Operation, x: Uint8Array, y: Uint8Array): number =>
  x.reduce((sum, bit, k) => sum + OPERATIONS[operation](bit, y[k]), 0);

function run(body: string, values: readonly number[]): number[] {
  const buffers = [{ name: 'out', type: 's32', length: values.length, init: { kind: 'values', values } }] as const;
  const result = runKernel(parsed(assemble({ body })), { entry: 'k', block: [32, 1, 1], launch: { buffers } });
  if (!result.ok) throw new Error(result.faults[0].message);
  return [...new Int32Array(result.buffers.get('out')!.slice().buffer)];
}

const names = (prefix: string, registers: number): string[] => lanes(i => `%${prefix}${i}`, registers);
const braced = (list: readonly string[]): string => `{${list.join(', ')}}`;

describe.each(SHAPES)('mma $name', ({ name, sizes: [m, k], registers: [ra, rb, rc], a, b }) => {
  test.each(['xor', 'and'] as const)('%s', operation => {
    const [wordsA, wordsB, wordsC] = [ra, rb, rc].map(randomWords);
    const all = [...names('ma', ra), ...names('mb', rb), ...names('mc', rc)];
    const body = `.reg .b32 ${all.join(', ')};
${all.map((register, i) => `ld.global.u32 ${register}, [%at+${128 * i}];`).join('\n')}
mma.sync.aligned.${name}.row.col.s32.b1.b1.s32.${operation}.popc ${[names('mc', rc), names('ma', ra), names('mb', rb), names('mc', rc)].map(braced).join(', ')};
${names('mc', rc)
  .map((register, i) => `st.global.u32 [%at+${128 * i}], ${register};`)
  .join('\n')}`;
    const results = run(body, [...wordsA, ...wordsB, ...wordsC]);
    const [rowsA, columnsB] = [bitMatrix(wordsA, m, k, a), bitMatrix(wordsB, 8, k, b)];
    expect([...rowsA, ...columnsB].every(line => !line.includes(2))).toBe(true);
    for (let lane = 0; lane < 32; lane++) {
      for (let i = 0; i < rc; i++) {
        const [row, column] = [i < 2 ? lane >> 2 : (lane >> 2) + 8, (lane % 4) * 2 + (i & 1)];
        const expected = (wordsC[32 * i + lane] + count(operation, rowsA[row], columnsB[column])) | 0;
        expect(results[32 * i + lane]).toBe(expected);
      }
    }
  });
});

test.each(['xor', 'and'] as const)('wmma loads, multiplies and stores: %s', operation => {
  // Rows of 256 bits, of which the product takes 128.
  const [a, b, c] = [lanes(random, 64), lanes(random, 64), lanes(random, 64)];
  const body = `.reg .b32 %ma, %mb, %mc<2>;
wmma.load.a.sync.aligned.row.m8n8k128.global.b1 {%ma}, [%out], 256;
wmma.load.b.sync.aligned.col.m8n8k128.global.b1 {%mb}, [%out+256], 256;
wmma.load.c.sync.aligned.row.m8n8k128.global.s32 {%mc0, %mc1}, [%out+512];
wmma.mma.${operation}.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%mc0, %mc1}, {%ma}, {%mb}, {%mc0, %mc1};
wmma.store.d.sync.aligned.col.m8n8k128.global.s32 [%out+768], {%mc0, %mc1};`;
  const results = run(body, [...a, ...b, ...c, ...lanes(() => -1, 64)]).slice(192);
  const bits = (words: readonly number[], row: number) =>
    Uint8Array.from({ length: 128 }, (_, k) => (words[8 * row + (k >> 5)] >>> (k & 31)) & 1);
  const expected = lanes(n => lanes(m => (c[8 * m + n] + count(operation, bits(a, m), bits(b, n))) | 0, 8), 8);
  expect(results).toEqual(expected.flat());
});

test.each([
  ['mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32 {%r1, %r2}, {%r3}, {%r4}, {%r1, %r2}', 'needs one of .popc'],
  [
    'mma.sync.aligned.m8n8k128.row.col.satfinite.s32.b1.b1.s32.xor.popc {%r1, %r2}, {%r3}, {%r4}, {%r1, %r2}',
    '.satfinite is not implemented',
  ],
  ['wmma.load.a.sync.aligned.col.m8n8k128.b1 {%r1}, [%out]', '.b1 is not loaded by .col'],
])('%s is refused', (text, why) => {
  const [fault] = runAssembly({ body: `${text};` }).faults;
  expect(fault).toMatchObject({ kind: 'unsupported' });
  expect(fault.message).toContain(why);
});
