/** Phases one by one add up to the access, and their lanes to what it outlines. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessIds } from '../kit/tile/access-list.ts';
import { type SwizzleState, swizzleLink } from '../links/swizzle.ts';
import { lanesText, phaseName, phasesOf } from './access-phases.ts';
import { MODES } from './pattern-names.ts';
import { countedAccess, drawnLanes, tilesOf } from './tile-of-state.ts';

const states: fc.Arbitrary<SwizzleState> = fc
  .record({
    elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
    rows: fc.integer({ min: 1, max: 80 }),
    columns: fc.constantFrom(16, 64, 128),
    swizzle: fc.constantFrom(...MODES.map(({ swizzle }) => swizzle)),
    pick: fc.nat(),
  })
  .map(({ pick, ...tile }) => {
    const ids = accessIds(tile.elementBytes);
    return { ...swizzleLink.defaults, ...tile, lanes: 'lane * 48', access: ids[pick % ids.length] };
  });

test('phases add up to their access, on both sides', () => {
  fc.assert(
    fc.property(states, state => {
      const access = countedAccess(tilesOf(state), state, state.access);
      const phases = phasesOf(access);
      for (const side of ['before', 'after'] as const) {
        const cost = access[side];
        if (!cost.ok) continue;
        expect(phases.reduce((sum, phase) => sum + phase[side]!.wavefronts, 0)).toBe(cost.value.wavefronts);
        expect(phases).toHaveLength(cost.value.ideal);
      }
    }),
  );
});

test('each lane that is drawn belongs to one phase', () => {
  fc.assert(
    fc.property(states, state => {
      const tiles = tilesOf(state);
      const phases = phasesOf(countedAccess(tiles, state, state.access));
      if (phases.length === 0) return;
      const apart = phases.flatMap(phase => drawnLanes(tiles.before, state, phase));
      const all = drawnLanes(tiles.before, state, null);
      expect(apart).toEqual(all);
      expect(drawnLanes(tiles.before, state, { request: 99, lanes: [0] })).toEqual(all);
    }),
  );
});

test('phases of many requests are named by request', () => {
  const phases = [0, 1].map(request => ({ request, lanes: [0, 1, 2] }));
  expect(phases.map(phase => phaseName(phase, phases))).toEqual(['matrix 0', 'matrix 1']);
  expect(phaseName(phases[0], phases.slice(0, 1))).toBe('lanes 0–2');
});

test('lanes are named in short', () => {
  expect([[0, 1, 2, 3], [5], [0, 2, 4]].map(lanesText)).toEqual(['lanes 0–3', 'lane 5', 'lanes 0, 2, 4']);
});
