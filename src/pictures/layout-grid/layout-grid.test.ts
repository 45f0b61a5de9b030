/** Pictures of layouts: every cell has a place of its own, links follow elements, large ones stay cheap. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layouts, smallStrides } from '../../model/layout/fixtures/arbitrary-layouts.ts';
import { sizeOf } from '../../model/layout/layout.ts';
import { OPERATIONS } from '../../model/layout-steps/operations.ts';
import { plain } from '../../model/layout-text/operand.ts';
import { caseView } from '../cases/builders.ts';
import { stepsOf } from '../cases/layout-cases.ts';
import { themes } from '../theme.ts';
import { bankOfElement } from './draw.ts';
import { layoutGridFigure, tracesTable } from './figure.ts';
import { cellUnder, layoutCellBox, layoutFrame } from './frame.ts';
import { linksOf } from './links.ts';
import { type LayoutGridRecords, panelCell, panelHighlight } from './records.ts';
import { sidesOf } from './sides.ts';

const view = caseView(themes.light, { width: 760 });
const recordsOf = (steps: LayoutGridRecords['steps']): LayoutGridRecords => ({
  steps,
  colourBy: 'bank',
  elementBytes: 2,
});
const DIVIDE = stepsOf('zipped-divide', '(8,12):(12,1)', '<(2,2):(1,4), 4:1>');

describe('cells', () => {
  test('have a row and a column each, and are found again there', () => {
    const show = OPERATIONS.get('show')!;
    fc.assert(
      fc.property(layouts(smallStrides), fc.integer({ min: 8, max: 40 }), (layout, lineCells) => {
        const { rows, columns, size } = sidesOf(layout.shape, lineCells);
        expect(size).toBe(sizeOf(layout));
        for (let cell = 0; cell < size; cell++)
          expect(rows.adds(rows.indexOf(cell)) + columns.adds(columns.indexOf(cell))).toBe(cell);
        if (show.takes !== 'nothing') return;
        const steps = show.run(plain(layout));
        if (!steps.ok) return;
        const frame = layoutFrame(recordsOf(steps.value), view);
        for (let cell = 0; cell < size; cell += 7) {
          const box = layoutCellBox(frame.panels[0], cell);
          expect(cellUnder(frame, box.x + box.width / 2, box.y + box.height / 2)).toEqual({ panel: 0, cell });
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of a long mode are cut into slices without losing any', () => {
    fc.assert(
      fc.property(fc.nat(900), fc.nat(6), fc.nat(6), (long, short, inner) => {
        for (const shape of [
          [short + 1, [inner + 1, long + 1]],
          [[inner + 1, long + 1], short + 1],
        ]) {
          const { rows, columns, size } = sidesOf(shape, 8);
          expect(rows.count * columns.count).toBe(size);
          for (const cell of [0, 1, size >> 1, size - 1].filter(each => each < size))
            expect(rows.adds(rows.indexOf(cell)) + columns.adds(columns.indexOf(cell))).toBe(cell);
        }
      }),
    );
  });

  test('of rank 2 are rows by columns, deeper modes slices', () => {
    const { rows, columns } = sidesOf([4, 8, 3, 2], 64);
    expect([rows.count, rows.slice, columns.count, columns.slice]).toEqual([8, 4, 24, 8]);
    const cut = sidesOf([8, [4, 512]], 40);
    expect([cut.rows.count, cut.rows.slice, cut.columns.count, cut.columns.slice]).toEqual([128, 8, 128, 128]);
    const high = sidesOf([2048, 8], 40);
    expect([high.rows.count, high.rows.slice, high.columns.count, high.columns.slice]).toEqual([128, 128, 128, 8]);
    const line = sidesOf(100, 40);
    expect([line.rows.count, line.columns.count]).toEqual([4, 32]);
  });

  test('lie inside the picture, on a phone as well', () => {
    for (const width of [320, 760, 1400]) {
      const frame = layoutFrame(recordsOf(DIVIDE), { ...view, width });
      for (const panel of frame.panels) {
        const box = layoutCellBox(panel, panel.sides.size - 1);
        expect(box.x + box.width).toBeLessThanOrEqual(frame.plot.width);
        expect(box.y + box.height).toBeLessThanOrEqual(frame.plot.height);
      }
      expect(frame.plot.width).toBe(width);
    }
  });
});

describe('links', () => {
  test('go to cells of the same element', () => {
    const { panels } = DIVIDE;
    const result = panels.length - 1;
    for (let cell = 0; cell < DIVIDE.traces; cell++) {
      const { cells, first, traces } = linksOf(DIVIDE, result, cell);
      expect(traces).toBe(1);
      expect(cells[0]).toEqual([first[0]]);
      expect(panels[0].elementOf(first[0])).toBe(panels[result].elementOf(cell));
    }
    // A cell of B₀ is in a third of … every tile of the other mode.
    expect(linksOf(DIVIDE, 1, 2).traces).toBe(24);
  });

  test('draw a ring in every panel and an arrow to each', () => {
    const figure = layoutGridFigure(recordsOf(DIVIDE), { ...view, highlight: panelHighlight(6, 5) });
    const paths = figure.scene.layers.flatMap(layer => layer.paths);
    const rings = figure.scene.layers.flatMap(layer => layer.rings);
    expect(paths).toHaveLength(6);
    expect(rings).toHaveLength(8);
    const calm = layoutGridFigure(recordsOf(DIVIDE), view).scene.layers;
    expect(calm.flatMap(layer => [...layer.paths, ...layer.rings])).toEqual([]);
  });

  test('of more traces than can be followed are left out, and the caption says so', () => {
    const steps = stepsOf('coalesce', '(512,512):(1,512)');
    const figure = layoutGridFigure(recordsOf(steps), { ...view, highlight: panelHighlight(1, 5) });
    expect(figure.scene.layers.flatMap(layer => layer.paths)).toEqual([]);
    expect(figure.text).toContain('too many coordinates for arrows');
    expect(figure.text).toContain('1 mark = ');
  });
});

test('a layout of any size is drawn by as many marks as there is room for', () => {
  for (const text of ['1099511627776:1', '(2,2,1073741824):(1,2,4)', '(3,(1048576,2),5):(1,(8,4),0)', '(1,1):(0,0)']) {
    const { scene } = layoutGridFigure(recordsOf(stepsOf('show', text)), { ...view, highlight: panelHighlight(0, 0) });
    const marks = scene.layers.flatMap(layer => layer.grids.map(({ grid }) => grid.fill.length));
    expect(
      marks.reduce((sum, n) => sum + n, 0),
      text,
    ).toBeLessThan(1e6);
    expect(scene.layers.flatMap(layer => layer.texts).length, text).toBeLessThan(2000);
  }
});

test('the lens says coordinate, offset, address and bank', () => {
  const mark = layoutGridFigure(recordsOf(DIVIDE), view).markOf({ cell: panelCell(1, 3), bank: null })!;
  expect(mark.lens).toEqual({
    title: 'B₀',
    lines: [
      '(1,1) = coordinate 3',
      'coordinate of mode 0 of A 5 → offset 60',
      '0x0078 → bank 30, byte 0',
      'in 24 coordinates of the result',
    ],
  });
});

test('keys go on to the next panel', () => {
  const { step } = layoutGridFigure(recordsOf(DIVIDE), view);
  expect(step(null, 1, 0)).toEqual(panelHighlight(6, 0));
  expect(step(panelHighlight(1, 2), 1, 0)).toEqual(panelHighlight(2, 0));
  expect(step(panelHighlight(2, 0), -1, 0)).toEqual(panelHighlight(1, 2));
  expect(step(panelHighlight(0, 0), -1, -1)).toEqual(panelHighlight(0, 0));
});

test('the table follows each coordinate', () => {
  const { columns, rows } = tracesTable(recordsOf(DIVIDE));
  expect(columns.slice(0, 3)).toEqual(['i', 'coordinate', 'A']);
  expect(rows).toHaveLength(96);
  expect(rows[1].slice(0, 4)).toEqual(['1', '(((1,0),0),(0,0))', '(1,0) → 12', '(1,0) → 1']);
});

test('banks repeat below offset 0 as well', () => {
  expect([bankOfElement(0, 4), bankOfElement(33, 4), bankOfElement(-1, 4), bankOfElement(3, 2)]).toEqual([0, 1, 31, 1]);
});
