/** wmma: loads in both layouts, products and stores against plain loops; what is traced, what is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BF16, encodeFloat, F16 } from '../../base/float-formats.ts';
import { accessAt } from '../../trace/access-trace.ts';
import type { ElementType } from '../../trace/launch.ts';
import { parsed, traceKernel } from '../checks/kernel-run.ts';
import { lanes, runAssembly } from './assembly.ts';

const PITCH = 32;

interface Product {
  readonly sizes: readonly [m: number, n: number, k: number];
  /** Types of A and B, and of C and D. */
  readonly types: readonly [multiplicand: ElementType, accumulator: ElementType];
  readonly layouts: readonly [a: 'row' | 'col', b: 'row' | 'col'];
}

const PRODUCTS: Readonly<Record<string, Product>> = {
  halves: { sizes: [16, 16, 16], types: ['f16', 'f32'], layouts: ['row', 'col'] },
  halvesTurned: { sizes: [16, 16, 16], types: ['f16', 'f32'], layouts: ['col', 'row'] },
  halvesTall: { sizes: [32, 8, 16], types: ['f16', 'f16'], layouts: ['row', 'row'] },
  halvesWide: { sizes: [8, 32, 16], types: ['f16', 'f16'], layouts: ['col', 'col'] },
  shorts: { sizes: [32, 8, 16], types: ['bf16', 'f32'], layouts: ['col', 'row'] },
  bytes: { sizes: [16, 16, 16], types: ['s8', 's32'], layouts: ['row', 'col'] },
  bytesTurned: { sizes: [8, 32, 16], types: ['u8', 's32'], layouts: ['col', 'row'] },
  singles: { sizes: [16, 16, 8], types: ['f32', 'f32'], layouts: ['row', 'row'] },
  doubles: { sizes: [8, 8, 4], types: ['f64', 'f64'], layouts: ['row', 'col'] },
};

type Matrix = readonly (readonly number[])[];
const matrix = (rows: number, columns: number, of: (row: number, column: number) => number): Matrix =>
  lanes(r => lanes(c => of(r, c), columns), rows);
const least = (type: ElementType): number => (type === 'u8' ? 0 : -2);
const small = (seed: number, type: ElementType) => (row: number, column: number) =>
  (((row * 37 + column * 11 + seed) * 2654435) % 5) + least(type);

/** Row by row, or column by column, with the pitch between them. */
function inMemory(values: Matrix, layout: 'row' | 'col'): number[] {
  const lines = layout === 'row' ? values : values[0].map((_, c) => values.map(row => row[c]));
  return lines.flatMap(line => [...line, ...lanes(() => 0, PITCH - line.length)]);
}

const VIEWS = {
  f16: (list: readonly number[]) => Uint16Array.from(list, v => encodeFloat(F16, v)),
  bf16: (list: readonly number[]) => Uint16Array.from(list, v => encodeFloat(BF16, v)),
  s8: (list: readonly number[]) => Int8Array.from(list),
  u8: (list: readonly number[]) => Uint8Array.from(list),
  s32: (list: readonly number[]) => Int32Array.from(list),
  f32: (list: readonly number[]) => Float32Array.from(list),
  f64: (list: readonly number[]) => Float64Array.from(list),
} as const;

const bytesOf = (type: ElementType, list: readonly number[]): Buffer =>
  Buffer.from(VIEWS[type as keyof typeof VIEWS](list).buffer);

function runProduct(
  module: ReturnType<typeof parsed>,
  entry: string,
  inputs: readonly (readonly [ElementType, readonly number[]])[],
) {
  const buffers = inputs.map(([type, list], i) => ({
    name: i === 0 ? 'out' : `in${i}`,
    type,
    length: list.length,
    init: { kind: 'base64', base64: bytesOf(type, list).toString('base64') } as const,
  }));
  const params = buffers.map(({ name }) => ({ kind: 'pointer', buffer: name }) as const);
  const { result, trace } = traceKernel(module, { entry, block: [32, 1, 1], launch: { buffers, params } });
  expect(result.faults).toEqual([]);
  return { bytes: Buffer.from(result.buffers.get('out')!), accesses: lanes(i => accessAt(trace, i), trace.rows) };
}

