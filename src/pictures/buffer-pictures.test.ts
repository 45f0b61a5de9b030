/** Histogram and hex view: places, points and words. */
import { describe, expect, test } from 'vitest';
import { valueHistogram, valueRange } from '../model/values/value-histogram.ts';
import { ELEMENT_BYTES, type ElementType } from '../trace/launch.ts';
import { bufferBytes } from '../trace/launch-bytes.ts';
import { caseView } from './cases/builders.ts';
import { hexFigure } from './hex-view/figure.ts';
import { byteBox, byteUnder, hexFrame } from './hex-view/frame.ts';
import { edgeText } from './histogram/draw.ts';
import { histogramFigure } from './histogram/figure.ts';
import { apartBox, binBox, histogramFrame } from './histogram/frame.ts';
import {
  ELEMENT_RIGHT,
  ELEMENT_WRONG,
  type HexRecords,
  type HistogramRecords,
  type ValueGridRecords,
} from './records.ts';
import { cellBox } from './scene/grid-frame.ts';
import { themes } from './theme.ts';
import { valueGridFrame } from './value-grid/draw.ts';
import { valueGridFigure } from './value-grid/figure.ts';
import type { Box } from './view.ts';

const view = caseView(themes.light);
const middle = (box: Box): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];

function bytesOf(type: ElementType, values: readonly number[]): Uint8Array {
  const bytes = bufferBytes({ type, length: values.length, init: { kind: 'values', values } }, 'b');
  if (!bytes.ok) throw new Error(bytes.error.message);
  return bytes.value;
}

