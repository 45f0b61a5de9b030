/** Orange to red means one thing in every picture of a request: its lanes queued. Phases that no wide access can do without stay slate. */
import { describe, expect, test } from 'vitest';
import { costOfAccess, waysByWavefront, waysOf } from '../../model/banks/wavefronts.ts';
import { laneAccess } from '../../model/questions/lane-access.ts';
import type { Access } from '../../trace/access-trace.ts';
import { bankMapScene } from '../bank-map/draw.ts';
import { sweepScene } from '../pitch-sweep/draw.ts';
import { punchCardScene } from '../punch-card/draw.ts';
import type { Scene } from '../scene/scene.ts';
import { svgDocument } from '../scene/svg.ts';
import { degreeFill, type Theme, themes } from '../theme.ts';
import { defaultView } from '../view.ts';
import { trackScene } from '../wavefront-track/draw.ts';

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

const scenes = (access: Access, theme: Theme): [string, Scene][] => {
  const cost = costOfAccess(access);
  const request = { access, cost };
  const view = defaultView(theme, 'predicted', 640);
  const tracks = [{ letter: 'A' as const, wavefronts: cost.wavefronts, ways: waysByWavefront(cost) }];
  const points = [{ pitch: 32, wavefronts: cost.wavefronts, ways: waysOf(cost) }];
  return [
    ['bank map', bankMapScene({ layout: null, request, lineCount: null }, view)],
    ['punch card', punchCardScene({ layout: null, request, rows: 'lanes' }, view)],
    ['punch card by wavefronts', punchCardScene({ layout: null, request, rows: 'wavefronts' }, view)],
    ['track', trackScene({ tracks }, theme, cost.wavefronts, 640)],
    ['pitch sweep', sweepScene({ points, variants: [], unit: 'words' }, theme, 640)],
  ];
};

const coloursOf = (scene: Scene): string => {
  const { width, height } = scene;
  const groups = [{ id: 'a', parts: [{ x: 0, y: 0, scene }] }];
  return svgDocument({ width, height, title: '', description: '', background: null, groups });
};

describe.each(['light', 'dark'] as const)('%s', name => {
  const theme = themes[name];

  test.each(FREE)('%s: no picture has a colour of conflict', (_, access) => {
    expect(waysOf(costOfAccess(access))).toBe(1);
    for (const [picture, scene] of scenes(access, theme)) {
      const found = theme.degree.steps.filter(step => coloursOf(scene).includes(step));
      expect([picture, found]).toEqual([picture, []]);
    }
  });

  test.each(QUEUED)('%s: every picture has the colour of that many ways', (_, access, ways) => {
    expect(waysOf(costOfAccess(access))).toBe(ways);
    for (const [picture, scene] of scenes(access, theme))
      expect([picture, coloursOf(scene).includes(degreeFill(theme, ways))]).toEqual([picture, true]);
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
