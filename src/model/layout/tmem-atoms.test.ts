/**
 * Tests of tensor memory in registers: typed tables for `.x1`, and for any `.xN` the formulas that other projects
 * publish.
 */
import { describe, expect, test } from 'vitest';
import { MMA_ATOMS } from './atoms.ts';
import { tableOf } from './fixtures/arbitrary-layouts.ts';
import { modeAt, offsetAt, sizeOf } from './layout.ts';
import { TMEM_SHAPES, type TmemShape } from './tmem-atoms.ts';

/** One row, written as in the manual's figure: 'T0:0' is register 0 of lane 0. */
function rowText({ rows, layout, columns }: TmemShape, n: number, row: number): string {
  const cells = new Map<number, string>();
  const [lanes, registers] = [modeAt(layout(n), 0), modeAt(layout(n), 1)];
  for (let lane = 0; lane < 32; lane++)
    for (let register = 0; register < sizeOf(registers); register++)
      cells.set(offsetAt(lanes, lane) + offsetAt(registers, register), `T${lane}:${register}`);
  return Array.from({ length: columns * n }, (_, column) => cells.get(row + rows * column)).join(' ');
}

/** Rows 0, 1, 7, 8 and the last one, for .x1 and then for .x2. */
const FIGURES: Readonly<Record<string, readonly (readonly [n: number, row: number, text: string])[]>> = {
  '32x32b': [
    [1, 0, 'T0:0'],
    [1, 1, 'T1:0'],
    [1, 31, 'T31:0'],
    [2, 8, 'T8:0 T8:1'],
  ],
  '16x64b': [
    [1, 0, 'T0:0 T2:0'],
    [1, 1, 'T4:0 T6:0'],
    [1, 7, 'T28:0 T30:0'],
    [1, 8, 'T1:0 T3:0'],
    [1, 15, 'T29:0 T31:0'],
    [2, 8, 'T1:0 T3:0 T1:1 T3:1'],
  ],
  '16x128b': [
    [1, 0, 'T0:0 T1:0 T2:0 T3:0'],
    [1, 1, 'T4:0 T5:0 T6:0 T7:0'],
    [1, 7, 'T28:0 T29:0 T30:0 T31:0'],
    [1, 8, 'T0:1 T1:1 T2:1 T3:1'],
    [1, 15, 'T28:1 T29:1 T30:1 T31:1'],
    [2, 0, 'T0:0 T1:0 T2:0 T3:0 T0:2 T1:2 T2:2 T3:2'],
  ],
  '16x256b': [
    [1, 0, 'T0:0 T0:1 T1:0 T1:1 T2:0 T2:1 T3:0 T3:1'],
    [1, 7, 'T28:0 T28:1 T29:0 T29:1 T30:0 T30:1 T31:0 T31:1'],
    [1, 8, 'T0:2 T0:3 T1:2 T1:3 T2:2 T2:3 T3:2 T3:3'],
    [1, 15, 'T28:2 T28:3 T29:2 T29:3 T30:2 T30:3 T31:2 T31:3'],
    [2, 8, 'T0:2 T0:3 T1:2 T1:3 T2:2 T2:3 T3:2 T3:3 T0:6 T0:7 T1:6 T1:7 T2:6 T2:7 T3:6 T3:7'],
  ],
  '16x32bx2': [
    [1, 0, 'T0:0 T16:0'],
    [1, 15, 'T15:0 T31:0'],
    [4, 8, 'T8:0 T8:1 T8:2 T8:3 T24:0 T24:1 T24:2 T24:3'],
  ],
};

/**
 * Row and column of register r of lane l, as in TVM's documentation of these instructions; the last formula is CUTLASS's.
 */
const FORMULAS: Readonly<Record<string, (l: number, r: number, n: number) => readonly [row: number, column: number]>> =
  {
    '32x32b': (l, r) => [l, r],
    '16x64b': (l, r) => [(l >> 2) + 8 * (l % 2), ((l >> 1) % 2) + 2 * r],
    '16x128b': (l, r) => [(l >> 2) + 8 * (r % 2), (l % 4) + 4 * (r >> 1)],
    '16x256b': (l, r) => [(l >> 2) + 8 * ((r >> 1) % 2), (r % 2) + 2 * (l % 4) + 8 * (r >> 2)],
    '16x32bx2': (l, r, n) => [l % 16, (l >> 4) * n + r],
  };

test('every shape has its figure and its formula', () => {
  const names = TMEM_SHAPES.map(({ name }) => name);
  expect(Object.keys(FIGURES)).toEqual(names);
  expect(Object.keys(FORMULAS)).toEqual(names);
});

describe.each(TMEM_SHAPES.map(each => [each.name, each] as const))('%s', (name, each) => {
  test.each(FIGURES[name])('.x%d, row %d: %s', (n, row, text) => {
    expect(rowText(each, n, row)).toBe(text);
  });

  test('is its formula, and moves every cell once', () => {
    for (let n = 1; n <= each.most; n *= 2) {
      const layout = each.layout(n);
      const registers = each.registers * n;
      expect([sizeOf(modeAt(layout, 0)), sizeOf(modeAt(layout, 1))]).toEqual([32, registers]);
      const expected = Array.from({ length: 32 * registers }, (_, i) => {
        const [row, column] = FORMULAS[name](i % 32, Math.floor(i / 32), n);
        return row + each.rows * column;
      });
      expect(tableOf(layout)).toEqual(expected);
      expect(expected.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: each.rows * each.columns * n }, (_, i) => i),
      );
    }
  });

  test('has at most 128 registers a lane, and only powers of two', () => {
    expect(each.registers * each.most).toBe(128);
    for (const n of [0, 3, 2 * each.most]) expect(() => each.layout(n)).toThrow('power of two');
  });
});

test('.16x256b.x1 is an accumulator of mma.m16n8', () => {
  const c = MMA_ATOMS.find(({ name }) => name === 'mma.m16n8k8 tf32')!.c;
  expect(tableOf(TMEM_SHAPES.find(({ name }) => name === '16x256b')!.layout(1))).toEqual(tableOf(c));
});