describe('histogram', () => {
  const values = [0, 0.5, 0.5, 1, Number.NaN, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const records: HistogramRecords = {
    name: 'x',
    histogram: valueHistogram(bytesOf('f32', values), 'f32'),
    greatestCount: null,
  };
  const frame = histogramFrame(records, view);
  const figure = histogramFigure(records, view);

  test('every bar leads back to itself', () => {
    records.histogram.counts.forEach((count, column) => {
      const mark = figure.hit(...middle(binBox(frame, column, Math.max(1, count))));
      expect(mark?.highlight).toEqual({ cell: { row: 0, column }, bank: null });
    });
    expect(figure.hit(...middle(apartBox(frame, 1, 1)))?.lens).toEqual({
      title: 'nan',
      lines: ['1 element', '14.3 % of all'],
    });
  });

  test('says range and what is not on the axis', () => {
    expect(figure.text).toBe('x: 0 to 1, 2 +inf, 1 nan');
    const total = figure.table().rows.reduce((sum, [, n]) => sum + Number(n), 0);
    expect(total).toBe(values.length);
  });

  test('keys lead along the bins to what is no number', () => {
    const last = figure.step({ cell: { row: 0, column: 0 }, bank: null }, 999, 0);
    expect(figure.markOf(last)?.lens.title).toBe('nan');
  });

  test('edges are written as short as their width allows', () => {
    const { histogram } = records;
    expect(edgeText(histogram, 1)).toBe('0.05');
    expect(edgeText(histogram, 0)).toBe('0');
    expect(edgeText({ ...histogram, from: -1.2, width: 0.05 }, 0)).toBe('−1.2');
    expect(edgeText({ ...histogram, from: 1e6, width: 1 }, 5)).toBe('1000005');
    expect(edgeText({ ...histogram, from: -4e9, width: 1e8 }, 1)).toBe('−3.9e9');
  });

  test('without a finite value there is an axis and a sentence', () => {
    const nothing = { ...records, histogram: valueHistogram(new Uint8Array(64).fill(0xff), 'f32') };
    expect(histogramFigure(nothing, view).text).toBe('x: none finite, 16 nan');
    expect(
      histogramFigure({ ...records, histogram: valueHistogram(new Uint8Array(), 'u8') }, view).step(null, 1, 0),
    ).toBe(null);
  });

  test('one greatest count means one scale', () => {
    const scaled = histogramFrame({ ...records, greatestCount: 100 }, view);
    expect(binBox(scaled, 0, 50).height).toBeCloseTo(scaled.plot.height / 2);
  });
});

describe('value grid', () => {
  const bytes = bytesOf(
    's16',
    Array.from({ length: 70 }, (_, i) => i - 35),
  );
  const grid: ValueGridRecords = { name: 'm', type: 's16', bytes, columns: 8, range: valueRange(bytes, 's16') };
  const figure = valueGridFigure(grid, view);
  const frame = valueGridFrame(grid, view);

  test('every cell leads to its element, and those behind the last to none', () => {
    for (let index = 0; index < 72; index++) {
      const column = index % 8;
      const mark = figure.hit(...middle(cellBox(frame, (index - column) / 8, column)));
      expect(mark?.lens.lines[0]).toBe(index < 70 ? `${index - 35} (s16)` : undefined);
    }
  });

  test('keys stay on elements', () => {
    const last = { cell: { row: 8, column: 5 }, bank: null };
    expect(figure.step(last, 1, 0)).toEqual(last);
    expect(figure.step(last, 0, -8)?.cell).toEqual({ row: 0, column: 5 });
  });

  test('says how large it is and what its shades span', () => {
    expect(figure.text).toBe('m, 9 × 8: -35 to 34');
    expect(figure.table().rows[8].slice(6)).toEqual(['34', '—', '—']);
    expect(valueGridFigure({ ...grid, bytes: new Uint8Array(), range: null }, view).text).toBe('m, 0 × 8: none finite');
  });
});

describe('hex view', () => {
  const records = (type: ElementType, changes: Partial<HexRecords> = {}): HexRecords => ({
    name: 'out',
    type,
    bytes: Uint8Array.from({ length: 4096 + 6 }, (_, i) => i & 0xff),
    check: null,
    firstRow: 250,
    rowCount: 20,
    ...changes,
  });

  test.each(['u8', 'f16', 'f32', 'f64'] as const)('every byte of %s in sight leads back to its element', type => {
    const drawn = records(type);
    const frame = hexFrame(drawn, view);
    const figure = hexFigure(drawn, view);
    expect(frame.rows).toBe(7);
    for (let row = 0; row < 6; row++)
      for (let column = 0; column < 16; column++) {
        const point = middle(byteBox(frame, row, column, 1));
        const byte = (250 + row) * 16 + column;
        expect(byteUnder(drawn, frame, ...point)).toBe(byte);
        const element = Math.floor(byte / ELEMENT_BYTES[type]);
        expect(figure.hit(...point)?.lens.title).toBe(`out[${element.toLocaleString('en-US')}]`);
      }
  });

  test('bytes behind the last element are shown, and say that they hold none', () => {
    const drawn = records('f32');
    const frame = hexFrame(drawn, view);
    expect(hexFigure(drawn, view).hit(...middle(byteBox(frame, 6, 5, 1)))?.lens.title).toBe('rest');
    expect(byteUnder(drawn, frame, ...middle(byteBox(frame, 6, 6, 1)))).toBeNull();
  });

  test('keys lead from element to element, and out of sight', () => {
    const figure = hexFigure(records('u16'), view);
    const first = figure.step(null, 0, 0);
    expect(first?.cell).toEqual({ row: 250, column: 0 });
    expect(figure.step(first, -1, 0)?.cell).toEqual({ row: 249, column: 14 });
    expect(figure.markOf(figure.step(first, -1, 0))).toBeNull();
    expect(figure.step(first, 0, 99)?.cell).toEqual({ row: 256, column: 4 });
  });

  test('a wrong element says both values', () => {
    const states = new Uint8Array(1025).fill(ELEMENT_RIGHT);
    states[1001] = ELEMENT_WRONG;
    const drawn = records('u32', { check: { states, expectedAt: index => `${index}!` } });
    const figure = hexFigure(drawn, view);
    expect(figure.text).toBe('out, 4,102 B; 1 wrong');
    const lens = figure.markOf({ cell: { row: 250, column: 4 }, bank: null })?.lens;
    expect(lens).toEqual({
      title: 'out[1,001]',
      lines: ['2812716452 (u32)', 'expected 1001!', 'wrong', '0x0FA4: A4 A5 A6 A7'],
    });
    expect(figure.table().rows[1]).toEqual(['1001', '0x0FA4', 'A4 A5 A6 A7', '2812716452', '1001!', 'wrong']);
  });
});
