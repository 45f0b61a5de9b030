import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepsAlignment, widestElements } from './alignment.ts';
import { coordinates, moveFor, moves, offsetOf } from './fixtures/permutations.ts';
import { placedOffset } from './placement.ts';
import { layoutOf } from './plan.ts';
import { STRATEGIES } from './strategies.ts';
import { unpaddedStrides } from './strides.ts';

const extents = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(4, 8, 16, 32));
const strategies = [...STRATEGIES.values()];

it('holds where every run of 16 bytes along the fastest mode is aligned and in one piece, element by element', () => {
  fc.assert(
    fc.property(moves(extents, fc.constantFrom(1, 2, 4, 8, 16)), fc.constantFrom(...strategies), (move, strategy) => {
      const layout = layoutOf(strategy, move);
      fc.pre(layout?.keepsAlignment === true);
      const vector = widestElements(move.elementBytes);
      const fastest = move.storeOrder.find(mode => move.modes[mode].extent > 1) ?? 0;
      for (const index of coordinates(move, move.storeOrder)) {
        const inVector = (index[fastest] ?? 0) % vector;
        const place = placedOffset(offsetOf(index, layout!.strides), layout!);
        expect(place % vector).toBe(inVector);
      }
    }),
  );
});

it.each([
  { name: 'none', bytes: 4, keeps: true },
  { name: 'odd-row', bytes: 4, keeps: false },
  { name: 'odd-row', bytes: 8, keeps: false },
  { name: 'odd-row', bytes: 16, keeps: true },
  { name: 'xor', bytes: 4, keeps: false },
  { name: 'xor', bytes: 16, keeps: true },
])('$name of a tile of $bytes-byte elements: $keeps', ({ name, bytes, keeps }) => {
  const move = moveFor({ shape: [64, 64], perm: [1, 0] }, bytes, 32);
  expect(layoutOf(STRATEGIES.get(name)!, move)!.keepsAlignment).toBe(keeps);
});

it('asks a table for every vector', () => {
  const move = moveFor({ shape: [4, 4], perm: [1, 0] }, 4, 32);
  const keeps = (table: number[]) =>
    keepsAlignment(move, { strides: unpaddedStrides(move), xor: [], table: Uint32Array.from(table) });
  expect(keeps([4, 5, 6, 7, 0, 1, 2, 3])).toBe(true);
  expect(keeps([4, 5, 7, 6, 0, 1, 2, 3])).toBe(false);
  expect(keeps([1, 2, 3, 4, 5, 6, 7, 8])).toBe(false);
});
