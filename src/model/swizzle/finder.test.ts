/** The search: it finds what is known to be best, misses nothing, and counts as the bank model does. */
import { describe, expect, test } from 'vitest';
import { accessCost } from './access-cost.ts';
import { type AccessPattern, requestsOf } from './accesses.ts';
import { findSwizzles, swizzlesFor } from './finder.ts';
import type { SwizzledTile } from './tile.ts';

const tile = (rows: number, columns: number, elementBytes: number, base = 0): SwizzledTile => ({
  rows,
  columns,
  elementBytes,
  padBytes: 0,
  base,
  pattern: { kind: 'xor', swizzle: { bits: 0, base: 4, shift: 3 } },
});
const LDMATRIX: AccessPattern = { kind: 'ldmatrix', matrices: 4 };
const WIDE_ROW: AccessPattern = { kind: 'row', widthBytes: 16 };
const COLUMN: AccessPattern = { kind: 'column', widthBytes: 4 };

describe('the best pattern', () => {
  test('for ldmatrix on rows of 128 bytes is the 128-byte mode', () => {
    const [best, second] = findSwizzles({ tile: tile(64, 64, 2), accesses: [LDMATRIX, WIDE_ROW] });
    expect(best).toMatchObject({ swizzle: { bits: 3, base: 4, shift: 3 }, wavefronts: 8, ideal: 8, bytes: 8192 });
    expect(best).toMatchObject({ tma: '128B', aligned16: true });
    expect(second).toMatchObject({ padBytes: 16, bytes: 64 * 144, tma: null, aligned16: true });
  });

  test('for a column of words is five bits from bit 2, or a word of padding', () => {
    const found = findSwizzles({ tile: tile(32, 32, 4), accesses: [COLUMN, { kind: 'row', widthBytes: 4 }] });
    expect(found[0]).toMatchObject({ swizzle: { bits: 5, base: 2, shift: 5 }, wavefronts: 2, bytes: 4096, tma: null });
    expect(found.find(({ padBytes }) => padBytes === 4)).toMatchObject({
      wavefronts: 2,
      bytes: 4224,
      aligned16: false,
    });
  });

  test('keeps the bytes of wide lanes together', () => {
    const found = findSwizzles({ tile: tile(32, 32, 4), accesses: [{ kind: 'column', widthBytes: 16 }] });
    expect(
      found.every(({ swizzle, padBytes }) => (swizzle.bits === 0 || swizzle.base >= 4) && padBytes % 16 === 0),
    ).toBe(true);
  });

  test('stays behind the base', () => {
    const found = findSwizzles({ tile: tile(8, 32, 4, 128), accesses: [COLUMN] });
    const blocks = found
      .filter(({ swizzle }) => swizzle.bits > 0)
      .map(({ swizzle: s }) => s.base + s.bits - Math.min(0, s.shift));
    expect(blocks.length).toBeGreaterThan(0);
    expect(Math.max(...blocks)).toBe(7);
  });
});

test('every swizzle on the address bits of the tile is looked at', () => {
  const found = swizzlesFor(tile(4, 4, 4));
  // Bits 2 to 5: one bit flipped by any other, or two by the two others, either way round.
  expect(found).toHaveLength(2 * (6 + 1));
  expect(new Set(found.map(s => JSON.stringify(s))).size).toBe(found.length);
});

test('counts are those of the bank model, wherever all origins are looked at', () => {
  const problem = { tile: tile(32, 16, 2), accesses: [LDMATRIX, { kind: 'column', widthBytes: 2 } as const] };
  for (const { swizzle, padBytes, counts } of findSwizzles(problem)) {
    const laid: SwizzledTile = { ...problem.tile, padBytes, pattern: { kind: 'xor', swizzle } };
    const worst = (access: AccessPattern, rows: readonly number[], columns: readonly number[]) =>
      Math.max(
        ...rows.flatMap(row =>
          columns.map(column => {
            const cost = accessCost(laid, requestsOf(laid, access, { row, column }));
            return cost.ok ? cost.value.wavefronts : Number.NaN;
          }),
        ),
      );
    const everyColumn = Array.from({ length: 16 }, (_, column) => column);
    expect(counts.map(({ wavefronts }) => wavefronts)).toEqual([
      worst(LDMATRIX, [0, 16], [0]),
      worst(problem.accesses[1], [0], everyColumn),
    ]);
  }
});
