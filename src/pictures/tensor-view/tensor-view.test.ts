/** The tensor view: points lead back to elements, a request is outlined group by group, and words link all places. */
import { describe, expect, test } from 'vitest';
import { elementsOf } from '../../model/permute/block.ts';
import { caseView } from '../cases/builders.ts';
import { pictureCases } from '../cases/index.ts';
import { tensors } from '../cases/permute-view-cases.ts';
import type { Figure } from '../figure.ts';
import { cellOfElement, type TensorViewRecords } from '../permute/records.ts';
import { themes } from '../theme.ts';
import type { PictureView } from '../view.ts';
import { tensorViewFigure } from './figure.ts';

const figureOf = (records: TensorViewRecords, changes: Partial<PictureView> = {}): Figure =>
  tensorViewFigure(records, caseView(themes.light, changes));

const fact = (element: number) => ({ cell: cellOfElement(element), bank: null });

describe.each(Object.entries(tensors))('%s', (_, records) => {
  const count = elementsOf(records.block.move.modes);

  test.each([330, 787])('at %i px the middle of each cell leads back to its element', width => {
    const figure = figureOf(records, { width });
    expect(figure.scene.width).toBeLessThanOrEqual(width);
    for (let element = 0; element < count; element += count > 4096 ? 37 : 1) {
      const { box } = figure.markOf(fact(element))!;
      const mark = figure.hit(box.x + box.width / 2, box.y + box.height / 2);
      expect(mark?.highlight).toEqual(fact(element));
    }
  });

  test('keys reach every cell of the first row and stop at its end', () => {
    const figure = figureOf(records);
    const seen = new Set<number>();
    let at = figure.step(null, 1, 0);
    for (let last = -1; at!.cell!.column !== last; at = figure.step(at, 1, 0)) {
      last = at!.cell!.column;
      seen.add(last);
    }
    const columns = records.axes.columns.reduce((n, { mode }) => n * records.block.move.modes[mode].extent, 1);
    expect(seen.size).toBe(columns);
    expect(figure.step(at, 8, 0)).toEqual(at);
  });
});

test('the cells are those of the block, each once, with its own address', () => {
  for (const records of [tensors.seed, tensors.rotationOutput, tensors.rank6]) {
    const grids = figureOf(records).scene.layers.flatMap(layer => layer.grids.map(({ grid }) => grid));
    const addresses = grids.flatMap(({ address }) => [...address!]);
    expect(new Set(addresses).size).toBe(elementsOf(records.block.move.modes));
    expect(addresses).toHaveLength(elementsOf(records.block.move.modes));
  }
});

test('a request is outlined in each group that it touches', () => {
  const outlines = (records: TensorViewRecords): number =>
    figureOf(records, { width: 787 })
      .scene.layers.flatMap(({ paths }) => paths)[0]
      .d.split('Z').length - 1;
  // Lanes of the load take D for four values of A: rows of one group as input, four groups as output.
  expect(outlines(tensors.rotation)).toBe(1);
  expect(outlines(tensors.rotationOutput)).toBe(4);
});

test('the lens links both pieces, the place and both lanes', () => {
  const { lens } = figureOf(tensors.rotationOutput).markOf(fact(130))!;
  expect(lens).toEqual({
    title: 'A 2, BC 0, D 2',
    lines: [
      'input 130 → output 18',
      'word 146 = 2·72 + 0·8 + 2',
      '0x0248 → bank 18',
      'stored by warp 4, lane 2',
      'loaded by warp 0, lane 18',
      'lane 18, wavefront 1',
    ],
  });
  expect(figureOf(tensors.square).markOf(fact(64 * 33 + 5))!.lens.lines[1]).toBe('word 2116 = (33·64 + 5) ⊕ 1');
});

test('an element of another block, and a cell of a tile, are not shown', () => {
  const figure = figureOf(tensors.seed);
  expect(figure.markOf(fact(64))).toBeNull();
  expect(figure.markOf({ cell: { row: 1, column: 0 }, bank: null })).toBeNull();
});

test('a bank is outlined wherever it is', () => {
  const paths = (bank: number): string[] =>
    figureOf({ ...tensors.seed, request: null }, { highlight: { cell: null, bank } }).scene.layers.flatMap(layer =>
      layer.paths.map(({ d }) => d),
    );
  expect(paths(3)).toHaveLength(1);
  expect(paths(3)[0]).not.toBe(paths(4)[0]);
});

test('lanes that are not where they should be are flagged, and said', () => {
  const emulated = tensors.rotation.request;
  const predicted = tensors.rotationOutput.request;
  const records = { ...tensors.rotation, request: emulated, predicted };
  const figure = figureOf(records, { width: 787 });
  expect(figure.differing).toBe('24 lanes differ');
  const plain = figureOf(tensors.rotation, { width: 787 });
  const marks = ({ scene }: Figure): number => scene.layers.reduce((n, { paths }) => n + paths.length, 0);
  // One dashed outline, and a flag for each lane.
  expect(marks(figure) - marks(plain)).toBe(25);
});

test('without shared memory there is no address to say', () => {
  const { layout } = tensors.seed.block;
  const exchange = { lines: 2, skinny: 'input', shuffles: 2 } as const;
  const block = { ...tensors.seed.block, layout: { ...layout, strides: [], exchange } };
  const figure = figureOf({ ...tensors.seed, block, request: null });
  expect(figure.markOf(fact(3))!.lens.lines).toEqual([
    'input 3 → output 33',
    'goes from register to register',
    'read by warp 0, lane 3',
    'written by warp 1, lane 1',
  ]);
});

test('every case of these pictures is in the gallery', () => {
  const ids = pictureCases.map(({ id }) => id);
  expect(ids.filter(id => /^(tensor|loop|pads)-/.test(id)).length).toBeGreaterThanOrEqual(18);
});
