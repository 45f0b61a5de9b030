import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { SWIZZLE_MODES, type SwizzleMode } from '../../trace/launch.ts';
import { SPAN_BYTES } from '../../trace/tensor-map-rules.ts';
import { placeByTable } from './fixtures/manual-tables.ts';
import { chunkOffsets, type Tile } from './tile.ts';

const tile = (change: Partial<Tile>): Tile => ({ mode: '128B', rows: 8, rowBytes: 128, base: 0, ...change });

function offsetsOf(change: Partial<Tile>): number[][] {
  const offsets = chunkOffsets(tile(change));
  if (!offsets.ok) throw new Error(offsets.error.message);
  return offsets.value;
}

const errorOf = (change: Partial<Tile>) => {
  const offsets = chunkOffsets(tile(change));
  return offsets.ok ? null : [offsets.error.code, offsets.error.field, offsets.error.message];
};

test('128B on its repeat, and one line off it', () => {
  expect(offsetsOf({ rows: 3 })).toEqual([
    [0, 16, 32, 48, 64, 80, 96, 112],
    [144, 128, 176, 160, 208, 192, 240, 224],
    [288, 304, 256, 272, 352, 368, 320, 336],
  ]);
  expect(offsetsOf({ rows: 1, base: 128 })).toEqual([[16, 0, 48, 32, 80, 64, 112, 96]]);
  expect(offsetsOf({ rows: 1, base: 1024 + 3 * 128 })).toEqual([[48, 32, 16, 0, 112, 96, 80, 64]]);
});

test('64B: two rows a line, permuted alike', () => {
  expect(offsetsOf({ mode: '64B', rows: 4, rowBytes: 64 })).toEqual([
    [0, 16, 32, 48],
    [64, 80, 96, 112],
    [144, 128, 176, 160],
    [208, 192, 240, 224],
  ]);
});

test('a row narrower than the swizzle leaves a gap', () => {
  expect(offsetsOf({ rows: 3, rowBytes: 16 })).toEqual([[0], [144], [288]]);
});

const spanOf = (mode: SwizzleMode): number => (mode === 'none' ? 2048 : SPAN_BYTES[mode]);
const tiles = fc.constantFrom(...SWIZZLE_MODES).chain(mode =>
  fc.record({
    mode: fc.constant(mode),
    rows: fc.integer({ min: 1, max: 100 }),
    rowBytes: fc.integer({ min: 1, max: spanOf(mode) / 16 }).map(chunks => chunks * 16),
    base: fc.nat(200).map(lines => lines * 128),
  }),
);

test('is where the tables of the manual put the chunks', () => {
  fc.assert(
    fc.property(tiles, each => {
      const pitch = each.mode === 'none' ? each.rowBytes : spanOf(each.mode);
      const expected = Array.from({ length: each.rows }, (_, row) =>
        Array.from({ length: each.rowBytes / 16 }, (_, chunk) => {
          const place = placeByTable(each.mode, each.base + row * pitch + chunk * 16);
          return place - (place % 16) - each.base;
        }),
      );
      expect(offsetsOf(each)).toEqual(expected);
    }),
  );
});

test('no two chunks share a place, and rows as wide as the swizzle fill the tile', () => {
  fc.assert(
    fc.property(tiles, each => {
      const offsets = offsetsOf(each).flat();
      expect(new Set(offsets).size).toBe(offsets.length);
      expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0);
      const isFull =
        each.mode === 'none' || (each.rowBytes === spanOf(each.mode) && (each.rows * each.rowBytes) % 128 === 0);
      if (isFull) expect(offsets.sort((a, b) => a - b)).toEqual(offsets.map((_, i) => i * 16));
    }),
  );
});

test.each<[Partial<Tile>, string, string, string]>([
  [{ base: 64 }, 'misaligned', 'base', 'base: 64 is no multiple of 128, as a tensor copy needs; 0 or 128 would do'],
  [{ base: -128 }, 'notInteger', 'base', 'base: -128 is no byte address'],
  [{ base: 0.5 }, 'notInteger', 'base', 'base: 0.5 is no byte address'],
  [{ rows: 0 }, 'range', 'rows', 'rows: 0: expected 1 or more'],
  [{ rows: 1817 }, 'tooLarge', 'rows', "rows: 1817 rows exceed a CTA's 232448 bytes; 1816 would do"],
  [{ rowBytes: 24 }, 'misaligned', 'innerBytes', 'innerBytes: 24: expected a positive multiple of 16'],
  [{ rowBytes: 144 }, 'tooWide', 'innerBytes', 'innerBytes: 144 bytes under 128B; 128 would do'],
  [{ mode: '32B', rowBytes: 64 }, 'tooWide', 'innerBytes', 'innerBytes: 64 bytes under 32B; 32 would do'],
  [{ mode: 'none', rowBytes: 2 ** 40 }, 'tooLarge', 'rows', "rows: 8 rows exceed a CTA's 232448 bytes; 0 would do"],
])('refuses %j', (change, ...expected) => {
  expect(errorOf(change)).toEqual(expected);
});

test('the largest tile fits', () => {
  expect(errorOf({ rows: CTA_SHARED_BYTES / 128 })).toBeNull();
});