describe.each(['sm_80', 'sm_100a'])('kernels compiled for %s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/wmma.${arch}.ptx`, import.meta.url), 'utf8'));

  test.each(Object.entries(PRODUCTS))('%s', (entry, { sizes: [m, n, k], types: [type, accumulator], layouts }) => {
    const a = matrix(m, k, small(1, type));
    const b = matrix(k, n, small(2, type));
    const c = matrix(m, n, small(3, accumulator));
    const d = c.map((row, i) => row.map((value, j) => a[i].reduce((sum, x, l) => sum + x * b[l][j], value)));
    const { bytes } = runProduct(module, entry, [
      [accumulator, lanes(() => 0, m * n)],
      [type, inMemory(a, layouts[0])],
      [type, inMemory(b, layouts[1])],
      [accumulator, c.flat()],
    ]);
    const byColumns = lanes(j => lanes(i => d[i][j], m), n).flat();
    expect(bytes).toEqual(bytesOf(accumulator, byColumns));
  });

  test('through shared memory: elements may be changed in their fragment, and accesses are traced', () => {
    const a = matrix(16, 16, small(4, 'f16'));
    const b = matrix(16, 16, small(5, 'f16'));
    const { bytes, accesses } = runProduct(module, 'throughShared', [
      ['f32', lanes(() => 0, 256)],
      ['f16', a.flat()],
      ['f16', b.flat()],
    ]);
    const d = a.map(row => lanes(j => 2 * (1 + row.reduce((sum, x, l) => sum + x * b[l][j], 0)), 16));
    expect(bytes).toEqual(bytesOf('f32', d.flat()));
    const words = accesses.filter(
      ({ space, kind, widthBytes }) => space === 'shared' && kind === 'load' && widthBytes === 4,
    );
    // A by rows, two elements a lane: row l / 4 of 48 bytes, columns 2 (l % 4) and the next.
    expect([...words[0].address].map(at => at - words[0].address[0])).toEqual(lanes(l => 48 * (l >> 2) + 4 * (l & 3)));
  });
});

const faultsOf = (body: string) => runAssembly({ module: '.shared .align 32 .b8 tile[512];', body }).faults;
const EIGHT = '{%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}';

describe('what is wrong', () => {
  test('a row behind the end', () => {
    const [fault] = faultsOf(`wmma.load.a.sync.aligned.row.m16n16k16.global.f16 ${EIGHT}, [%out], 16;`);
    expect(fault).toMatchObject({ kind: 'outOfBounds', widthBytes: 4 });
  });

  test('uninitialised shared memory', () => {
    const [fault] = faultsOf(
      `mov.u32 %r9, tile; wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 ${EIGHT}, [%r9], 16; st.global.u32 [%at], %r1;`,
    );
    expect(fault).toMatchObject({ kind: 'uninitialisedRead' });
  });

  test('rows that do not begin at a multiple of what a lane loads', () => {
    const [fault] = faultsOf(`wmma.load.b.sync.aligned.col.m16n16k16.global.f16 ${EIGHT}, [%out], 3;`);
    expect(fault).toMatchObject({ kind: 'misaligned', widthBytes: 4 });
  });

  test.each([
    [`load.a.sync.aligned.row.m16n16k8.f16 ${EIGHT}, [%out]`, 'no a of .f16 in .m16n16k8'],
    ['load.a.sync.aligned.row.m16n16k16.f16 {%r1, %r2}, [%out]', 'needs 8 registers'],
    ['load.b.sync.aligned.row.m8n8k32.s4 {%r1}, [%out]', 'not loaded by .row'],
    [
      'mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rz {%x1, %x2}, {%x3}, {%x4}, {%x1, %x2}',
      '.rz is not implemented',
    ],
    [`mma.sync.aligned.row.col.m16n16k16.f16.s8 ${EIGHT}, ${EIGHT}, ${EIGHT}, ${EIGHT}`, 'no accumulators of .f16'],
  ])('wmma.%s', (text, why) => {
    const [fault] = faultsOf(`wmma.${text};`);
    expect(fault).toMatchObject({ kind: 'unsupported' });
    expect(fault.message).toContain(why);
  });
});
