/** Nested cells: every place maps back to its cell, and a gap follows each group. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellAlong, cellStart, type NestedTrack, runLength, trackLength } from './nested-track.ts';

const anyTrack = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    fc.double({ min: 0.3, max: 40, noNaN: true }),
    fc.integer({ min: 0, max: 6 }),
  )
  .map(([extents, pitch, gap]): NestedTrack => {
    const sizes = extents.map((_, i) => extents.slice(0, i + 1).reduce((a, b) => a * b, 1));
    const count = sizes.at(-1)!;
    return { count, groups: sizes.filter(size => size < count), pitch, cellGap: 0, gap };
  });

test('a place leads back to its cell, and so does the gap behind it', () => {
  fc.assert(
    fc.property(anyTrack, fc.double({ min: 0, max: 0.999, noNaN: true }), (track, share) => {
      for (let cell = 0; cell < track.count; cell++) {
        const start = cellStart(track, cell);
        const end = cell + 1 < track.count ? cellStart(track, cell + 1) : trackLength(track);
        expect(cellAlong(track, start + share * (end - start))).toBe(cell);
      }
      expect(cellAlong(track, -1)).toBe(0);
      expect(cellAlong(track, trackLength(track) + 1)).toBe(track.count - 1);
    }),
  );
});

test('a border has as many gaps as groups that end there', () => {
  const track = { count: 24, groups: [4, 12], pitch: 10, cellGap: 1, gap: 3 };
  const gaps = Array.from({ length: 23 }, (_, i) => cellStart(track, i + 1) - cellStart(track, i) - 10);
  expect(gaps.map((gap, i) => (gap === 0 ? [] : [i + 1, gap])).filter(({ length }) => length > 0)).toEqual([
    [4, 3],
    [8, 3],
    [12, 6],
    [16, 3],
    [20, 3],
  ]);
  expect(runLength(track)).toBe(4);
  expect(trackLength(track)).toBe(240 + 4 * 3 + 6);
});
