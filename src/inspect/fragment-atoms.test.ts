/** The thread-value layouts of the model against the tables by which the emulator moves fragments. */
import { describe, expect, test } from 'vitest';
import { MMA_ATOMS, type MmaAtom, matrixMove, WGMMA_TYPES, type WgmmaType, wgmmaAtom } from '../model/layout/atoms.ts';
import { type Layout, modeAt, offsetAt, sizeOf } from '../model/layout/layout.ts';
import { fragmentOfA, fragmentOfB, fragmentOfC, type MatrixFragment } from '../ptx/isa/fragments/fragment.ts';
import { LOADED, type RowSpread, STORED } from '../ptx/isa/fragments/row-spreads.ts';

/** Values of a lane in a register, by the name's type; of C they are whole registers, packed or not. */
const perRegister = (name: string): number =>
  name.includes('tf32') || name.includes('f64') ? 1 : name.includes('8-bit') ? 4 : 2;

const at = (layout: Layout, thread: number, value: number): number =>
  offsetAt(modeAt(layout, 0), thread) + offsetAt(modeAt(layout, 1), value);

/** The first lane and value that the two put elsewhere; a layout counts the emulator's rows first. */
function firstDifference(
  layout: Layout,
  emulated: MatrixFragment,
  firstThread = 0,
  firstRow = 0,
  rows = emulated.rows,
) {
  const values = emulated.registers * emulated.perRegister;
  for (let lane = 0; lane < 32; lane++)
    for (let value = 0; value < values; value++) {
      const register = Math.floor(value / emulated.perRegister);
      const place = emulated.place[(register * 32 + lane) * emulated.perRegister + (value % emulated.perRegister)];
      const [row, column] = [Math.floor(place / emulated.columns) + firstRow, place % emulated.columns];
      const found = at(layout, firstThread + lane, value);
      if (found !== row + rows * column) return { lane, value, found, row, column };
    }
  return null;
}

const valuesOf = (layout: Layout): number => sizeOf(modeAt(layout, 1));

describe.each(MMA_ATOMS.filter(({ threads }) => sizeOf(threads) === 32).map(atom => [atom.name, atom] as const))(
  '%s',
  (name, atom) => {
    const packed = perRegister(name);
    test.each([
      ['A', atom.a, fragmentOfA(atom.m, atom.k, packed)],
      ['B', atom.b, fragmentOfB(atom.n, atom.k, packed)],
      ['C', atom.c, fragmentOfC(atom.m, atom.n, 1)],
    ] as const)('%s', (_, layout, emulated) => {
      expect(valuesOf(layout)).toBe(emulated.registers * emulated.perRegister);
      expect(firstDifference(layout, emulated)).toBeNull();
    });
  },
);

const WGMMA = WGMMA_TYPES.flatMap(type => [8, 24, 256].map(n => [type, n] as const));

describe.each(WGMMA)('wgmma of %s, N = %d', (type: WgmmaType, n) => {
  const atom: MmaAtom = wgmmaAtom(type, n);
  test('is a fragment of 16 rows in each warp', () => {
    for (let warp = 0; warp < 4; warp++)
      for (const [layout, emulated] of [
        [atom.a, fragmentOfA(16, atom.k, perRegister(atom.name))],
        [atom.c, fragmentOfC(16, n, 1)],
      ] as const)
        expect(firstDifference(layout, emulated, 32 * warp, 16 * warp, 64)).toBeNull();
  });
});

/** Lane, value -> row and 16-bit element, of one matrix. */
function placeIn(
  { word, shift, pieces }: RowSpread,
  lane: number,
  half: number,
): readonly [row: number, element: number] {
  const piece = pieces === 1 ? 0 : half;
  const i = lane * pieces + piece;
  const byte = 4 * (word[i] >> 5) + shift[i] / 8 + (pieces === 1 ? 2 * half : 0);
  return [word[i] & 31, byte / 2];
}

describe.each([
  ['ldmatrix', LOADED],
  ['stmatrix', STORED],
] as const)('%s', (_, spreads) => {
  test.each([false, true])('transposed: %s', transposed => {
    const spread = spreads[transposed ? 'm8n8.trans.b16' : 'm8n8.b16'];
    for (const matrices of [1, 2, 4] as const) {
      const { registers } = matrixMove(matrices, transposed);
      for (let lane = 0; lane < 32; lane++)
        for (let value = 0; value < 2 * matrices; value++) {
          const [row, element] = placeIn(spread, lane, value % 2);
          expect(at(registers, lane, value)).toBe(64 * Math.floor(value / 2) + 8 * row + element);
        }
    }
  });
});

test('a fragment of other rows is told apart', () => {
  const [first] = MMA_ATOMS;
  expect(firstDifference(first.a, fragmentOfA(16, 16, 1))).toMatchObject({ lane: 0, value: 1 });
  expect(firstDifference(first.b, fragmentOfB(8, 16, 1))).not.toBeNull();
});
