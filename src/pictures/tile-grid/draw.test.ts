import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { caseView, columnLoad, rowStore, tile } from '../cases/builders.ts';
import { outputGridFigure } from '../output-grid/figure.ts';
import { tileCells } from '../requests/tile-cells.ts';
import { indexTicks } from '../scene/axis.ts';
import { cellBox, gridFrame, visibleColumns, visibleRows } from '../scene/grid-frame.ts';
import { degreeFill, themes } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { tileGridFrame, tileGridHit, tileGridScene } from './draw.ts';

const theme = themes.light;

const anySize = fc.record({
  rows: fc.integer({ min: 1, max: 300 }),
  columns: fc.integer({ min: 1, max: 300 }),
  pad: fc.integer({ min: 0, max: 9 }),
});
/** A zoom that d3 could have made: no edge of the picture comes inside the plot. */
const zoomOf = (records: Parameters<typeof tileGridFrame>[0], view: PictureView, k: number, fx: number, fy: number) => {
  const { plot } = tileGridFrame(records, view);
  const shift = (start: number, size: number, f: number) => start * (1 - k) - f * size * (k - 1);
  return { k, x: shift(plot.x, plot.width, fx), y: shift(plot.y, plot.height, fy) };
};
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const anyView = fc.record({
  width: fc.integer({ min: 120, max: 1400 }),
  k: fc.double({ min: 1, max: 24, noNaN: true }),
  fx: unit,
  fy: unit,
});

describe('hit test', () => {
  test('the middle of every cell in sight leads back to the cell', () => {
    fc.assert(
      fc.property(anySize, anyView, ({ rows, columns, pad }, { width, k, fx, fy }) => {
        const layout = tile({ rows, columns, pad });
        const records = { layout, request: null, colourBy: 'bank' as const };
        const fitted = caseView(theme, { width });
        const view = { ...fitted, zoom: zoomOf(records, fitted, k, fx, fy) };
        const frame = tileGridFrame(records, view);
        const x = visibleColumns(frame);
        const y = visibleRows(frame);
        for (const row of [y.first, y.first + (y.count >> 1), y.first + y.count - 1])
          for (let column = x.first; column < x.first + x.count; column++) {
            const cx = frame.x + (column + 0.5) * frame.pitch;
            const cy = frame.y + (row + 0.5) * frame.pitch;
            const { plot } = frame;
            const isInPlot = cx >= plot.x && cy >= plot.y && cx < plot.x + plot.width && cy < plot.y + plot.height;
            const hit = tileGridHit(records, view, cx, cy);
            expect(hit).toEqual(isInPlot && column < columns ? { kind: 'cell', cell: { row, column } } : null);
          }
      }),
      { numRuns: 60 },
    );
  });

  test('every point of the plot is a cell or padding, and its box holds the point', () => {
    fc.assert(
      fc.property(anySize, anyView, unit, unit, ({ rows, columns, pad }, { width, k, fx, fy }, px, py) => {
        const records = { layout: tile({ rows, columns, pad }), request: null, colourBy: 'bank' as const };
        const fitted = caseView(theme, { width });
        const view = { ...fitted, zoom: zoomOf(records, fitted, k, fx, fy) };
        const frame = tileGridFrame(records, view);
        const x = frame.plot.x + px * frame.plot.width * 0.9999;
        const y = frame.plot.y + py * frame.plot.height * 0.9999;
        const hit = tileGridHit(records, view, x, y)!;
        expect(hit).not.toBeNull();
        const { row, column } = hit.kind === 'cell' ? hit.cell : hit;
        expect(hit.kind).toBe(column < columns ? 'cell' : 'pad');
        const box = cellBox(frame, row, column);
        const slack = 1e-6 * frame.pitch + 1e-6;
        expect(x).toBeGreaterThanOrEqual(box.x - slack);
        expect(x).toBeLessThanOrEqual(box.x + frame.pitch + slack);
        expect(y).toBeGreaterThanOrEqual(box.y - slack);
        expect(y).toBeLessThanOrEqual(box.y + frame.pitch + slack);
      }),
    );
  });

  test('outside the plot there is nothing', () => {
    const records = { layout: tile({ rows: 8, columns: 8, pad: 1 }), request: null, colourBy: 'bank' as const };
    const view = caseView(theme);
    const { plot } = tileGridFrame(records, view);
    for (const [x, y] of [
      [plot.x - 1, plot.y + 5],
      [plot.x + 5, plot.y - 1],
      [plot.x + plot.width, plot.y + 5],
      [plot.x + 5, plot.y + plot.height],
    ])
      expect(tileGridHit(records, view, x, y)).toBeNull();
    expect(tileGridHit(records, view, plot.x + plot.width - 1, plot.y + 1)).toEqual({ kind: 'pad', row: 0, column: 8 });
  });

  test('the output grid answers with the same arithmetic', () => {
    const records = { rows: 40, columns: 30, states: new Uint8Array(1200), valuesAt: null };
    const frame = gridFrame(30, 0, 40, caseView(theme));
    const box = cellBox(frame, 39, 29);
    const figure = outputGridFigure(records, caseView(theme));
    expect(figure.hit(box.x + 1, box.y + 1)?.highlight?.cell).toEqual({ row: 39, column: 29 });
    const cutShort = outputGridFigure({ ...records, states: new Uint8Array(1199) }, caseView(theme));
    expect(cutShort.hit(box.x + 1, box.y + 1)).toBeNull();
    const last = cutShort.hit(box.x - 1, box.y + 1)?.highlight ?? null;
    expect(last?.cell).toEqual({ row: 39, column: 28 });
    // A key stops where a row is cut short.
    expect(cutShort.step(last, 1, 0)).toBe(last);
    expect(figure.step(last, 1, 0)?.cell).toEqual({ row: 39, column: 29 });
  });
});

