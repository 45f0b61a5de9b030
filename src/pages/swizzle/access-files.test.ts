/** Files hold what the page shows. */
import { expect, test } from 'vitest';
import { swizzler } from '../../model/layout/swizzle.ts';
import { type SwizzleState, swizzleLink } from '../links/swizzle.ts';
import { accessesCsv, pageJson, placesCsv } from './access-files.ts';
import { countedAccesses, tilesOf } from './tile-of-state.ts';

const of = (changes: Partial<SwizzleState>) => {
  const state = { ...swizzleLink.defaults, ...changes };
  const tiles = tilesOf(state);
  return {
    state,
    derived: { tiles, accesses: countedAccesses(tiles, state), lanes: { before: [], after: [] }, other: null },
  };
};

test('accesses, one a line', () => {
  const { derived } = of({});
  const lines = accessesCsv(derived.accesses).trimEnd().split('\n');
  expect(lines).toContain('ldmatrix-4,4,32,4');
  expect(lines).toHaveLength(derived.accesses.length + 1);
  // A word of padding leaves no row of 16 bytes aligned.
  expect(accessesCsv(of({ elementBytes: 4, pad: 1 }).derived.accesses)).toMatch(/^ldmatrix-4,4,32,$/m);
});

test('places, under both patterns', () => {
  const { state, derived } = of({ against: { bits: 2, base: 4, shift: 3 }, base: 128 });
  const [head, ...lines] = placesCsv(state, derived).trimEnd().split('\n');
  expect(head).toBe('row,column,address,before,after');
  expect(lines).toHaveLength(128);
  const [a, b] = [swizzler(state.against), swizzler(state.swizzle)];
  for (const line of lines) {
    const [row, column, linear, before, after] = line.split(',').map(Number);
    expect(linear).toBe(128 + row * 128 + column * 2);
    expect([before, after]).toEqual([a(linear), b(linear)]);
  }
});

test('all of it as JSON', () => {
  const { state, derived } = of({});
  const json = JSON.parse(pageJson(state, derived, 'here'));
  expect(json).toMatchObject({
    link: 'here',
    tile: { rows: 16, columns: 64 },
    pattern: { bits: 3, base: 4, shift: 3 },
  });
  expect(json.names.map(({ text }: { text: string }) => text)).toContain('CU_TENSOR_MAP_SWIZZLE_128B');
  const ldmatrix = json.accesses.find(({ id }: { id: string }) => id === 'ldmatrix-4');
  expect(ldmatrix.phases.map(({ before, after }: { before: number; after: number }) => [before, after])).toEqual(
    Array(4).fill([8, 1]),
  );
  expect(json.places).toHaveLength(128);
});
