import { expect, test } from 'vitest';
import { FLIP_TRACK_INSET_PX, FLIP_TRACK_PX, flipTrackScene } from './flip-track.geometry.ts';
import { themes } from './theme.ts';

const ticksOf = (records: Parameters<typeof flipTrackScene>[0]) =>
  flipTrackScene(records, themes.light, 216).layers[0].rects;

test('a tick for each flip in sight, one for those of a pixel, and above it for full ones', () => {
  const flip = (at: number, kind: 'full' | 'empty' | 'other' = 'full') => ({ at, kind });
  expect(ticksOf({ flips: [flip(0), flip(50), flip(100)], from: 0, to: 100 }).fill).toHaveLength(3);
  expect(ticksOf({ flips: [flip(50), flip(50.1), flip(50.1, 'empty')], from: 0, to: 100 }).fill).toHaveLength(2);
  expect(ticksOf({ flips: [flip(-1), flip(101)], from: 0, to: 100 }).fill).toHaveLength(0);
  const [x, y] = ticksOf({ flips: [flip(50)], from: 0, to: 100 }).geometry;
  expect([x + 1, y < FLIP_TRACK_PX / 2]).toEqual([FLIP_TRACK_INSET_PX + 100, true]);
});
