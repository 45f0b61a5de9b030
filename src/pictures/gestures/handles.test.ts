import { expect, test } from 'vitest';
import { bankMapFigure } from '../bank-map/figure.ts';
import { caseView, columnLoad, tile } from '../cases/builders.ts';
import type { Figure, HandleName } from '../figure.ts';
import { themes } from '../theme.ts';
import { tileGridFigure } from '../tile-grid/figure.ts';

const view = caseView(themes.light);
const layout = tile({ rows: 32, columns: 32, pad: 1, baseBytes: 256 });
const request = columnLoad(layout, 5);
const handleOf = (figure: Figure, name: HandleName) => figure.handles.find(handle => handle.name === name)!;
const grid = tileGridFigure({ layout, request, colourBy: 'bank' }, view);

test('every place of a ruler leads to the line below or beside it', () => {
  const { box: columns, valueAt: column } = handleOf(grid, 'column');
  const { box: rows, valueAt: row } = handleOf(grid, 'row');
  const pitch = rows.height / 32;
  const from = { x: 0, y: 0 };
  for (let i = 0; i < 32; i++) {
    expect(column(from, { x: columns.x + (i + 0.5) * pitch, y: 5 })).toBe(i);
    expect(row(from, { x: 5, y: rows.y + (i + 0.5) * pitch })).toBe(i);
  }
  expect(columns.width).toBeCloseTo(32 * pitch);
  expect([column(from, { x: -50, y: 0 }), column(from, { x: 9999, y: 0 })]).toEqual([0, 31]);
});

test('the rulers follow the zoom, the edge is out of sight', () => {
  const zoomed = tileGridFigure({ layout, request, colourBy: 'bank' }, { ...view, zoom: { k: 2, x: -200, y: -100 } });
  const [x, y] = [100, 120];
  const { cell } = zoomed.hit(x, y)!.highlight!;
  expect(handleOf(zoomed, 'column').valueAt({ x: 0, y: 0 }, { x, y: 5 })).toBe(cell!.column);
  expect(handleOf(zoomed, 'row').valueAt({ x: 0, y: 0 }, { x: 5, y })).toBe(cell!.row);
  expect(zoomed.handles.map(({ name }) => name)).not.toContain('pad');
});

test('the edge moves by whole columns from where the padding is', () => {
  const { valueAt, box } = handleOf(grid, 'pad');
  const pitch = box.height / 32;
  const from = { x: box.x, y: box.y };
  const padAfter = (columns: number) => valueAt(from, { x: from.x + columns * pitch, y: from.y });
  expect([padAfter(-1), padAfter(0), padAfter(0.4), padAfter(2.1)]).toEqual([0, 1, 1, 3]);
});

test('a bank is a word and a line 128 bytes of the base address', () => {
  const map = bankMapFigure({ layout, request, lineCount: 40 }, view);
  const { valueAt, box } = handleOf(map, 'base');
  const from = { x: box.x, y: box.y };
  expect(valueAt(from, { x: from.x + (box.width / 32) * 3, y: from.y })).toBe(256 + 12);
  expect(valueAt(from, { x: from.x, y: from.y - (box.height / 40) * 2 })).toBe(0);
  expect(bankMapFigure({ layout: null, request, lineCount: 40 }, view).handles).toEqual([]);
});
