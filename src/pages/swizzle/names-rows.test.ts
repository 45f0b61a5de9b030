/** The equivalence panel: each name means the pattern, or says why it is none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { placer, rowBytes, type SwizzledTile } from '../../model/swizzle/tile.ts';
import { mapOf, tensorMapLink } from '../links/tensor-map.ts';
import { mapSearch } from './map-of-tile.ts';
import { namesRows } from './names-rows.ts';
import { MODES } from './pattern-names.ts';
import { storedColumns } from './tile-formula.ts';

const tileOf = (swizzle: Swizzle, changes: Partial<SwizzledTile> = {}): SwizzledTile => ({
  rows: 32,
  columns: 64,
  elementBytes: 2,
  padBytes: 0,
  base: 0,
  pattern: { kind: 'xor', swizzle },
  ...changes,
});
const textOf = (tile: SwizzledTile, swizzle: Swizzle, name: string): string | null =>
  namesRows(tile, swizzle).find(row => row.name === name)!.text;

const swizzles: fc.Arbitrary<Swizzle> = fc
  .record({ bits: fc.integer({ min: 0, max: 4 }), base: fc.integer({ min: 1, max: 7 }), more: fc.nat(3) })
  .map(({ bits, base, more }) => ({ bits, base, shift: bits + more }));

test('the chunk of a row, as kernels write it, is where the pattern has it', () => {
  fc.assert(
    fc.property(swizzles, fc.constantFrom(16, 32, 64, 128), (swizzle, columns) => {
      const tile = tileOf(swizzle, { columns });
      const text = textOf(tile, swizzle, 'Chunk of a row');
      if (text === null) return;
      const stored = storedColumns(text, tile, 'chunk');
      const place = placer(tile);
      for (let row = 0; row < tile.rows; row++)
        for (let column = 0; column < columns; column += 8) {
          const at = row * rowBytes(tile) + column * 2;
          expect(stored.ok && row * rowBytes(tile) + stored.value[row * columns + column] * 2).toBe(place(at));
        }
    }),
  );
});

test('it is what everybody writes for rows of 128 bytes', () => {
  const text = (swizzle: Swizzle, columns = 64) => textOf(tileOf(swizzle, { columns }), swizzle, 'Chunk of a row');
  expect(text({ bits: 3, base: 4, shift: 3 })).toBe('chunk ^ (row & 7)');
  expect(text({ bits: 2, base: 4, shift: 3 }, 32)).toBe('chunk ^ ((row >> 1) & 3)');
  expect(text({ bits: 2, base: 5, shift: 2 })).toBe('chunk ^ ((row & 3) << 1)');
  expect(text({ bits: 0, base: 4, shift: 3 }, 128)).toBe('chunk');
  expect(text({ bits: 3, base: 4, shift: 3 }, 128)).toBeNull();
  expect(text({ bits: 3, base: 3, shift: 3 })).toBeNull();
});

test('the link to the tensor map says the same tile', () => {
  for (const { name, swizzle } of MODES) {
    const columns = name === '32B' ? 16 : name === '64B' ? 32 : 64;
    const state = tensorMapLink.stateOf(mapSearch(tileOf(swizzle, { columns, base: 384 }))!);
    expect(mapOf(state)).toMatchObject({ type: 'f16', dims: [columns, 32], box: [columns, 32], swizzle: name });
    expect(state.base).toBe(384);
  }
  const padded = tileOf({ bits: 0, base: 4, shift: 3 }, { columns: 64, padBytes: 16 });
  expect(mapOf(tensorMapLink.stateOf(mapSearch(padded)!))).toMatchObject({ dims: [64, 32], box: [72, 32] });
  expect(mapSearch(tileOf({ bits: 3, base: 4, shift: 3 }, { columns: 128 }))).toBeNull();
});
