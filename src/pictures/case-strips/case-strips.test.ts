import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { caseStripsFigure } from './figure.ts';
import { caseStripsFrame, swarmOffsets } from './frame.ts';
import type { CaseDot, CaseStripsRecords } from './records.ts';

const dot = (percent: number, ways: number | null = 1): CaseDot => ({ percent, ways, lines: [`${percent} %`] });
const records: CaseStripsRecords = {
  title: 'A GPU',
  text: '% of the copy',
  unit: 'case',
  each: 'strategy',
  full: '100 %: 4,000 GB/s',
  cases: ['one', 'two', 'three', 'four'],
  rows: [
    { name: 'none', dots: [dot(10, 16), dot(20, 16), dot(30, 32), null] },
    { name: 'xor', dots: [dot(60), null, dot(90), null] },
    { name: 'searched', dots: [null, null, null, null] },
    { name: 'tile', dots: [dot(104, null), dot(70, null), null, null] },
  ],
};
const view = defaultView(themes.light, 'measured', 800);
const figureOf = (change: object = {}, given = records) => caseStripsFigure(given, { ...view, ...change });
const figure = figureOf();
const at = (row: number, column: number) => ({ cell: { row, column }, bank: null });
const textsOf = ({ scene }: typeof figure) => scene.layers.flatMap(({ texts }) => texts.map(({ text }) => text));
const ringsOf = ({ scene }: typeof figure) => scene.layers.reduce((sum, { rings }) => sum + rings.length, 0);

describe('case strips', () => {
  it('have one axis from 0 to the limit, and beyond where something is', () => {
    const { left, right, endPercent, dots } = caseStripsFrame(records, view);
    expect(endPercent).toBe(110);
    for (const [row, { dots: own }] of records.rows.entries())
      own.forEach((each, column) => {
        const placed = dots[row][column];
        if (each === null) expect(placed).toBeNull();
        else expect((placed!.x - left) / (right - left)).toBeCloseTo(each.percent / endPercent, 9);
      });
    expect(caseStripsFrame({ ...records, rows: records.rows.slice(0, 2) }, view).endPercent).toBe(100);
  });

  it('say the median of each strip, and what was not measured', () => {
    expect(textsOf(figure)).toEqual(expect.arrayContaining(['20.0 %', '75.0 %', '87.0 %', '—, not measured yet']));
    expect(figure.table().rows.at(-1)).toEqual(['median', '20.0 %', '75.0 %', '—, not measured yet', '87.0 %']);
  });

  it('find each dot where it is drawn, and no other', () => {
    for (const [row, { dots }] of records.rows.entries())
      for (const column of dots.keys()) {
        const mark = figure.markOf(at(row, column));
        if (dots[column] === null) expect(mark).toBeNull();
        else {
          const { x, y, width, height } = mark!.box;
          expect(figure.hit(x + width / 2, y + height / 2)?.highlight).toEqual(at(row, column));
        }
      }
    expect(figure.hit(view.width / 2, figure.scene.height - 2)).toBeNull();
  });

  it('draw conflicts larger, not only warmer', () => {
    const size = (row: number, column: number) => figure.markOf(at(row, column))!.box.width;
    expect(size(0, 2)).toBeGreaterThan(size(0, 0));
    expect(size(0, 0)).toBeGreaterThan(size(1, 0));
    expect(size(3, 0)).toBe(size(1, 0));
  });

  it('ring the case that is pointed at in every strip that has it', () => {
    const without = ringsOf(figure);
    expect(ringsOf(figureOf({ highlight: at(0, 0) })) - without).toBe(3);
    expect(ringsOf(figureOf({ selection: { row: 0, column: 2 } })) - without).toBe(2);
    expect(ringsOf(figureOf({ highlight: at(1, 2), selection: { row: 0, column: 2 } })) - without).toBe(2);
  });

  it('are walked by keys: along a strip by number, between strips by case', () => {
    expect(figure.step(null, 1, 0)).toEqual(at(0, 0));
    expect(figure.step(at(0, 0), 1, 0)).toEqual(at(0, 1));
    expect(figure.step(at(0, 0), 0, 1)).toEqual(at(1, 0));
    // 'two' has no number there, so the nearest one; and no step ends on a strip without dots.
    expect(figure.step(at(0, 1), 0, 1)).toEqual(at(1, 0));
    expect(figure.step(at(1, 0), 0, 1)).toEqual(at(3, 0));
    expect(figure.step(at(3, 0), 0, 1)).toEqual(at(3, 0));
  });

  it('are read as a table without the cases that nobody measured', () => {
    const { columns, rows } = figure.table();
    expect(columns).toEqual(['case', 'none', 'xor', 'searched', 'tile']);
    expect(rows.slice(0, -1)).toEqual([
      ['one', '10.0 %', '60.0 %', '—', '104.0 %'],
      ['two', '20.0 %', '—', '—', '70.0 %'],
      ['three', '30.0 %', '90.0 %', '—', '—'],
    ]);
  });

  it('have names above the strips where it is narrow', () => {
    const narrow = figureOf({ width: 380 });
    expect(narrow.scene.height).toBeGreaterThan(figure.scene.height);
    expect(caseStripsFrame(records, { ...view, width: 380 }).left).toBeLessThan(10);
  });

  it('without any number have nothing to point at', () => {
    const empty = figureOf({}, { ...records, full: '', rows: [records.rows[2]] });
    expect(empty.step(null, 1, 0)).toBeNull();
    expect(empty.hit(100, 20)).toBeNull();
  });
});

describe('a swarm', () => {
  const discs = fc.array(
    fc.record({ x: fc.double({ min: 0, max: 60, noNaN: true }), radius: fc.constantFrom(2.5, 4.5) }),
    {
      maxLength: 12,
    },
  );

  it('stays within its height, in whatever order', () => {
    fc.assert(
      fc.property(discs, given => {
        const offsets = swarmOffsets(given, 20);
        for (const [i, { radius }] of given.entries()) expect(Math.abs(offsets[i]) + radius).toBeLessThanOrEqual(20);
      }),
    );
  });

  it('keeps dots apart where there is room', () => {
    const given = [10, 10, 10, 12, 11, 30].map(x => ({ x, radius: 2.5 }));
    const offsets = swarmOffsets(given, 20);
    for (const [a, one] of given.entries())
      for (const [b, other] of given.entries())
        if (a < b) expect(Math.hypot(one.x - other.x, offsets[a] - offsets[b])).toBeGreaterThanOrEqual(5);
    expect(offsets[5]).toBe(0);
  });
});