describe('scale', () => {
  test('variants that share a scale share cell size and origin', () => {
    fc.assert(
      fc.property(
        fc.array(anySize, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 200, max: 900 }),
        (sizes, width) => {
          const scale = {
            columns: Math.max(...sizes.map(s => s.columns + s.pad)),
            rows: Math.max(...sizes.map(s => s.rows)),
          };
          const frames = sizes.map(s => gridFrame(s.columns, s.pad, s.rows, caseView(theme, { width, scale })));
          for (const { pitch, x, y, gap } of frames)
            expect({ pitch, x, y, gap }).toEqual({
              pitch: frames[0].pitch,
              x: frames[0].x,
              y: frames[0].y,
              gap: frames[0].gap,
            });
        },
      ),
    );
  });

  test('the exhibit of two variants has cells of 10 px', () => {
    const scale = { columns: 33, rows: 32 };
    expect(gridFrame(32, 0, 32, caseView(theme, { scale })).pitch).toBe(10);
    expect(gridFrame(32, 1, 32, caseView(theme, { scale })).pitch).toBe(10);
  });

  test('cells fit the width that there is', () => {
    fc.assert(
      fc.property(anySize, fc.integer({ min: 160, max: 1600 }), ({ rows, columns, pad }, width) => {
        const { plot } = gridFrame(columns, pad, rows, caseView(theme, { width }));
        expect(plot.x + plot.width).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('cells', () => {
  const window = (rows: number, columns: number, block: number) => ({
    rows: { first: 0, count: rows },
    columns: { first: 0, count: columns },
    block,
  });

  test('each shows the bank of its first word', () => {
    for (const layout of [
      tile({ rows: 9, columns: 16, xor: true }),
      tile({ rows: 9, columns: 7, pad: 3, elementBytes: 2 }),
      tile({ rows: 9, columns: 7, pad: 1, elementBytes: 16, baseBytes: 4096 + 64 }),
    ]) {
      const { grid } = tileCells(
        { layout, request: null, colourBy: 'bank' },
        theme,
        window(layout.rows, layout.columns, 1),
      );
      for (let i = 0; i < grid.fill.length; i++) {
        const address = byteAddressOf(layout, Math.floor(i / layout.columns), i % layout.columns);
        expect(grid.address![i]).toBe(address);
        expect(grid.fill[i]).toBe(Math.floor(address / 4) % 32);
      }
    }
  });

  test('the request is bright, the rest dimmed; without one nothing is', () => {
    const layout = tile({ rows: 32, columns: 32 });
    const { grid } = tileCells({ layout, request: columnLoad(layout, 5), colourBy: 'bank' }, theme, window(32, 32, 1));
    const bright = grid.opacity!.reduce((n, opacity) => n + (opacity === 100 ? 1 : 0), 0);
    expect(bright).toBe(32);
    expect(grid.lane![11 * 32 + 5]).toBe(11);
    const plain = tileCells({ layout: { ...layout }, request: null, colourBy: 'bank' }, theme, window(32, 32, 1));
    expect([...plain.grid.opacity!].every(opacity => opacity === 100)).toBe(true);
  });

  test('a block with a requested cell shows that cell', () => {
    const layout = tile({ rows: 64, columns: 64 });
    const { grid } = tileCells({ layout, request: rowStore(layout, 3), colourBy: 'bank' }, theme, window(64, 64, 4));
    expect(grid.columns).toBe(16);
    expect([...grid.lane!].map((lane, i) => [lane, i] as const).filter(([lane]) => lane >= 0)).toEqual(
      Array.from({ length: 8 }, (_, i) => [i * 4, i]),
    );
  });

  test('asking again gives the same cells, a new theme others', () => {
    const layout = tile({ rows: 8, columns: 8 });
    const records = { layout, request: null, colourBy: 'bank' as const };
    const first = tileCells(records, theme, window(8, 8, 1));
    expect(tileCells({ ...records }, theme, window(8, 8, 1))).toBe(first);
    expect(tileCells(records, themes.dark, window(8, 8, 1))).not.toBe(first);
    expect(tileCells(records, themes.dark, window(8, 8, 2))).not.toBe(first);
  });
});

describe('level of detail', () => {
  const sceneAt = (cellPx: number) =>
    tileGridScene(
      { layout: tile({ rows: 8, columns: 8 }), request: null, colourBy: 'bank' },
      caseView(theme, { width: 900, cellPx: { min: cellPx, max: cellPx } }),
    );
  const cellTexts = (cellPx: number) =>
    sceneAt(cellPx)
      .layers.flatMap(layer => layer.texts)
      .filter(text => text.fill === sceneAt(cellPx).palette.indexOf(theme.label));

  test.each([
    [5, 0],
    [13, 0],
    [20, 64],
    [33, 64],
    [34, 128],
  ])('%i px cells have %i labels', (cellPx, labels) => {
    expect(cellTexts(cellPx)).toHaveLength(labels);
  });

  test('gaps from 6 px on', () => {
    const gap = (cellPx: number) => sceneAt(cellPx).layers.flatMap(layer => layer.grids)[0].gapX;
    expect([gap(5), gap(6), gap(10)]).toEqual([0, 1, 1]);
  });

  test('nothing is smaller than 10 px', () => {
    for (const cellPx of [3, 10, 20, 40])
      for (const text of sceneAt(cellPx).layers.flatMap(layer => layer.texts))
        expect(text.size).toBeGreaterThanOrEqual(10);
  });

  test('ticks: first, every 8, last, and never too close', () => {
    expect(indexTicks(32, 10, 22)).toEqual([0, 8, 16, 24, 31]);
    expect(indexTicks(33, 10, 22)).toEqual([0, 8, 16, 24, 32]);
    expect(indexTicks(26, 10, 22)).toEqual([0, 8, 16, 25]);
    expect(indexTicks(1, 40, 22)).toEqual([0]);
    expect(indexTicks(256, 1.25, 22).length).toBeLessThanOrEqual(Math.ceil((256 * 1.25) / 22) + 1);
  });
});

describe('a queue', () => {
  const markedAt = (pad: number, colourBy: 'bank' | 'lane', playhead: number) => {
    const layout = tile({ rows: 32, columns: 32, pad });
    const records = { layout, request: columnLoad(layout, 5), colourBy };
    const { palette, layers } = tileGridScene(records, { ...caseView(theme), playhead });
    const fill = palette.indexOf(degreeFill(theme, 32));
    return {
      hot: layers.flatMap(({ rects }) => [...rects.fill]).filter(each => each === fill).length,
      rings: layers.flatMap(({ rings }) => rings).length,
    };
  };

  test('has its colour in the tile when nothing is played, too; a column without one keeps the colours of its banks', () => {
    expect(markedAt(0, 'bank', Number.POSITIVE_INFINITY).hot).toBe(32);
    expect(markedAt(1, 'bank', Number.POSITIVE_INFINITY).hot).toBe(0);
  });

  test('is not told by a tile in other colours: before a guess it would be the answer', () => {
    expect(markedAt(0, 'lane', Number.POSITIVE_INFINITY).hot).toBe(0);
  });

  test('has a ring around the one that is served now; where all are served at once, none has', () => {
    expect(markedAt(0, 'bank', 12)).toEqual({ hot: 12, rings: 1 });
    expect(markedAt(1, 'bank', 1).rings).toBe(0);
  });
});

describe('played', () => {
  const layout = tile({ rows: 32, columns: 32, pad: 0 });
  const records = { layout, request: columnLoad(layout, 5), colourBy: 'bank' as const };
  const textsAt = (playhead: number): string[] =>
    tileGridScene(records, { ...caseView(theme, { width: 700 }), playhead })
      .layers.flatMap(layer => layer.texts)
      .map(({ text }) => text);
  const axes = (texts: readonly string[]) => texts.filter(text => Number(text) % 8 === 0 || text === '31').length;

  test('lanes that were served carry the number of their wavefront, and no other cell of the access has one', () => {
    const none = textsAt(0);
    expect(textsAt(12).length - none.length).toBe(12);
    expect(textsAt(32).length - none.length).toBe(32);
    expect(axes(none)).toBeGreaterThan(0);
  });

  test('where numbers are wavefronts, no cell carries its bank', () => {
    const texts = (playhead: number) =>
      tileGridScene(records, { ...caseView(theme, { width: 900, cellPx: { min: 22, max: 22 } }), playhead })
        .layers.flatMap(layer => layer.texts)
        .filter(({ size }) => size === 11).length;
    expect(texts(Number.POSITIVE_INFINITY)).toBe(32 * 32);
    expect(texts(12)).toBe(12);
  });

  test('for an audience they carry their bank', () => {
    const view = { ...caseView(theme, { width: 700 }), playhead: 32 };
    const carried = (of: Partial<typeof records> & { readonly servedSay?: 'bank' }) =>
      tileGridScene({ ...records, ...of }, view)
        .layers.flatMap(layer => layer.texts)
        .filter(({ weight }) => weight === 600)
        .map(({ text }) => text);
    expect(new Set(carried({ servedSay: 'bank' }))).toEqual(new Set(['5']));
    expect(new Set(carried({})).size).toBe(32);
  });
});
