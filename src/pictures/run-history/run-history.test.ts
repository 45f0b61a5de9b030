import { describe, expect, it } from 'vitest';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { runHistoryFigure } from './figure.ts';
import { runHistoryFrame } from './frame.ts';
import type { RunHistoryRecords } from './records.ts';

const point = (us: number) => ({ medianNs: us * 1000, q1Ns: us * 990, q3Ns: us * 1020 });
const records: RunHistoryRecords = {
  title: 'A GPU',
  text: 'steady',
  runs: ['2026-11-20 20:15', '2026-11-21 09:00', '2026-11-22 09:00'],
  series: [
    { name: 'tiled', points: [point(135), point(134), point(136)] },
    { name: 'padded', points: [point(79), null, point(78)] },
    { name: 'xor', points: [point(78.5), point(78.4), point(78.2)] },
  ],
};
const view = defaultView(themes.light, 'measured', 700);
const figure = runHistoryFigure(records, view);
const at = (row: number, column: number) => ({ cell: { row, column }, bank: null });

describe('a history of runs', () => {
  it('puts slower runs higher and newer ones to the right', () => {
    const box = (row: number, column: number) => figure.markOf(at(row, column))!.box;
    expect(box(0, 2).y).toBeLessThan(box(0, 1).y);
    expect(box(0, 1).y).toBeLessThan(box(2, 1).y);
    expect(box(0, 0).x).toBeLessThan(box(0, 1).x);
  });

  it('finds each point where it is drawn, and none where a variant did not run', () => {
    for (const column of [0, 1, 2]) {
      const { box } = figure.markOf(at(0, column))!;
      expect(figure.hit(box.x + 4, box.y + 4)?.highlight).toEqual(at(0, column));
    }
    expect(figure.markOf(at(1, 1))).toBe(null);
    expect(figure.hit(300, 120)).toBe(null);
  });

  it('keeps the names apart, and inside', () => {
    const { nameY, bottom } = runHistoryFrame(records, view);
    const sorted = nameY.toSorted((a, b) => a - b);
    expect(sorted[1] - sorted[0]).toBeGreaterThan(12);
    expect(sorted[2] - sorted[1]).toBeGreaterThan(12);
    expect(sorted[2]).toBeLessThanOrEqual(bottom);
  });

  it('is walked by keys from the newest run, and read as a table', () => {
    expect(figure.step(null, 1, 0)).toEqual(at(0, 2));
    expect(figure.step(at(0, 2), -1, 1)).toEqual(at(1, 1));
    expect(figure.table().rows[1]).toEqual(['2026-11-21 09:00', '134.0 µs', '—', '78.40 µs']);
  });
});
