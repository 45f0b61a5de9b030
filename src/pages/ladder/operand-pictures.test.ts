/** What is pointed at in one picture of a score's way is the same in all of them; their files say the same. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { valueWay } from '../../model/attention/value-way.ts';
import { themes } from '../../pictures/theme.ts';
import { fragmentsFile, tilesFile } from './operand-files.ts';
import { cellIn, litAt, operandPictures } from './operand-pictures.ts';

const index = fc.integer({ min: 0, max: 63 });
const lit = fc.record({ row: index, key: index, column: index });

it('finds what is lit again from its cell in each picture', () => {
  fc.assert(
    fc.property(lit, score => {
      for (const picture of operandPictures(score))
        expect(litAt(picture, cellIn(picture, score), score)).toEqual(score);
    }),
  );
});

it('changes no more than the two axes of the picture', () => {
  fc.assert(
    fc.property(lit, lit, (score, other) => {
      for (const picture of operandPictures(score)) {
        const moved = litAt(picture, cellIn(picture, other), score);
        for (const axis of ['row', 'key', 'column'] as const)
          if (axis !== picture.rows && axis !== picture.columns) expect(moved[axis]).toBe(score[axis]);
      }
    }),
  );
});

it('has all seven tiles in its picture file, and every score in its table', () => {
  vi.stubGlobal('location', { href: 'http://localhost/#/attention' });
  const { columns } = tilesFile({ row: 20, key: 41, column: 7 }, themes.light);
  expect(columns.flatMap(({ figures }) => figures.map(({ title }) => title))).toEqual([
    'Q: rows 16 to 31',
    'K: keys 32 to 47',
    'S = Q × Kᵀ: rows 16 to 31, keys 32 to 47',
    'P, the operand: rows 16 to 31, keys 32 to 47',
    'V: keys 32 to 47',
    'O += P × V: rows 16 to 31, columns 0 to 15',
    'O on its way out: rows 16 to 31',
  ]);
  const { rows } = fragmentsFile().table();
  const { warp, lane, sum, operand, register } = valueWay(20, 41);
  expect(rows[20 * 64 + 41].slice(0, 7)).toEqual([20, 41, warp, lane, sum, operand, register]);
});
