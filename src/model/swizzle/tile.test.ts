/** Tests of tiles under patterns: no byte is lost, pictures agree with the formula, and collisions are found. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collisionOf, keepsWhole, linearAddress, placer, plainTile, rowBytes, type SwizzledTile } from './tile.ts';
import { pieceBytes, piecesOf } from './tile-pieces.ts';

const xorTiles: fc.Arbitrary<SwizzledTile> = fc
  .record({
    rows: fc.integer({ min: 1, max: 40 }),
    columns: fc.integer({ min: 1, max: 40 }),
    elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
    pad: fc.integer({ min: 0, max: 9 }),
    base: fc.integer({ min: 0, max: 300 }),
    bits: fc.integer({ min: 0, max: 4 }),
    low: fc.integer({ min: 0, max: 7 }),
    more: fc.integer({ min: 0, max: 3 }),
    negative: fc.boolean(),
  })
  .map(({ rows, columns, elementBytes, pad, base, bits, low, more, negative }) => ({
    rows,
    columns,
    elementBytes,
    padBytes: pad * elementBytes,
    base: base * elementBytes,
    pattern: {
      kind: 'xor',
      swizzle: { bits, base: Math.log2(elementBytes) + low, shift: (bits + more) * (negative ? -1 : 1) },
    },
  }));

const table = (rows: number, columns: number, stored: readonly number[]): SwizzledTile => ({
  rows,
  columns,
  elementBytes: 4,
  padBytes: 4,
  base: 16,
  pattern: { kind: 'table', stored: Uint16Array.from(stored) },
});

describe('XOR patterns', () => {
  test('give every piece a place of its own', () => {
    fc.assert(
      fc.property(xorTiles, fc.constantFrom('byte', 'element', 'chunk'), (tile, wanted) => {
        const { placeOf, pieceAt, outside } = piecesOf(tile, pieceBytes(tile, wanted));
        const inside = placeOf.filter(at => at >= 0);
        expect(new Set(inside).size).toBe(inside.length);
        expect(inside.length + outside).toBe(placeOf.length);
        placeOf.forEach((at, piece) => {
          if (at >= 0) expect(pieceAt[at]).toBe(piece);
        });
      }),
      { numRuns: 60 },
    );
  });

  test('keep whole exactly the pieces that stay in one piece', () => {
    fc.assert(
      fc.property(xorTiles, fc.constantFrom(1, 2, 4, 8, 16), (tile, bytes) => {
        const place = placer(tile);
        const addresses = Array.from({ length: 1024 }, (_, i) => i * bytes);
        const whole = addresses.every(address =>
          Array.from({ length: bytes }, (_, k) => place(address + k) === place(address) + k).every(Boolean),
        );
        expect(keepsWhole(tile, bytes)).toBe(whole);
      }),
      { numRuns: 40 },
    );
  });

  test('stay in a tile that is a whole number of repeats, and leave one that is not', () => {
    const tile: SwizzledTile = {
      rows: 8,
      columns: 64,
      elementBytes: 2,
      padBytes: 0,
      base: 0,
      pattern: { kind: 'xor', swizzle: { bits: 3, base: 4, shift: 3 } },
    };
    expect(piecesOf(tile, 16).outside).toBe(0);
    expect(piecesOf({ ...tile, base: 576 }, 16).outside).toBeGreaterThan(0);
    expect(piecesOf(plainTile({ ...tile, base: 576 }), 16).outside).toBe(0);
  });
});

describe('tables of columns', () => {
  test('place whole elements, and nothing else', () => {
    const tile = table(2, 4, [1, 0, 3, 2, 3, 2, 1, 0]);
    const place = placer(tile);
    const addresses = Array.from({ length: 4 }, (_, column) => place(linearAddress(tile, { row: 1, column })));
    expect(addresses).toEqual([48, 44, 40, 36]);
    expect(place(linearAddress(tile, { row: 1, column: 0 }) + 3)).toBe(51);
    // Padding, and bytes before and after the tile, stay in place.
    for (const other of [32, 8, 64]) expect(place(other)).toBe(other);
    expect(rowBytes(tile)).toBe(16);
  });

  test('keep whole what moves together, and is aligned', () => {
    expect(keepsWhole(table(1, 4, [2, 3, 0, 1]), 8)).toBe(true);
    expect(keepsWhole(table(1, 4, [1, 2, 3, 0]), 8)).toBe(false);
    expect(keepsWhole(table(1, 4, [0, 1, 3, 2]), 8)).toBe(false);
    expect(keepsWhole(table(1, 3, [0, 1, 2]), 8)).toBe(false);
    expect(keepsWhole(table(1, 3, [0, 2, 1]), 4)).toBe(true);
  });

  test('name the first two elements that collide', () => {
    expect(collisionOf(table(2, 3, [0, 1, 2, 2, 1, 2]))).toEqual({
      first: { row: 1, column: 0 },
      second: { row: 1, column: 2 },
      stored: 2,
    });
    expect(collisionOf(table(1, 3, [2, 0, 1]))).toBeNull();
  });
});
