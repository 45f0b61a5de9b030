/** The pad strip: points lead to pads, and each says what it would cost. */
import { describe, expect, test } from 'vitest';
import { caseView } from '../cases/builders.ts';
import { strips } from '../cases/permute-view-cases.ts';
import type { PadStripRecords } from '../permute/records.ts';
import { themes } from '../theme.ts';
import { padStripFigure } from './figure.ts';

const figureOf = (records: PadStripRecords, width = 787) => padStripFigure(records, caseView(themes.light, { width }));
const fact = (row: number, column: number) => ({ cell: { row, column }, bank: null });

describe.each([330, 787])('%i px wide', width => {
  test('the middle of each cell leads back to its mode and pad', () => {
    const figure = figureOf(strips.rotation, width);
    expect(figure.scene.width).toBeLessThanOrEqual(width);
    for (let row = 0; row < 3; row++)
      for (let pad = 0; pad < 34; pad++) {
        const { box } = figure.markOf(fact(row, pad))!;
        expect(figure.hit(box.x + box.width / 2, box.y + box.height / 2)?.highlight).toEqual(fact(row, pad));
      }
    expect(figure.hit(2, 30)).toBeNull();
  });
});

test('a pad says its stride, its wavefronts and its bytes', () => {
  const lines = (row: number, pad: number) => figureOf(strips.rotation).markOf(fact(row, pad))!.lens;
  expect(lines(0, 8)).toEqual({
    title: 'A: pad 8, as it is',
    lines: ['stride 72', '32 wavefronts, no conflict', '2,272 B'],
  });
  expect(lines(0, 0)).toEqual({
    title: 'A: pad 0',
    lines: ['stride 64', '80 wavefronts, 32 without a conflict', '2,048 B'],
  });
});

test('what does not fit is hatched, and says so', () => {
  const { scene, markOf } = figureOf(strips.square);
  const hatched = scene.layers.reduce((n, { hatches }) => n + hatches.dotted.length, 0);
  const tooLarge = strips.square.sweep.flatMap(({ costs }) => costs.filter(cost => cost.sharedBytes > 20 * 1024));
  expect(hatched).toBe(tooLarge.length);
  expect(markOf(fact(1, 9))!.lens.lines.at(-1)).toBe('more than the 20,480 B that there are');
});

test('keys begin at the pads that there are and stop at the edges', () => {
  const { step } = figureOf(strips.rotation);
  expect(step(null, 1, 0)).toEqual(fact(0, 8));
  expect(step(fact(0, 8), 8, 1)).toEqual(fact(1, 16));
  expect(step(fact(2, 33), 8, 1)).toEqual(fact(2, 33));
});

test('a pad beyond the strip has its number only', () => {
  const [a, ...rest] = strips.rotation.sweep;
  const records = { ...strips.rotation, sweep: [{ ...a, pad: 96 }, ...rest] };
  const figure = figureOf(records);
  const rings = figure.scene.layers.reduce((n, layer) => n + layer.rings.length, 0);
  expect(rings).toBe(2);
  expect(figure.scene.layers.flatMap(({ texts }) => texts.map(({ text }) => text))).toContain('+96');
});
