import fc from 'fast-check';
import { expect, test } from 'vitest';
import { themes } from '../theme.ts';
import { FLIP_TRACK_INSET_PX, FLIP_TRACK_PX, flipTrackScene } from './draw.ts';

const ticksOf = (records: Parameters<typeof flipTrackScene>[0]) =>
  flipTrackScene(records, themes.light, 216).layers[0].rects;

test('a tick for each flip in sight, one for those of a pixel, and above it for full ones', () => {
  const at = (full: number[], empty: number[] = []) => {
    const flips = { full: Float64Array.from(full), empty: Float64Array.from(empty), other: new Float64Array() };
    return { runs: [{ flips, originClk: 0 }], from: 0, to: 100 };
  };
  expect(ticksOf(at([0, 50, 100])).fill).toHaveLength(3);
  expect(ticksOf(at([50, 50.1], [50.1])).fill).toHaveLength(2);
  expect(ticksOf(at([-1, 101])).fill).toHaveLength(0);
  const [x, y] = ticksOf(at([50])).geometry;
  expect([x + 1, y < FLIP_TRACK_PX / 2]).toEqual([FLIP_TRACK_INSET_PX + 100, true]);
});

const times = fc.array(fc.double({ min: -50, max: 1050, noNaN: true }), { maxLength: 60 });

test('the ticks are those of all flips, looked at one by one', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: -200, max: 200 }), (all, originClk) => {
      const full = Float64Array.from(all).sort();
      const flips = { full, empty: new Float64Array(), other: new Float64Array() };
      const drawn = ticksOf({ runs: [{ flips, originClk }], from: 0, to: 1000 }).geometry;
      const inSight = [...full].map(at => at - originClk).filter(at => at >= 0 && at <= 1000);
      const pixels = new Set(inSight.map(at => Math.round(FLIP_TRACK_INSET_PX + at * 0.2)));
      expect([...drawn].filter((_, i) => i % 5 === 0).map(x => x + 1)).toEqual([...pixels]);
    }),
  );
});
