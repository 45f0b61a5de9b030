/** The divergence picture: rows lead back to themselves, folds hide nothing that cost lanes, numbers are the profile's. */
import { describe, expect, test } from 'vitest';
import { caseView } from '../cases/builders.ts';
import { pictureCases } from '../cases/index.ts';
import type { DivergenceLine, DivergenceRecords } from '../records.ts';
import { themes } from '../theme.ts';
import { divergenceFigure } from './figure.ts';
import { classBar, divergenceFrame, divergenceHit, divergenceRows, lineBar, MOST_LINES } from './frame.ts';

const view = caseView(themes.light, { width: 720 });
const line = (number: number, issues: number, lanes: number, rest: Partial<DivergenceLine> = {}): DivergenceLine => ({
  line: number,
  text: `line ${number}`,
  issues,
  lanes,
  diverged: 0,
  waits: 0,
  ...rest,
});
const some: DivergenceRecords = {
  by: 'source',
  lines: [line(3, 4, 128), line(5, 4, 32, { diverged: 4 }), line(8, 0, 0), line(9, 2, 64, { waits: 1 })],
  classes: [{ class: 'integer', issues: 10, lanes: 224, diverged: 4, waits: 1 }],
};
/** Every tenth line of 1000 lost lanes, the more the further down. */
const many: DivergenceRecords = {
  ...some,
  lines: Array.from({ length: 1000 }, (_, i) => line(i + 1, 100, i % 10 === 0 ? 3200 - i : 3200)),
};

test.each([300, 520, 900])('rows of lines and classes lead back to themselves at %i px', width => {
  const frame = divergenceFrame(some, { ...view, width });
  some.lines.forEach((_, at) => {
    const { y, height } = lineBar(frame, at);
    expect(divergenceHit(frame, y + height / 2)).toEqual({ kind: 'line', at });
  });
  const { y, height } = classBar(frame, 0);
  expect(divergenceHit(frame, y + height / 2)).toEqual({ kind: 'class', at: 0 });
  expect(divergenceHit(frame, 2)).toBeNull();
});

describe('a long program', () => {
  const rows = divergenceRows(many);

  test('keeps its order, and the lines that lost lanes', () => {
    const shown = rows.flatMap(row => (row.kind === 'line' ? [row.index] : []));
    expect(shown).toHaveLength(MOST_LINES);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown).toEqual(expect.arrayContaining(Array.from({ length: 99 }, (_, i) => (i + 1) * 10)));
  });

  test('says how many lines it folded', () => {
    const folded = rows.reduce((sum, row) => sum + (row.kind === 'fold' ? row.count : 0), 0);
    expect(folded).toBe(1000 - MOST_LINES);
    expect(rows.some((row, i) => row.kind === 'fold' && rows[i + 1]?.kind === 'fold')).toBe(false);
  });

  test('is stepped through where it is listed, and told in full as a table', () => {
    const figure = divergenceFigure(many, view);
    const last = figure.step({ cell: { row: 10, column: 0 }, bank: null }, 0, 1000);
    expect(figure.markOf(last)?.lens.title).toBe('integer instructions of PTX');
    expect(figure.table().rows).toHaveLength(1000);
  });
});

test('the lens states counts, and what never ran', () => {
  const figure = divergenceFigure(some, view);
  const lensOf = (row: number) => figure.markOf({ cell: { row, column: 0 }, bank: null })?.lens;
  expect(lensOf(1)).toEqual({
    title: 'line 5',
    lines: ['line 5', '4 executions by warps', '8.0 of 32 lanes active', '100 % diverged'],
  });
  expect(lensOf(2)?.lines).toEqual(['line 8', 'never executed']);
  expect(lensOf(7)).toBeUndefined();
  expect(figure.text).toBe('22.4 of 32 lanes active on average');
});

test('the classes of the cases are what their lines add up to', () => {
  const figure = pictureCases.find(({ id }) => id === 'divergence-reduction')!.figure(themes.light);
  const issues = figure.table().rows.reduce((sum, row) => sum + Number(row[2]), 0);
  expect(figure.detail).toContain(`${issues} warp instructions`);
});
