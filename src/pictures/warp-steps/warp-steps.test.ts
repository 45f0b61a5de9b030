/** The picture of steps: points lead back to what is drawn there, rulers to steps and warps, words to every step. */
import { describe, expect, test } from 'vitest';
import { caseView } from '../cases/builders.ts';
import { pictureCases } from '../cases/index.ts';
import { themes } from '../theme.ts';

const strided = pictureCases.find(({ id }) => id === 'steps-strided')!;
const divergent = pictureCases.find(({ id }) => id === 'steps-divergent')!;

describe.each([330, 394, 760])('%i px wide', width => {
  const figure = strided.figureIn(caseView(themes.light, { width }));
  const boxOf = (row: number, column: number) => figure.markOf({ cell: { row, column }, bank: null })!.box;

  test('lanes lead back to themselves', () => {
    // Lane l of the chosen step, stride 4, stores word 8 · l.
    for (const lane of [0, 1, 17, 31]) {
      const cell = { row: Math.floor((8 * lane) / 32), column: (8 * lane) % 32 };
      const { x, y, width: wide, height } = boxOf(cell.row, cell.column);
      const mark = figure.hit(x + wide / 2, y + height / 2);
      expect(mark?.highlight).toEqual({ cell, bank: null });
      expect(mark?.lens.title).toBe(`stride 4, warp 0 lane ${lane}`);
      expect(mark?.lens.lines).toContain('one of 8 words of its bank');
    }
  });

  test('rulers choose steps and warps', () => {
    const [rows, columns] = figure.handles;
    const middle = ({ box }: typeof rows) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const at = (handle: typeof rows, x: number, y: number) => handle.valueAt(middle(handle), { x, y });
    expect(rows.name).toBe('row');
    expect(at(rows, 0, boxOf(0, 0).y + 1)).toBe(3);
    expect(at(rows, 0, 10_000)).toBe(8);
    expect(columns.name).toBe('column');
    expect([at(columns, 0, 0), at(columns, 10_000, 0)]).toEqual([0, 7]);
    const { x, y } = { x: columns.box.x + 1, y: rows.box.y + 1 };
    expect(figure.hit(x, y)?.lens).toEqual({
      title: 'input, warp 0',
      lines: ['32 of 32 lanes', '1 wavefront, ideal 1'],
    });
  });

  test('nothing is drawn beyond its edge', () => {
    expect(figure.scene.width).toBeLessThanOrEqual(width);
  });
});

test('a lane that takes no part is nothing to point at', () => {
  const figure = divergent.figureIn(caseView(themes.light));
  const active = figure.markOf({ cell: { row: 0, column: 8 }, bank: null })!;
  expect(active.lens.title).toBe('stride 4, warp 0 lane 8');
  expect(figure.hit(active.box.x + 1.5 * active.box.width + 1, active.box.y + 1)).toBeNull();
  expect(figure.markOf({ cell: { row: 7, column: 31 }, bank: null })).toBeNull();
});

test('keys go along the active lanes and stop at the last', () => {
  const figure = divergent.figureIn(caseView(themes.light));
  const first = figure.step(null, 1, 0);
  expect(first).toEqual({ cell: { row: 0, column: 0 }, bank: null });
  expect(figure.step(first, 1, 0)).toEqual({ cell: { row: 0, column: 8 }, bank: null });
  expect(figure.step(first, 100, 0)).toEqual({ cell: { row: 0, column: 24 }, bank: null });
});

test('the table adds up what each step costs', () => {
  expect(divergent.figure(themes.light).table().rows[1]).toEqual(['stride 1', '8', '128', '16.0', '8', '8']);
  expect(strided.figure(themes.light).table().rows.slice(1, 4)).toEqual([
    ['stride 1', '4', '128', '32.0', '8', '4'],
    ['stride 2', '2', '64', '32.0', '8', '2'],
    ['stride 4', '1', '32', '32.0', '8', '1'],
  ]);
  expect(strided.figure(themes.light).text).toBe('55 wavefronts; mean 25.6 of 32 lanes');
});
