import { expect, it } from 'vitest';
import { wgmmaAtom } from '../layout/atoms.ts';
import { offsetAt } from '../layout/layout.ts';
import { valueWay } from './value-way.ts';

const ROWS = 64;
const WARPGROUP = 128;

it('is where the fragments of wgmma have a sum and an operand, of every score', () => {
  const { a, c } = wgmmaAtom('f16 or bf16', 128);
  for (let row = 0; row < ROWS; row++)
    for (let key = 0; key < 128; key++) {
      const { warp, lane, sum, operand, register, half } = valueWay(row, key);
      const thread = 32 * warp + lane;
      expect(offsetAt(c, thread + WARPGROUP * sum)).toBe(row + ROWS * key);
      expect(16 * operand + Math.floor(offsetAt(a, thread + WARPGROUP * (2 * register + half)) / ROWS)).toBe(key);
      expect(offsetAt(a, thread + WARPGROUP * (2 * register + half)) % ROWS).toBe(row);
    }
});

it('packs neighbouring sums into one register', () => {
  const { sum, register, half } = valueWay(9, 11);
  expect([sum, register, half]).toEqual([7, 3, 1]);
  expect(valueWay(9, 10)).toMatchObject({ sum: 6, register: 3, half: 0 });
});
