import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteAddressOf, type TileLayout } from '../../model/layout/tile-layout.ts';
import { caseView, request, rowStore, tile } from '../cases/builders.ts';
import type { Figure } from '../figure.ts';
import { indexTicks } from '../scene/axis.ts';
import { textPx } from '../scene/text-metrics.ts';
import { themes } from '../theme.ts';
import { drawnLayout } from '../tile-grid/drawn-layout.ts';
import { tileGridFigure } from '../tile-grid/figure.ts';
import { tileLinesFigure } from './figure.ts';

const view = { ...caseView(themes.light, { width: 385 }), maxHeight: 306 };
const figureOf = (layout: TileLayout, change: object = {}): Figure => {
  const lines = drawnLayout(layout);
  const records = { layout, lines, request: rowStore(layout, 0), colourBy: 'bank' as const };
  const at = { ...view, ...change };
  return lines === layout ? tileGridFigure(records, at) : tileLinesFigure(records, at);
};

/** A tile of bytes that the permutation of 4096 x 4096 bytes keeps: squares of 16 rows, one behind the other, and a spare vector. */
const strip = tile({ rows: 4, columns: 2048, elementBytes: 1, pad: 32 });
const anyStrip = fc
  .record({
    rows: fc.integer({ min: 1, max: 9 }),
    columns: fc.integer({ min: 200, max: 3000 }),
    pad: fc.integer({ min: 0, max: 40 }),
    elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
    baseBytes: fc.constantFrom(0, 16, 0x410),
  })
  .map(tile)
  .filter(layout => drawnLayout(layout) !== layout);

const cellsOf = ({ rows, columns }: TileLayout) =>
  [0, rows >> 1, rows - 1].flatMap(row =>
    [0, 1, columns >> 1, columns - 1].map(column => ({ cell: { row, column }, bank: null })),
  );

describe('the shape that is drawn', () => {
  test.each([
    ['a square', tile({ rows: 32, columns: 32, pad: 1 })],
    ['a large square', tile({ rows: 256, columns: 256, elementBytes: 2, pad: 8 })],
    ['a row of bins', tile({ rows: 4, columns: 64, pad: 4 })],
    ['a stage of a product', tile({ rows: 128, columns: 64, elementBytes: 2 })],
  ])('is that of the tile: %s', (_, layout) => {
    expect(drawnLayout(layout)).toBe(layout);
  });

  test.each([
    ['bytes', strip, [65, 128]],
    ['words', tile({ rows: 1, columns: 1024 }), [32, 32]],
    ['lines side by side, where there are too many', tile({ rows: 64, columns: 1024 }), [256, 256]],
  ])('is that of its lines: %s', (_, layout, [rows, columns]) => {
    expect(drawnLayout(layout)).toMatchObject({ rows, columns, pitchElements: columns });
  });

  test('has cells that are never smaller than those of the tile, and holds all of it', () => {
    fc.assert(
      fc.property(anyStrip, layout => {
        const lines = drawnLayout(layout);
        expect(lines.rows * lines.columns).toBeGreaterThanOrEqual(layout.rows * layout.pitchElements);
        expect(Math.min(340 / lines.columns, 300 / lines.rows)).toBeGreaterThan(340 / layout.pitchElements);
      }),
    );
  });
});

describe('a tile as lines', () => {
  test('keeps within its room, and no column number touches the next', () => {
    fc.assert(
      fc.property(anyStrip, fc.constantFrom(1, 1.125, 1.5), (layout, textScale) => {
        const { scene } = figureOf(layout, { textScale });
        expect(scene.width).toBeLessThanOrEqual(view.width);
        const numbers = scene.layers
          .flatMap(({ texts }) => texts)
          .filter(({ anchor, text }) => anchor === 'middle' && /^\d+$/.test(text))
          .filter(({ y }) => y < 16 * textScale);
        for (const [i, { x, text, size }] of numbers.slice(1).entries()) {
          const before = numbers[i];
          const half = (of: string) => textPx(of, size, 'digits') / 2;
          expect(x - half(text)).toBeGreaterThan(before.x + half(before.text));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('finds each element where it marks it', () => {
    fc.assert(
      fc.property(anyStrip, layout => {
        const figure = figureOf(layout);
        for (const highlight of cellsOf(layout)) {
          const { box } = figure.markOf(highlight)!;
          expect(figure.hit(box.x + box.width / 2, box.y + box.height / 2)?.highlight).toEqual(highlight);
        }
        expect(figure.markOf({ cell: { row: layout.rows, column: 0 }, bank: null })).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  test('names an element by its row and column in the tile, and padding as padding', () => {
    const figure = figureOf(strip);
    const mark = figure.markOf({ cell: { row: 1, column: 300 }, bank: null })!;
    expect(mark.lens.title).toBe('row 1, column 300');
    expect(mark.lens.lines.join()).toContain(byteAddressOf(strip, 1, 300).toString(16).toUpperCase());
    const last = figure.markOf({ cell: { row: 0, column: 2047 }, bank: null })!.box;
    // Row 0 ends with line 15; its 32 bytes of padding begin line 16.
    const first = figure.markOf({ cell: { row: 0, column: 15 * 128 }, bank: null })!.box;
    const pad = figure.hit(first.x + 1, last.y + 1.5 * last.height);
    expect([pad?.lens.title, pad?.pickable]).toEqual(['pad, never read', false]);
    expect(figure.text).toBe('in lines of 128 B; 4 × 2080 of 1 B; colour = bank');
  });

  test('is walked by keys along its lines, past its padding, and stops at its ends', () => {
    const figure = figureOf(strip);
    const at = (row: number, column: number) => ({ cell: { row, column }, bank: null });
    expect(figure.step(null, 1, 0)).toEqual(at(0, 0));
    expect(figure.step(at(0, 0), 1, 0)).toEqual(at(0, 1));
    expect(figure.step(at(0, 5), 0, 1)).toEqual(at(0, 133));
    // Below line 15 lies padding at the left: the next element below is one of row 1.
    expect(figure.step(at(0, 1925), 0, 1)).toEqual(at(1, 101));
    expect(figure.step(at(0, 0), -1, 0)).toEqual(at(0, 0));
    expect(figure.step(at(3, 2047), 1, 0)).toEqual(at(3, 2047));
  });

  test('lists the lanes by row and column, as a tile does', () => {
    const layout = strip;
    const one = request({ widthBytes: 1, addressOf: lane => (lane === 0 ? 2080 + 7 : null) });
    const records = { layout, lines: drawnLayout(layout), request: one, colourBy: 'bank' as const };
    expect(tileLinesFigure(records, view).table().rows[0].slice(0, 3)).toEqual(['0', '1', '7']);
  });
});

test('numbers of four digits have more room than those of two', () => {
  const figure = tileGridFigure({ layout: tile({ rows: 300, columns: 2000 }), request: null, colourBy: 'bank' }, view);
  const numbers = figure.scene.layers.flatMap(({ texts }) => texts).filter(({ anchor }) => anchor === 'middle');
  const gaps = numbers.slice(1).map(({ x }, i) => x - numbers[i].x);
  expect(Math.min(...gaps)).toBeGreaterThan(textPx('1999', 10, 'digits'));
  expect(indexTicks(2000, 0.17, 28).length).toBeGreaterThan(3);
});
