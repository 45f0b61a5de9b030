import { describe, expect, test } from 'vitest';
import { bankMapFigure } from '../bank-map/figure.ts';
import { bankMapFrame, wordBox } from '../bank-map/frame.ts';
import { caseView, columnLoad, request, tile, unpaddedColumnLoad } from '../cases/builders.ts';
import type { Figure } from '../figure.ts';
import { punchCardFigure } from '../punch-card/figure.ts';
import { punchBox, punchCardFrame } from '../punch-card/frame.ts';
import type { Request } from '../records.ts';
import { themes } from '../theme.ts';
import { tileGridFigure } from '../tile-grid/figure.ts';
import type { Box } from '../view.ts';
import { differenceLines, differencesAt, differingText, laneDifferences } from './lane-differences.ts';

const theme = themes.light;
const view = caseView(theme);
const layout = tile({ rows: 32, columns: 32, pad: 1 });
const predicted = columnLoad(layout, 5);
const emulated = unpaddedColumnLoad(5);

const middle = (box: Box): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];
const dashed = ({ scene }: Figure): number =>
  scene.layers.flatMap(layer => [...layer.paths, ...layer.rings]).filter(mark => mark.dash.length > 0).length;
const flags = ({ scene }: Figure): number =>
  scene.layers
    .flatMap(layer => layer.paths)
    .filter(path => path.width === 0 && scene.palette[path.fill] === theme.conflict.ink).length;

describe('differences of a request', () => {
  test('a lane differs where its two addresses do', () => {
    const differences = laneDifferences(emulated, predicted);
    expect(differences.map(({ lane }) => lane)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
    expect(differences[4]).toEqual({ lane: 5, predicted: 5 * 132 + 20, emulated: 5 * 128 + 20, bytes: 4 });
    expect(differingText(differences)).toBe('31 lanes differ');
    expect(differenceLines(differences)).toEqual([
      'lane 1: predicted 0x0098, emulated 0x0094',
      'lane 2: predicted 0x011C, emulated 0x0114',
      'and 29 more',
    ]);
  });

  test('agreement and a missing prediction are nothing to say', () => {
    expect(laneDifferences(columnLoad(layout, 5), predicted)).toEqual([]);
    expect(laneDifferences(emulated, null)).toEqual([]);
    expect(differingText([])).toBe('');
    expect(differenceLines([])).toEqual([]);
  });

  test('a lane that idles in one of the two differs; a request that is missing differs in all lanes', () => {
    const half = request({ widthBytes: 4, addressOf: lane => (lane === 7 ? null : predicted.access.address[lane]) });
    const differences = laneDifferences(half, predicted);
    expect(differenceLines(differences)).toEqual(['lane 7: predicted 0x03B0, emulated idle']);
    expect(differingText(differences)).toBe('1 lane differs');
    expect(laneDifferences(null, predicted)).toHaveLength(32);
  });

  test('a place meets the lanes that touch any byte of it', () => {
    const at = (lanes: Request): number[] => differencesAt(laneDifferences(lanes, wide), 32, 4).map(({ lane }) => lane);
    const wide = request({ widthBytes: 16, addressOf: lane => lane * 32 });
    const shifted = request({ widthBytes: 16, addressOf: lane => lane * 32 + 16 });
    expect(at(shifted)).toEqual([1]);
    expect(at(wide)).toEqual([]);
  });
});

describe('pictures of a difference', () => {
  const records = { layout, request: emulated, predicted };
  const agreeing = { layout, request: predicted, predicted: columnLoad(layout, 5) };
  const bankMap = bankMapFigure({ ...records, lineCount: 33 }, view);

  test.each([
    ['tile', tileGridFigure({ ...records, colourBy: 'bank' }, view), 1, 31],
    ['bank map', bankMap, 31, 31],
    ['card by lanes', punchCardFigure({ ...records, rows: 'lanes' }, view), 31, 31],
    ['card by wavefronts', punchCardFigure({ ...records, rows: 'wavefronts' }, view), 31, 31],
  ] as const)('%s: an outline where each lane should be, a flag where it is', (_, figure, outlines, flagged) => {
    expect(figure.differing).toBe('31 lanes differ');
    expect(figure.detail).toContain('dashed = predicted');
    expect(dashed(figure)).toBe(outlines);
    expect(flags(figure)).toBe(flagged);
  });

  test.each([
    [
      tileGridFigure({ ...agreeing, colourBy: 'bank' }, view),
      tileGridFigure({ layout, request: predicted, colourBy: 'bank' }, view),
    ],
    [
      bankMapFigure({ ...agreeing, lineCount: 33 }, view),
      bankMapFigure({ layout, request: predicted, lineCount: 33 }, view),
    ],
    [
      punchCardFigure({ ...agreeing, rows: 'lanes' }, view),
      punchCardFigure({ layout, request: predicted, rows: 'lanes' }, view),
    ],
  ] as const)('agreement changes nothing', (compared, alone) => {
    expect(compared.scene).toEqual(alone.scene);
    expect(compared.detail).toBe(alone.detail);
    expect(compared.differing).toBe('');
  });

  test('lines that are drawn as one block are marked as one', () => {
    const map = bankMapFigure({ ...records, lineCount: 33 }, { ...view, maxHeight: 33 });
    const blocks = new Set(emulated.cost.hits.slice(1).map(hit => Math.floor(hit.wordAddress / 64)));
    expect(flags(map)).toBe(blocks.size);
    expect(blocks.size).toBeLessThan(20);
    // Each bank is predicted once, in whichever block: nothing falls together.
    expect(dashed(map)).toBe(31);
  });

  test('the lens says both addresses, at both places', () => {
    const line = 'lane 5: predicted 0x02A8, emulated 0x0294';
    const frame = bankMapFrame({ ...records, lineCount: 33 }, view);
    for (const address of [0x02a8, 0x0294])
      expect(bankMap.hit(...middle(wordBox(frame, address / 4)))!.lens.lines).toContain(line);
    const grid = tileGridFigure({ ...records, colourBy: 'bank' }, view);
    expect(grid.markOf({ cell: { row: 5, column: 5 }, bank: null })!.lens.lines).toContain(line);
    expect(grid.markOf({ cell: { row: 5, column: 0 }, bank: null })!.lens.lines).toContain(line);
    const card = { ...records, rows: 'wavefronts' as const };
    const place = punchCardFrame(card, view);
    for (const bank of [5, 10])
      expect(punchCardFigure(card, view).hit(...middle(punchBox(place, 5, bank)))!.lens.lines).toContain(line);
  });

  test('padding that a lane touches is outlined and says so', () => {
    const grid = tileGridFigure({ ...records, colourBy: 'bank' }, view);
    const { zoomable } = grid;
    const cell = zoomable!.plot.width / 33;
    const mark = grid.hit(zoomable!.plot.x + 32.5 * cell, zoomable!.plot.y + 5.5 * cell)!;
    expect(mark.lens.title).toBe('pad');
    expect(mark.lens.lines[1]).toBe('lane 6, wavefront 7');
    expect(mark.pickable).toBe(false);
  });
});
