/** Pictures of patterns: a point means what is drawn there, and brackets measure the bits that they name. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupsOf, type Swizzle, swizzler } from '../../model/layout/swizzle.ts';
import { plainTile, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { chunkTileFigure } from '../chunk-tile/figure.ts';
import { themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { xorBitsFigure } from '../xor-bits/figure.ts';
import { bitMiddle, bracketBox, xorBitsFrame } from '../xor-bits/frame.ts';
import type { ChunkTileRecords, OtherPlaces } from './records.ts';

const swizzles = fc
  .record({
    bits: fc.integer({ min: 0, max: 4 }),
    base: fc.integer({ min: 2, max: 6 }),
    more: fc.nat(2),
    up: fc.boolean(),
  })
  .map(({ bits, base, more, up }): Swizzle => ({ bits, base, shift: (up ? 1 : -1) * (bits + more) }));
const tiles = fc
  .record({
    swizzle: swizzles,
    rows: fc.integer({ min: 1, max: 40 }),
    columns: fc.constantFrom(8, 12, 32, 48),
    pad: fc.nat(3),
  })
  .map(
    ({ swizzle, rows, columns, pad }): SwizzledTile => ({
      rows,
      columns,
      elementBytes: 4,
      padBytes: pad * 4,
      base: 512,
      pattern: { kind: 'xor', swizzle },
    }),
  );
const view = defaultView(themes.light, 'predicted', 480);
const middle = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  [x + width / 2, y + height / 2] as const;

describe('a chunk tile', () => {
  const records = fc.record({
    tile: tiles,
    piece: fc.constantFrom('byte', 'element', 'chunk'),
    arranged: fc.constantFrom('memory', 'tile'),
  });

  test('answers at a mark’s place with the same fact', () => {
    fc.assert(
      fc.property(records, fc.nat(39), fc.nat(47), (part, row, column) => {
        const all: ChunkTileRecords = { ...part, title: 'After', lanes: [] };
        const figure = chunkTileFigure(all, view);
        const mark = figure.markOf({ cell: { row, column }, bank: null });
        if (mark === null) return;
        expect(figure.hit(...middle(mark.box))?.highlight).toEqual(mark.highlight);
        expect(mark.highlight?.cell?.row).toBe(row);
      }),
      { numRuns: 60 },
    );
  });

  test('says where a piece lies before and after, and which lanes want it', () => {
    const tile: SwizzledTile = {
      rows: 8,
      columns: 32,
      elementBytes: 4,
      padBytes: 0,
      base: 0,
      pattern: { kind: 'xor', swizzle: { bits: 3, base: 4, shift: 3 } },
    };
    const lanes = [{ lane: 7, cell: { row: 5, column: 8 }, bytes: 16 }];
    const figure = chunkTileFigure({ title: 'After', tile, piece: 'chunk', arranged: 'memory', lanes }, view);
    expect(figure.markOf({ cell: { row: 5, column: 9 }, bank: null })?.lens).toEqual({
      title: 'row 5, chunk 2: columns 8–11',
      lines: ['row by row 0x02A0 → banks 8–11', 'in memory 0x02F0 → banks 28–31', 'lane 7'],
    });
    expect(figure.table().rows[5]).toEqual(['5', '5', '4', '7', '6', '1', '0', '3', '2']);
  });

  test('flags what somebody else puts elsewhere, and nothing else', () => {
    fc.assert(
      fc.property(records, fc.nat(39), (part, from) => {
        const { rows, columns, padBytes, pattern } = part.tile;
        const same = swizzler((pattern as { swizzle: Swizzle }).swizzle);
        const first = 512 + Math.min(from, rows) * (columns * 4 + padBytes);
        const place = (linear: number): number => same(linear) + (linear >= first ? 4096 : 0);
        const differing = (other: OtherPlaces): string =>
          chunkTileFigure({ ...part, title: 'After', lanes: [], other }, view).differing;
        const pieces = chunkTileFigure({ ...part, title: 'After', lanes: [] }, view).table().rows[0].length - 1;
        const elsewhere = Math.max(0, rows - from) * pieces;
        const said = elsewhere === 0 ? '' : `${elsewhere.toLocaleString('en-US')} elsewhere`;
        if (pieces < 64) expect(differing({ name: 'there', place })).toBe(said);
        expect(differing({ name: 'there', place: same })).toBe('');
        expect(differing({ name: 'there', place: () => null })).toBe('');
      }),
      { numRuns: 40 },
    );
  });

  test('has its pieces on the way while the playhead is below 1', () => {
    const tile: SwizzledTile = {
      rows: 8,
      columns: 32,
      elementBytes: 4,
      padBytes: 0,
      base: 0,
      pattern: { kind: 'xor', swizzle: { bits: 3, base: 4, shift: 3 } },
    };
    const all: ChunkTileRecords = { title: 'After', tile, piece: 'chunk', arranged: 'memory', lanes: [] };
    const moving = { ...all, from: plainTile(tile) };
    const sceneAt = (playhead: number) => chunkTileFigure(moving, { ...view, playhead }).scene;
    const boxes = (playhead: number) => sceneAt(playhead).layers[1].rects.geometry;
    expect(sceneAt(1)).toEqual(chunkTileFigure(all, { ...view, playhead: 1 }).scene);
    expect(boxes(0)).toHaveLength(64 * 5);
    expect(boxes(0)).not.toEqual(boxes(0.5));
    expect(sceneAt(0.5).layers[1].grids).toEqual([]);
  });

  test('steps over pieces, and stays inside', () => {
    fc.assert(
      fc.property(
        records,
        fc.array(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 }))),
        (part, steps) => {
          const figure = chunkTileFigure({ ...part, title: 'After', lanes: [] }, view);
          let at = figure.step(null, 1, 0);
          if (at === null) {
            // The pattern takes every piece out of the tile's own bytes.
            expect(
              figure
                .table()
                .rows.flatMap(([, ...places]) => places)
                .filter(place => place !== 'outside'),
            ).toEqual([]);
            return;
          }
          for (const [dx, dy] of steps) at = figure.step(at, dx, dy);
          expect(at?.cell?.row).toBeLessThan(part.tile.rows);
          expect(at?.cell?.column).toBeLessThan(part.tile.columns);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a bit diagram', () => {
  const records = fc.record({ swizzle: swizzles, tile: tiles, unit: fc.constantFrom('bits', 'bytes', 'elements') });

  test('shows the bits of the address and of its place', () => {
    fc.assert(
      fc.property(records, all => {
        const cell = { row: all.tile.rows - 1, column: 5 };
        const figure = xorBitsFigure(all, { ...view, highlight: { cell, bank: null } });
        const value = (at: 2 | 3) =>
          Number.parseInt(
            figure
              .table()
              .rows.map(row => row[at].replace('—', ''))
              .join(''),
            2,
          );
        const linear = 512 + cell.row * (all.tile.columns * 4 + all.tile.padBytes) + 20;
        expect(value(2)).toBe(linear);
        expect(value(3)).toBe(swizzler(all.swizzle)(linear));
      }),
    );
  });

  test('has its brackets on the bits that they count', () => {
    fc.assert(
      fc.property(records, all => {
        const frame = xorBitsFrame(all, view);
        const { source, target } = groupsOf(all.swizzle);
        const covers = (bracket: 'bits' | 'base' | 'shift', bit: number): boolean => {
          const { x, width } = bracketBox(frame, all, bracket, 1);
          return bitMiddle(frame, bit) > x && bitMiddle(frame, bit) < x + width;
        };
        if (all.swizzle.bits > 0) {
          expect(covers('bits', target)).toBe(true);
          expect(covers('bits', target + all.swizzle.bits)).toBe(false);
        }
        expect([covers('shift', source), covers('shift', target)]).toEqual([true, true]);
        expect(covers('base', all.swizzle.base)).toBe(all.swizzle.base - frame.unitShift <= 0);
      }),
    );
  });
});
