/** The lens of each element agrees with the walk, at every place of the box. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressText } from '../../base/numerals.ts';
import { OUTSIDE, rowCoordinates } from '../../model/tma/box.ts';
import { boxBytes, chunkOf } from '../../model/tma/box-bytes.ts';
import { type BoxCopy, repaired } from '../../model/tma/box-copy.ts';
import { ELEMENT_BYTES } from '../../trace/launch.ts';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { tensorBoxGrid } from './draw.ts';
import { tensorBoxFigure } from './figure.ts';
import { tensorBoxFrame } from './frame.ts';
import type { TensorBoxRecords } from './records.ts';

const view = defaultView(themes.light, 'predicted', 700);

/** Copies of every rank and interleave, with a plane through the box. */
const planes: fc.Arbitrary<TensorBoxRecords> = fc
  .integer({ min: 1, max: 5 })
  .chain(rank => {
    const list = (min: number, max: number, length = rank) =>
      fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });
    return fc.record({
      map: fc.record({
        type: fc.constantFrom('u8', 'bf16', 'f32', 'f64'),
        dims: list(1, 90),
        stridesBytes: list(0, 9, rank - 1).map(steps => steps.map(step => 16 * step)),
        box: list(1, rank > 2 ? 6 : 40),
        elementStrides: list(1, 3),
        interleave: fc.constantFrom('none', '16B', '32B'),
        swizzle: fc.constantFrom('none', '32B', '128B'),
        oobFill: fc.constant('zero'),
      }),
      start: list(-8, 90),
      base: fc.nat(9).map(line => line * 128),
      direction: fc.constantFrom('load', 'store'),
    }) as fc.Arbitrary<BoxCopy>;
  })
  .map(repaired)
  .chain(copy => {
    const bytes = boxBytes(copy);
    const { shape } = bytes;
    return fc.record({ row: fc.nat(shape.rows - 1), down: fc.integer({ min: 1, max: 4 }) }).map(({ row, down }) => ({
      ...{ copy, bytes },
      down: Math.min(down, copy.start.length - 1),
      plane: [copy.start[0], ...rowCoordinates(copy.map, copy.start, row, shape)],
    }));
  });

test('every chunk of the plane is found at its place, and told with its addresses', () => {
  let found = 0;
  fc.assert(
    fc.property(planes, records => {
      const { copy, bytes } = records;
      const figure = tensorBoxFigure(records, view);
      const perChunk = 16 / ELEMENT_BYTES[copy.map.type];
      for (let chunk = 0; chunk < bytes.chunks; chunk += 3) {
        const { row, chunk: inRow, coordinates, sharedAddress } = chunkOf(copy, bytes, chunk);
        const mark = figure.markOf({ cell: { row, column: inRow * perChunk }, bank: null });
        const isHere = coordinates.every((at, dim) => dim === 0 || dim === records.down || at === records.plane[dim]);
        expect(mark !== null).toBe(isHere);
        if (mark === null) continue;
        found++;
        expect(mark.lens.title).toContain(`(${coordinates.join(', ')})`);
        expect(mark.lens.lines.at(-1)).toContain(addressText(sharedAddress));
        const isOutside = bytes.walk.tensorBytes[chunk * perChunk] === OUTSIDE;
        expect(mark.lens.lines[0] === 'outside of the tensor').toBe(isOutside);
        const { x, y, width, height } = mark.box;
        expect(figure.hit(x + width / 1e3, y + height / 2)?.highlight).toEqual(mark.highlight);
      }
    }),
    { seed: 2, numRuns: 150 },
  );
  expect(found).toBeGreaterThan(500);
});

test('coloured cells are the chunks that begin inside, and pale ones those that have not been copied', () => {
  fc.assert(
    fc.property(planes, fc.nat(), (records, number) => {
      const { bytes, copy } = records;
      const playhead = number % (bytes.chunks + 1);
      const frame = tensorBoxFrame(records, view);
      const { fill, opacity, palette } = tensorBoxGrid(frame, records, { ...view, playhead });
      const idle = palette.length - 1;
      const coloured = Array.from(fill.keys()).filter(at => fill[at] < idle);
      const inPlane = Array.from(bytes.insideBytes.keys()).filter(chunk => {
        const { coordinates } = chunkOf(copy, bytes, chunk);
        return coordinates.every((at, dim) => dim === 0 || dim === records.down || at === records.plane[dim]);
      });
      const inside = inPlane.filter(chunk => bytes.insideBytes[chunk] > 0);
      expect(coloured.length).toBe(inside.length);
      expect(coloured.filter(at => opacity![at] === 100).length).toBe(inside.filter(chunk => chunk < playhead).length);
    }),
    { seed: 4, numRuns: 100 },
  );
});

test('a large tensor is shown round the box', () => {
  const copy: BoxCopy = {
    map: {
      ...{ type: 'bf16', dims: [4096, 4096], stridesBytes: [8192], box: [64, 128], elementStrides: [1, 1] },
      ...{ interleave: 'none', swizzle: '128B', oobFill: 'zero' },
    },
    ...{ start: [2048, 4000], base: 0, direction: 'load' },
  };
  const { across, down } = tensorBoxFrame({ copy, bytes: boxBytes(copy), down: 1, plane: copy.start }, view);
  expect(across.first).toBeLessThan(256);
  expect(across.first + across.count).toBeGreaterThan(264);
  expect([down.first <= 4000, down.first + down.count]).toEqual([true, 4128]);
  expect(across.count * down.count).toBeLessThan(10_000);
});

test('a chunk that somebody found otherwise is flagged at its place, and told with what it holds', () => {
  const draws = (records: TensorBoxRecords) => JSON.stringify(tensorBoxFigure(records, view).scene.layers).length;
  let found = 0;
  fc.assert(
    fc.property(planes, fc.nat(), (records, some) => {
      const { copy, bytes } = records;
      const { row, chunk, tensorByte } = chunkOf(copy, bytes, some % bytes.chunks);
      const cell = { row, column: (chunk * 16) / ELEMENT_BYTES[copy.map.type] };
      const isDrawn = tensorBoxFigure(records, view).markOf({ cell, bank: null }) !== null;
      if (tensorByte === null || !isDrawn) return;
      const other = { name: 'emulated', holds: new Map([[Math.floor(tensorByte / 16), 'left as it was']]) };
      const flagged = { ...records, other };
      const figure = tensorBoxFigure(flagged, view);
      expect(figure.differing).toBe('1 differs');
      expect(figure.markOf({ cell, bank: null })?.lens.lines).toContain('emulated: left as it was');
      const { pitchX, pitchY } = tensorBoxFrame(records, view);
      expect(draws(flagged) > draws(records)).toBe(Math.min(pitchX, pitchY) >= 5);
      found++;
    }),
    { seed: 6, numRuns: 200 },
  );
  expect(found).toBeGreaterThan(30);
});

test('nothing is flagged that nobody found', () => {
  const copy: BoxCopy = {
    map: {
      ...{ type: 'f32', dims: [64, 16], stridesBytes: [256], box: [32, 8], elementStrides: [1, 1] },
      ...{ interleave: 'none', swizzle: '128B', oobFill: 'zero' },
    },
    ...{ start: [0, 0], base: 0, direction: 'store' },
  };
  const records = { copy, bytes: boxBytes(copy), down: 1, plane: [0, 0] };
  const none = { ...records, other: { name: 'emulated', holds: new Map<number, string>() } };
  const figure = tensorBoxFigure(none, view);
  expect(figure.differing).toBe('');
  expect(figure.scene.layers).toEqual(tensorBoxFigure(records, view).scene.layers);
});
