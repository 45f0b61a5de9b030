/** Checks rules of all pictures: marks can be found again, keys stay inside, texts are complete. */
import { describe, expect, test } from 'vitest';
import { pictureCases } from './cases/index.ts';
import { keyAction } from './gestures/picture-keys.ts';
import { themes } from './theme.ts';

const theme = themes.light;

describe.each(pictureCases)('$id', ({ figure: figureOf }) => {
  const figure = figureOf(theme);

  test('a mark that highlights a fact is found again by that fact', () => {
    const { width, height } = figure.scene;
    let found = 0;
    for (let y = 1; y < height; y += 7)
      for (let x = 1; x < width; x += 13) {
        const mark = figure.hit(x, y);
        if (mark?.highlight == null) continue;
        const again = figure.markOf(mark.highlight);
        expect(again?.highlight).toEqual(mark.highlight);
        found++;
      }
    expect(found).toBeGreaterThan(0);
  });

  test('keys walk from fact to fact and never leave the picture', () => {
    let at = figure.step(null, 1, 0);
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [8, 0],
      [0, 8],
      [-1, 0],
      [0, -1],
      [-999, -999],
      [999, 999],
    ]) {
      at = figure.step(at, dx, dy);
      if (at !== null) expect(figure.markOf(at), `${dx} ${dy} to ${JSON.stringify(at)}`).not.toBeNull();
    }
  });

  test('caption and table are complete', () => {
    expect(figure.text).not.toMatch(/undefined|NaN/);
    const { columns, rows } = figure.table();
    expect(columns.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      expect(row.join(' ')).not.toMatch(/undefined|NaN/);
    }
  });
});

test('keys', () => {
  expect(keyAction('ArrowDown', false)).toEqual({ kind: 'move', dx: 0, dy: 1 });
  expect(keyAction('ArrowLeft', true)).toEqual({ kind: 'move', dx: -8, dy: 0 });
  expect(keyAction('Enter', false)).toEqual({ kind: 'pin' });
  expect(keyAction('0', false)).toEqual({ kind: 'fit' });
  expect(keyAction('Tab', false)).toBeNull();
});
