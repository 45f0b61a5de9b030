/** A tile and the bank map below it: one width of a cell, whatever the space. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { bankPitch, gridFrame } from './grid-frame.ts';

const PER_WORD = [4, 2, 1, 0.5, 0.25];

test('the columns of a bank map are as wide as the words in the tile of whole lines above it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 1900 }),
      fc.integer({ min: 240, max: 900 }),
      fc.nat(4),
      fc.constantFrom(...PER_WORD),
      (width, maxHeight, pad, cellsPerWord) => {
        const columns = 32 * cellsPerWord;
        const scale = { columns: columns + pad, rows: 32, cellsPerWord };
        const view = { ...defaultView(themes.light, 'predicted', width), scale, maxHeight };
        const { cell } = gridFrame(columns, pad, 32, view);
        const below = bankPitch({ ...view, scale: null, maxHeight: 104, tileAbove: { ...scale, maxHeight } });
        if (cell * cellsPerWord >= 8) expect(below).toBe(cell * cellsPerWord);
        else expect(below).toBe(bankPitch(view));
      },
    ),
  );
});

test('a tile whose rows are shorter than a line leaves the bank map as it is', () => {
  const view = defaultView(themes.light, 'predicted', 640);
  for (const cellsPerWord of PER_WORD) {
    const tileAbove = { columns: 16 * cellsPerWord, rows: 64, cellsPerWord, maxHeight: 300 };
    expect(bankPitch({ ...view, tileAbove })).toBe(bankPitch(view));
  }
});

test('a tile that stands alone takes the room of the addresses: cells of 27 px on a projector', () => {
  const beside = { ...defaultView(themes.light, 'predicted', 930), textScale: 1.5, maxHeight: 868 };
  const view = { ...beside, scale: { columns: 33, rows: 32 } };
  expect(gridFrame(32, 0, 32, { ...view, standsAlone: true }).cell).toBe(27);
  expect(gridFrame(32, 0, 32, view).cell).toBe(25);
});
