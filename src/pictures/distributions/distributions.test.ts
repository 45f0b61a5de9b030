import { describe, expect, it } from 'vitest';
import type { DistributionsRecords } from '../records.ts';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { distributionsFigure } from './figure.ts';

const records: DistributionsRecords = {
  title: 'Load',
  text: 'wavefronts per ideal one',
  unit: 'case',
  each: 'strategy',
  bins: [
    { label: '1', text: 'no conflict', degree: 1 },
    { label: '≤2', text: 'above 1, up to 2', degree: 2 },
  ],
  rows: [
    { name: 'none', counts: [1, 3] },
    { name: 'xor', counts: [0, 0] },
  ],
  total: 4,
};
const figure = distributionsFigure(records, defaultView(themes.light, 'predicted', 400));
const at = (row: number, column: number) => ({ cell: { row, column }, bank: null });

describe('distributions', () => {
  it('say what a bar counts, and of how many', () => {
    expect(figure.markOf(at(0, 1))?.lens).toEqual({
      title: 'none',
      lines: ['Load: above 1, up to 2', '3 cases', '75 % of its 4'],
    });
    expect(figure.markOf(at(1, 0))?.lens.lines.at(-1)).toBe('0 % of its 0');
  });

  it('draw bars in proportion to what there is', () => {
    const height = (column: number) => figure.markOf(at(0, column))!.box.height;
    expect(height(1)).toBeCloseTo(3 * height(0));
  });

  it('are hit in the whole column of a bar, and not beside it', () => {
    for (const row of [0, 1])
      for (const column of [0, 1]) {
        const { x, y, width } = figure.markOf(at(row, column))!.box;
        const foot = y + figure.markOf(at(row, column))!.box.height;
        expect(figure.hit(x + width / 2, foot - 20)?.highlight).toEqual(at(row, column));
      }
    expect(figure.hit(399, 20)).toBe(null);
    expect(figure.hit(10, figure.scene.height - 2)).toBe(null);
  });

  it('let bars be picked, and empty bins be pointed at only', () => {
    expect(figure.markOf(at(0, 0))?.pickable).toBe(true);
    expect(figure.markOf(at(1, 0))?.pickable).toBe(false);
  });

  it('are walked through by keys, within the picture', () => {
    expect(figure.step(null, 1, 0)).toEqual(at(0, 0));
    expect(figure.step(at(0, 1), 1, 0)).toEqual(at(0, 1));
    expect(figure.step(at(0, 1), 0, 1)).toEqual(at(1, 1));
  });

  it('can be read as a table', () => {
    expect(figure.table()).toEqual({
      columns: ['strategy', 'no conflict', 'above 1, up to 2'],
      rows: [
        ['none', '1', '3'],
        ['xor', '0', '0'],
      ],
    });
  });
});
