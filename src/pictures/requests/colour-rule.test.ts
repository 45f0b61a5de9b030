/** Orange to red means one thing in every picture of a request: its lanes queued. Phases that no wide access can do without stay slate. */
import { describe, expect, test } from 'vitest';
import { costOfAccess, waysOf } from '../../model/banks/wavefronts.ts';
import { laneAccess } from '../../model/questions/lane-access.ts';
import type { Access } from '../../trace/access-trace.ts';
import { degreesIn, requestScenes } from '../fixtures/request-scenes.ts';
import { degreeFill, themes } from '../theme.ts';

const matrix = (byteOf: (lane: number) => number): Access => ({ ...laneAccess(16, byteOf), kind: 'ldmatrix' });

const FREE: readonly (readonly [string, Access])[] = [
  ['4 bytes a lane', laneAccess(4, lane => lane * 4)],
  ['8 bytes a lane', laneAccess(8, lane => lane * 8)],
  ['16 bytes a lane', laneAccess(16, lane => lane * 16)],
  ['16 bytes a lane, rows of 144', laneAccess(16, lane => lane * 144)],
  ['ldmatrix.x4, rows of 144', matrix(lane => (lane % 8) * 144 + (lane >> 3) * 16)],
];
const QUEUED: readonly (readonly [string, Access, number])[] = [
  ['4 bytes a lane, 4 ways', laneAccess(4, lane => lane * 16), 4],
  ['16 bytes a lane, 8 ways', laneAccess(16, lane => lane * 128), 8],
  ['ldmatrix.x4, 8 ways', matrix(lane => (lane % 8) * 128 + (lane >> 3) * 16), 8],
];

describe.each(['light', 'dark'] as const)('%s', name => {
  const theme = themes[name];

  test.each(FREE)('%s: no picture has a colour of conflict', (_, access) => {
    expect(waysOf(costOfAccess(access))).toBe(1);
    for (const [picture, scene] of requestScenes(access, theme))
      expect([picture, degreesIn(scene, theme)]).toEqual([picture, []]);
  });

  test.each(QUEUED)('%s: every picture has the colour of that many ways', (_, access, ways) => {
    expect(waysOf(costOfAccess(access))).toBe(ways);
    for (const [picture, scene] of requestScenes(access, theme))
      expect([picture, degreesIn(scene, theme).at(-1)]).toEqual([picture, degreeFill(theme, ways)]);
  });

  test('a conflict stands out more the more ways it has', () => {
    const contrast = theme.degree.steps.map(step => Math.abs(luma(step) - luma(theme.page)));
    expect(contrast).toEqual([...contrast].sort((a, b) => a - b));
  });
});

/** Rough lightness, 0 to 255. */
const luma = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
