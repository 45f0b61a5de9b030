/** The counting loop: its rows add up to what the block costs, its page follows the cursor, and points lead back. */
import { describe, expect, test } from 'vitest';
import { sideCost } from '../../model/permute/side-cost.ts';
import { caseView } from '../cases/builders.ts';
import { loops } from '../cases/permute-view-cases.ts';
import type { Figure } from '../figure.ts';
import { type CountingLoopRecords, cellOfElement } from '../permute/records.ts';
import { themes } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { countingLoopFigure } from './figure.ts';
import { countedRows, countedSteps, verdictText } from './rows.ts';

const figureOf = (records: CountingLoopRecords, changes: Partial<PictureView> = {}): Figure =>
  countingLoopFigure(records, caseView(themes.light, changes));

const textsOf = ({ scene }: Figure): string[] => scene.layers.flatMap(({ texts }) => texts.map(({ text }) => text));

const opacities = ({ scene }: Figure): number[] => [...scene.layers[0].grids[0].grid.opacity!];

describe.each(Object.entries(loops))('%s', (_, records) => {
  const { block, side } = records;

  test('its wavefronts are those of the block', () => {
    const { rows } = countedRows(records)!;
    const total = rows.reduce((sum, { wavefronts }) => sum + wavefronts, 0);
    expect(total).toBe(sideCost(side, block.move, block.layout).wavefronts);
  });

  test.each([330, 787])('at %i px lanes lead back to themselves', width => {
    const figure = figureOf(records, { width });
    expect(figure.scene.width).toBeLessThanOrEqual(width);
    const { sequence } = countedRows(records)!;
    for (const slot of [0, 5, 31, 32, 63].filter(s => s < sequence.elements.length)) {
      const { box, lens } = figure.markOf({ cell: cellOfElement(sequence.elements[slot]), bank: null })!;
      const mark = figure.hit(box.x + box.width / 2, box.y + box.height / 2);
      expect(mark?.lens).toEqual(lens);
      expect(lens.title).toContain(`lane ${slot % 32}`);
    }
  });
});

test('what is not counted yet is pale and has no number', () => {
  const figure = figureOf(loops.seed, { width: 787, playhead: 40 });
  expect(opacities(figure).indexOf(28)).toBe(40);
  const whole = figureOf(loops.seed, { width: 787 });
  expect(new Set(opacities(whole))).toEqual(new Set([100]));
  // The numbers of 24 lanes and the second verdict are still to come.
  expect(textsOf(whole).length - textsOf(figure).length).toBe(25);
});

test('the counters of the cursor are those of its element', () => {
  // Lane 20 of warp 2 loads number 84: D 4, A 2, BC 1.
  const figure = figureOf(loops.rotation, { width: 787, playhead: 85 });
  const bold = figure.scene.layers.flatMap(({ texts }) =>
    texts.filter(({ weight, text }) => weight === 700 && text < 'A'),
  );
  expect(bold.map(({ text }) => text)).toEqual(['1', '2', '4']);
});

test('the page holds the cursor, then the chosen request', () => {
  const view = { width: 787, maxHeight: 200 };
  const { sequence } = countedRows(loops.square)!;
  for (const playhead of [1, 500, 2000, countedSteps(loops.square)]) {
    const figure = figureOf(loops.square, { ...view, playhead });
    expect(figure.markOf({ cell: cellOfElement(sequence.elements[playhead - 1]), bank: null })).not.toBeNull();
  }
  const chosen = figureOf({ ...loops.square, chosen: { side: 'load', warp: 77, k: 0 } }, view);
  expect(chosen.markOf({ cell: cellOfElement(sequence.elements[77 * 32]), bank: null })).not.toBeNull();
  expect(chosen.markOf({ cell: cellOfElement(sequence.elements[0]), bank: null })).toBeNull();
});

test('the strip of all rows chooses one of them', () => {
  const { handles } = figureOf(loops.square, { width: 787, maxHeight: 200 });
  const [{ name, box, valueAt }] = handles;
  expect(name).toBe('row');
  const at = (y: number): number => valueAt({ x: 0, y: 0 }, { x: box.x, y });
  expect([at(box.y - 9), at(box.y + box.height / 2), at(box.y + box.height + 9)]).toEqual([0, 64, 127]);
});

test('verdicts', () => {
  const verdicts = (records: CountingLoopRecords, isShort = false): string[] => [
    ...new Set(countedRows(records)!.rows.map(row => verdictText(row, isShort))),
  ];
  expect(verdicts(loops.seed)).toEqual(['2-way: lanes 0, 16 meet']);
  expect(verdicts(loops.seedPadded)).toEqual(['all different']);
  expect(verdicts(loops.square)).toEqual(['consecutive']);
  expect(verdicts(loops.doubles)).toEqual(['16-way: lanes 0–15 meet']);
  expect(verdicts(loops.doubles, true)).toEqual(['16-way']);
});

test('the table has a row for each request', () => {
  const { columns, rows } = figureOf(loops.seed).table();
  expect(columns).toEqual(['warp', 'request', 'AB₁', 'AB₀', 'C', 'residues', 'verdict', 'wavefronts']);
  expect(rows).toHaveLength(2);
  expect(rows[1].slice(0, 5)).toEqual(['1', '0', '0', '0', '1']);
  expect(rows[1][5].startsWith('1 3 5 7')).toBe(true);
});

test('without shared memory there is nothing to count', () => {
  const { layout } = loops.seed.block;
  const exchange = { lines: 2, skinny: 'input', shuffles: 2 } as const;
  const records = { ...loops.seed, block: { ...loops.seed.block, layout: { ...layout, strides: [], exchange } } };
  expect(countedSteps(records)).toBe(0);
  const figure = figureOf(records);
  expect(textsOf(figure)).toEqual([expect.stringContaining('from register to register')]);
  expect(figure.hit(10, 10)).toBeNull();
});
