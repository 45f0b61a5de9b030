import { describe, expect, it } from 'vitest';
import { MMA_ATOMS, type MmaAtom, matrixMove, WGMMA_TYPES, type WgmmaType, wgmmaAtom } from './atoms.ts';
import { tableOf } from './fixtures/arbitrary-layouts.ts';
import { type Layout, modeAt, offsetAt, sizeOf } from './layout.ts';

/** Row and column of value i of a lane, as the PTX manual gives them, with its names. */
type Place = (lane: number, i: number) => readonly [row: number, column: number];

const group = (lane: number) => lane >> 2;
const inGroup = (lane: number) => lane % 4;

/** Accumulators of all m16n8 shapes. */
const c16x8: Place = (lane, i) => [i < 2 ? group(lane) : group(lane) + 8, inGroup(lane) * 2 + (i & 1)];
const upper = (lane: number) => (lane < 16 ? 0 : 4);

/**
 * "Matrix fragments for mma.m8n8k4 with .f16": the places for row-major and for column-major. A and B have the same
 * places, with rows and columns exchanged.
 */
const QUAD: Readonly<Record<string, Place>> = {
  aRow: (lane, i) => [(lane % 4) + upper(lane), i],
  aCol: (lane, i) => [(i % 4) + upper(lane), lane % 4],
  bRow: (lane, i) => [lane % 4, i + upper(lane)],
  bCol: (lane, i) => [i, (lane % 4) + upper(lane)],
  cF16: (lane, i) => [(lane % 4) + upper(lane), i],
  cF32: (lane, i) => [(lane & 1) + (i & 2) + upper(lane), (i & 4) + (lane & 2) + (i & 1)],
};

const c8x8: Place = (lane, i) => [group(lane), inGroup(lane) * 2 + (i & 1)];

/** Fragments of tf32 and f64: each register holds one element. */
const K4 = {
  a: (lane: number, i: number) => [i === 0 ? group(lane) : group(lane) + 8, inGroup(lane)] as const,
  b: (lane: number) => [inGroup(lane), group(lane)] as const,
  c: c16x8,
};
const K8 = {
  a: (lane: number, i: number) =>
    [i === 0 || i === 2 ? group(lane) : group(lane) + 8, i < 2 ? inGroup(lane) : inGroup(lane) + 4] as const,
  b: (lane: number, i: number) => [i === 0 ? inGroup(lane) : inGroup(lane) + 4, group(lane)] as const,
  c: c16x8,
};

const MANUAL: ReadonlyMap<string, { a: Place; b: Place; c: Place }> = new Map([
  [
    'mma.m16n8k16 f16 or bf16',
    {
      a: (lane, i) => [
        i < 2 || (i >= 4 && i < 6) ? group(lane) : group(lane) + 8,
        inGroup(lane) * 2 + (i & 1) + (i >= 4 ? 8 : 0),
      ],
      b: (lane, i) => [inGroup(lane) * 2 + (i & 1) + (i >= 2 ? 8 : 0), group(lane)],
      c: c16x8,
    },
  ],
  ['mma.m16n8k8 f16 or bf16', { a: c16x8, b: (lane, i) => [inGroup(lane) * 2 + i, group(lane)], c: c16x8 }],
  ['mma.m16n8k4 tf32', K4],
  ['mma.m16n8k8 tf32', K8],
  [
    'mma.m8n8k16 8-bit',
    {
      a: (lane, i) => [group(lane), inGroup(lane) * 4 + i],
      b: (lane, i) => [inGroup(lane) * 4 + i, group(lane)],
      c: c8x8,
    },
  ],
  [
    'mma.m16n8k16 8-bit',
    {
      a: (lane, i) => [i < 4 ? group(lane) : group(lane) + 8, inGroup(lane) * 4 + (i & 3)],
      b: (lane, i) => [inGroup(lane) * 4 + i, group(lane)],
      c: c16x8,
    },
  ],
  [
    'mma.m16n8k32 8-bit',
    {
      a: (lane, i) => [
        i < 4 || (i >= 8 && i < 12) ? group(lane) : group(lane) + 8,
        inGroup(lane) * 4 + (i & 3) + (i >= 8 ? 16 : 0),
      ],
      b: (lane, i) => [inGroup(lane) * 4 + (i & 3) + (i >= 4 ? 16 : 0), group(lane)],
      c: c16x8,
    },
  ],
  ['mma.m8n8k4 f64', { a: lane => [group(lane), inGroup(lane)], b: lane => [inGroup(lane), group(lane)], c: c8x8 }],
  ['mma.m16n8k4 f64', K4],
  ['mma.m16n8k8 f64', K8],
  [
    'mma.m16n8k16 f64',
    {
      a: (lane, i) => [i % 2 === 0 ? group(lane) : group(lane) + 8, (i >> 1) * 4 + inGroup(lane)],
      b: (lane, i) => [i * 4 + inGroup(lane), group(lane)],
      c: c16x8,
    },
  ],
  ...(['Row', 'Col'] as const).flatMap(a =>
    (['Row', 'Col'] as const).flatMap(b =>
      (['F16', 'F32'] as const).map(
        c =>
          [
            `mma.m8n8k4.${a.toLowerCase()}.${b.toLowerCase()} f16, C ${c.toLowerCase()}`,
            { a: QUAD[`a${a}`], b: QUAD[`b${b}`], c: QUAD[`c${c}`] },
          ] as const,
      ),
    ),
  ),
]);

