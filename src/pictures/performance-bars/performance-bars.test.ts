import { describe, expect, it } from 'vitest';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { performanceBarsFigure } from './figure.ts';
import { performanceBarsFrame } from './frame.ts';
import { NOT_MEASURED, type PerformanceBarsRecords } from './records.ts';

const view = defaultView(themes.light, 'measured', 600);
const row = (name: string, percent: number | null) => ({
  letter: null,
  name,
  value: { percent, text: `${percent} of all`, detail: ['208 samples'] },
});
const records: PerformanceBarsRecords = {
  title: 'A GPU',
  text: 'TFLOPS',
  full: '100 %: data sheet',
  limits: [{ percent: 80, name: 'measured ceiling' }],
  isPublished: false,
  groups: [
    { name: 'small', rows: [row('slow', 25), row('fast', 50)], baseline: { percent: 60, name: 'theirs' } },
    { name: 'large', rows: [row('beyond', 120), { letter: 'B', name: 'none', value: NOT_MEASURED }], baseline: null },
  ],
};
const at = (n: number) => ({ cell: { row: n, column: 0 }, bank: null });
const figureOf = (change: Partial<PerformanceBarsRecords> = {}) =>
  performanceBarsFigure({ ...records, ...change }, view);
const figure = figureOf();
const bars = ({ scene }: typeof figure) => {
  const { geometry } = scene.layers[1].rects;
  return Array.from({ length: geometry.length / 5 }, (_, i) => ({ x: geometry[5 * i], width: geometry[5 * i + 2] }));
};

describe('performance bars', () => {
  it('lie on one axis from 0 to the limit, whatever they are, and end where it does', () => {
    const [slow, fast, beyond] = bars(figure);
    const full = figure.markOf(at(0))!.box.width;
    expect(slow.width / full).toBeCloseTo(0.25, 4);
    expect(fast.width / full).toBeCloseTo(0.5, 4);
    expect(beyond.width).toBeCloseTo(full, 3);
    expect(bars(figure)).toHaveLength(3);
  });

  it('are outlines where others published them, and then have no source', () => {
    expect(figureOf({ isPublished: true }).source).toBe(null);
    expect(bars(figureOf({ isPublished: true }))).toEqual([]);
    expect(figure.source).toBe('measured');
  });

  it('say what is missing, and keep the axis', () => {
    const empty = figureOf({ groups: [{ name: '', rows: [records.groups[1].rows[1]], baseline: null }] });
    const texts = empty.scene.layers.flatMap(layer => layer.texts.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining(['—, not measured yet', '100 %', '0']));
    expect(empty.markOf(at(0))?.lens).toEqual({ title: 'B none', lines: ['—, not measured yet'] });
  });

  it('have no bar and no axis without a limit', () => {
    const unlimited = figureOf({
      full: '',
      limits: [],
      groups: [{ name: '', rows: [row('any', null)], baseline: null }],
    });
    expect(bars(unlimited)).toEqual([]);
    expect(unlimited.scene.layers.flatMap(({ texts }) => texts.map(({ text }) => text))).not.toContain('100 %');
  });

  it('answer over the whole row, with the problem and the detail', () => {
    for (const n of [0, 1, 2, 3]) {
      const { y, height } = figure.markOf(at(n))!.box;
      expect(figure.hit(3, y + height / 2)?.highlight).toEqual(at(n));
    }
    expect(figure.markOf(at(1))?.lens).toEqual({ title: 'fast · small', lines: ['50 of all', '208 samples'] });
    expect(figure.hit(3, figure.scene.height - 2)).toBe(null);
  });

  it('leave long names of groups free of upright lines, and only those', () => {
    const groups = records.groups.map(group => ({ ...group, name: 'Rows 4,096, Columns 4,096, Elements 4 B' }));
    // A word above a single bar stands left of the axis.
    const short = performanceBarsFrame({ ...records, groups: [{ ...groups[0], name: 'a' }] }, view);
    expect(short.spans).toEqual([[0, short.bottom]]);
    const { heads, tops, rowPx, spans } = performanceBarsFrame({ ...records, groups }, view);
    expect(spans).toEqual([
      [tops[0], tops[1] + rowPx],
      [tops[2], tops[3] + rowPx],
    ]);
    for (const [i, [top]] of spans.entries()) expect(top).toBeGreaterThan(heads[i] + 11);
  });

  it('take the width of a narrow picture, below their names and numbers', () => {
    const narrow = { ...view, width: 300 };
    const rows = [row('a name of some length', 25), row('another of the length', 50)];
    const of = { ...records, groups: [{ ...records.groups[0], rows }] };
    const frame = performanceBarsFrame(of, narrow);
    expect(frame.right - frame.left).toBeGreaterThan(270);
    const { scene, hit, markOf } = performanceBarsFigure(of, narrow);
    const [name, number] = ['a name of some length', '25 of all'].map(words =>
      scene.layers.flatMap(({ texts }) => texts).find(({ text }) => text === words),
    );
    expect(name?.y).toBe(number?.y);
    expect(name?.y).toBeLessThan(markOf(at(0))!.box.y);
    expect(hit(3, frame.tops[1] + 2)?.highlight).toEqual(at(1));
    for (const [top, bottom] of frame.spans) expect(bottom - top).toBeLessThan(frame.rowPx);
    expect(performanceBarsFrame(of, { ...view, width: 600 }).abovePx).toBe(0);
  });

  it('can be read as a table, the baselines too', () => {
    expect(figure.table().rows).toEqual([
      ['small', 'slow', '25 of all', '25.0 %', '208 samples'],
      ['small', 'fast', '50 of all', '50.0 %', '208 samples'],
      ['small', 'theirs', '—', '60.0 %', 'baseline'],
      ['large', 'beyond', '120 of all', '120.0 %', '208 samples'],
      ['large', 'none', '—, not measured yet', '—', ''],
    ]);
  });
});