/** The manual's fragment as a table of offsets: for each value, the offsets of all threads. */
function manualTable(atom: MmaAtom, layout: Layout, offset: (row: number, column: number) => number, place: Place) {
  const values = sizeOf(modeAt(layout, 1));
  const threads = sizeOf(modeAt(layout, 0));
  return Array.from({ length: values }, (_, i) =>
    Array.from({ length: threads }, (_, thread) => offset(...place(offsetAt(atom.threads, thread), i))),
  ).flat();
}

const everyElementOnce = (layout: Layout, elements: number): void =>
  expect(tableOf(layout).sort((x, y) => x - y)).toEqual(Array.from({ length: elements }, (_, i) => i));

describe('fragments of mma', () => {
  it('are all held against the manual', () => {
    expect(MMA_ATOMS.map(({ name }) => name)).toEqual([...MANUAL.keys()]);
  });

  it.each(MMA_ATOMS.map(atom => [atom.name, atom] as const))('of %s lie where the manual has them', (name, atom) => {
    const { a, b, c } = MANUAL.get(name)!;
    expect(tableOf(atom.a)).toEqual(manualTable(atom, atom.a, (row, column) => row + atom.m * column, a));
    expect(tableOf(atom.b)).toEqual(manualTable(atom, atom.b, (row, column) => column + atom.n * row, b));
    expect(tableOf(atom.c)).toEqual(manualTable(atom, atom.c, (row, column) => row + atom.m * column, c));
    everyElementOnce(atom.a, atom.m * atom.k);
    everyElementOnce(atom.b, atom.n * atom.k);
    everyElementOnce(atom.c, atom.m * atom.n);
  });
});

/** For each type: how many elements a register of A holds, and the K of one instruction, which is 32 bytes. */
const WGMMA_K: Readonly<Record<WgmmaType, readonly [perRegister: number, k: number]>> = {
  'f16 or bf16': [2, 16],
  tf32: [1, 8],
  '8-bit': [4, 32],
};

describe('fragments of wgmma', () => {
  const warpRow = (thread: number) => 16 * (thread >> 5);

  it.each(WGMMA_TYPES)('%s: lie where the manual has them, 16 rows a warp', type => {
    const [perRegister, k] = WGMMA_K[type];
    for (const n of [8, 24, 64, 256]) {
      const atom = wgmmaAtom(type, n);
      const a: Place = (thread, i) => {
        const register = Math.floor(i / perRegister);
        const column = (thread % 4) * perRegister + (i % perRegister) + (register >> 1) * 4 * perRegister;
        return [warpRow(thread) + group(thread % 32) + 8 * (register & 1), column];
      };
      const c: Place = (thread, i) => [
        warpRow(thread) + group(thread % 32) + (i % 4 < 2 ? 0 : 8),
        8 * Math.floor(i / 4) + 2 * (thread % 4) + (i % 2),
      ];
      for (const [layout, columns, place] of [
        [atom.a, k, a],
        [atom.c, n, c],
      ] as const) {
        expect(tableOf(layout)).toEqual(manualTable(atom, layout, (row, column) => row + 64 * column, place));
        everyElementOnce(layout, 64 * columns);
      }
      expect(sizeOf(modeAt(atom.b, 0))).toBe(128);
      everyElementOnce(modeAt(atom.b, 1), k * n);
    }
  });

  it('exist for multiples of 8 to 256', () => {
    for (const n of [0, 12, 264]) expect(() => wgmmaAtom('tf32', n)).toThrow('multiple of 8');
  });
});

describe('ldmatrix and stmatrix', () => {
  it.each([1, 2, 4] as const)('.x%d move the rows that the lanes give', matrices => {
    for (const transposed of [false, true]) {
      const { rows, registers } = matrixMove(matrices, transposed);
      everyElementOnce(rows, 64 * matrices);
      everyElementOnce(registers, 64 * matrices);
      for (let lane = 0; lane < 32; lane++)
        for (let matrix = 0; matrix < matrices; matrix++)
          for (const half of [0, 1]) {
            const [row, column] = [lane >> 2, 2 * (lane % 4) + half];
            const addressLane = 8 * matrix + (transposed ? column : row);
            const element = transposed ? row : column;
            const value = half + 2 * matrix;
            const expected = offsetAt(modeAt(rows, 0), addressLane) + offsetAt(modeAt(rows, 1), element);
            expect(offsetAt(modeAt(registers, 0), lane) + offsetAt(modeAt(registers, 1), value)).toBe(expected);
          }
    }
  });
});
