/** Tests of the search: it finds the known best, leaves nothing out, and counts as the bank model does. */
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../scripts/fixtures/sweep.ts';
import type { Swizzle } from '../layout/swizzle.ts';
import { accessCost } from './access-cost.ts';
import { type AccessPattern, requestsOf, strideOf } from './accesses.ts';
import { findSwizzles, swizzlesFor } from './finder.ts';
import { placer, rowBytes, type SwizzledTile } from './tile.ts';
import { seenByBanks } from './worst-cost.ts';

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
    expect(second).toMatchObject({ padBytes: 16, bytes: 64 * 144, tma: 'NONE, box of 72', aligned16: true });
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

  test('stays behind the base, wherever that is', () => {
    const at = (base: number) => findSwizzles({ tile: tile(8, 32, 4, base), accesses: [COLUMN] });
    const names = (base: number) =>
      at(base).map(({ swizzle: s, padBytes }) => `${s.bits} ${s.base} ${s.shift} ${padBytes}`);
    // Flipping bit 9 by bit 5 moves 1536 down to 1024, and 512 down to 0.
    expect(names(0)).toContain('1 5 -4 0');
    expect(names(512)).not.toContain('1 5 -4 0');
    expect(at(128).every(({ bytes, padBytes }) => bytes >= 8 * (128 + padBytes))).toBe(true);
  });
});

test('every swizzle on the address bits of the tile is looked at', () => {
  const found = swizzlesFor(tile(4, 4, 4));
  // Bits 2 to 5: one bit flipped by any other, or two by the other two, in either direction.
  expect(found).toHaveLength(2 * (6 + 1));
  expect(new Set(found.map(s => JSON.stringify(s))).size).toBe(found.length);
});

/** The costs of all accesses at their worst origins, by the bank model alone; null if one of them cannot be made. */
function bruteTotal(laid: SwizzledTile, accesses: readonly AccessPattern[]): readonly number[] | null {
  const totals: number[] = [];
  for (const access of accesses) {
    const step = strideOf(laid, access);
    const found: number[] = [];
    for (let row = 0; row === 0 || row + step.rows <= laid.rows; row += step.rows)
      for (let byte = 0; byte === 0 || byte + step.bytes <= rowBytes(laid); byte += step.bytes) {
        const requests = requestsOf(laid, access, { row, column: byte / laid.elementBytes });
        const cost = accessCost(laid, requests);
        if (cost.ok) found.push(cost.value.wavefronts);
        else if (!cost.error.startsWith('no lane')) return null;
      }
    if (found.length === 0) return null;
    totals.push(Math.max(...found));
  }
  return totals;
}

const laidOut = (plain: SwizzledTile, swizzle: Swizzle, padBytes: number): SwizzledTile => ({
  ...plain,
  padBytes,
  pattern: { kind: 'xor', swizzle },
});

/** Every layout that the definition allows: whole elements, address bits that the tile has, and no byte before its base. */
function* everyLayout(plain: SwizzledTile): Generator<{ laid: SwizzledTile; bytes: number }> {
  for (let padBytes = 0; padBytes < 128; padBytes += plain.elementBytes) {
    const extent = plain.rows * (rowBytes(plain) + padBytes);
    const end = plain.base + extent;
    yield { laid: laidOut(plain, { bits: 0, base: 4, shift: 3 }, padBytes), bytes: extent };
    for (let bits = 1; bits < 8; bits++)
      for (let base = Math.log2(plain.elementBytes); 2 ** base < end; base++)
        for (let size = bits; 2 ** (base + bits + size - 1) < end; size++)
          for (const shift of [size, -size]) {
            const laid = laidOut(plain, { bits, base, shift }, padBytes);
            const bytes = bytesTaken(laid, end);
            if (bytes !== null) yield { laid, bytes };
          }
  }
}

function bytesTaken(laid: SwizzledTile, end: number): number | null {
  const place = placer(laid);
  const places = Array.from({ length: end - laid.base }, (_, i) => place(laid.base + i));
  return Math.min(...places) < laid.base ? null : Math.max(...places) + 1 - laid.base;
}

/** Every second lane is active; two of them share a word. */
const OWN = Array.from({ length: 32 }, (_, lane) => (lane % 2 === 0 ? ((lane * 20) % 252) & ~3 : null));

const SMALL: readonly (readonly [string, SwizzledTile, readonly AccessPattern[]])[] = [
  ['columns of words', tile(16, 8, 4), [COLUMN, { kind: 'row', widthBytes: 4 }]],
  ['columns of halves', tile(8, 12, 2), [{ kind: 'column', widthBytes: 2 }]],
  ['ldmatrix', tile(16, 16, 2), [{ kind: 'ldmatrix', matrices: 2 }]],
  ['wide columns behind a base', tile(8, 8, 4, 128), [{ kind: 'column', widthBytes: 16 }, COLUMN]],
  ['a table of offsets', tile(8, 16, 2), [{ kind: 'own', widthBytes: 4, offsets: OWN }, COLUMN]],
  ['core matrices', tile(8, 16, 2), [{ kind: 'wgmma' }, { kind: 'row', widthBytes: 8 }]],
];

describe.each(sampleOf(SMALL, 3))('%s: of all layouts of a small tile', (_, small, accesses) => {
  const found = findSwizzles({ tile: small, accesses });
  const named = (swizzle: Swizzle, padBytes: number): string =>
    swizzle.bits === 0 ? `pad ${padBytes}` : `${swizzle.bits} ${swizzle.base} ${swizzle.shift} pad ${padBytes}`;
  const listed = new Map(found.map(each => [named(each.swizzle, each.padBytes), each]));

  test('none costs less in as few bytes, and what is listed costs what it says', () => {
    let [looked, met] = [0, 0];
    for (const { laid, bytes } of everyLayout(small)) {
      const totals = bruteTotal(laid, accesses);
      if (totals === null || laid.pattern.kind !== 'xor') continue;
      looked++;
      const total = totals.reduce((sum, each) => sum + each, 0);
      const one = listed.get(named(laid.pattern.swizzle, laid.padBytes));
      if (one !== undefined) {
        met++;
        expect([one.counts.map(({ wavefronts }) => wavefronts), one.bytes]).toEqual([totals, bytes]);
      } else expect(laid.padBytes).toBeGreaterThan(0);
      const isBeaten = found.some(each => each.bytes <= bytes && each.wavefronts <= total);
      if (!isBeaten) expect(named(laid.pattern.swizzle, laid.padBytes)).toBe('listed');
    }
    expect(met).toBe(found.length);
    expect(looked).toBeGreaterThan(met);
  });

  test('they are ranked as they say', () => {
    for (const [at, one] of found.slice(1).entries()) {
      const before = found[at];
      expect(before.wavefronts <= one.wavefronts).toBe(true);
      if (before.wavefronts === one.wavefronts) expect(before.bytes <= one.bytes).toBe(true);
    }
  });
});

test('padding and a swizzle together are listed only where neither alone does as well', () => {
  const found = findSwizzles({ tile: tile(64, 64, 2), accesses: [{ kind: 'column', widthBytes: 2 }, LDMATRIX] });
  const both = found.filter(({ padBytes, swizzle }) => padBytes > 0 && swizzle.bits > 0);
  expect(both.length).toBeGreaterThan(0);
  for (const each of both) {
    const parts = found.filter(
      ({ padBytes, swizzle }) =>
        (padBytes === each.padBytes && swizzle.bits === 0) ||
        (padBytes === 0 && JSON.stringify(swizzle) === JSON.stringify(each.swizzle)),
    );
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect(part.wavefronts).toBeGreaterThan(each.wavefronts);
  }
});

test('what banks do not see costs nothing', () => {
  const wide = tile(32, 64, 2);
  const cost = (swizzle: Swizzle) =>
    bruteTotal(laidOut(wide, swizzle, 0), [{ kind: 'column', widthBytes: 2 }, LDMATRIX]);
  for (const swizzle of swizzlesFor(wide)) {
    const seen = seenByBanks(swizzle);
    if (swizzle.base >= 4) expect(cost(swizzle), JSON.stringify(swizzle)).toEqual(cost(seen));
  }
  expect(seenByBanks({ bits: 3, base: 1, shift: 4 })).toEqual({ bits: 2, base: 2, shift: 4 });
  expect(seenByBanks({ bits: 3, base: 5, shift: 3 })).toEqual({ bits: 2, base: 5, shift: 3 });
  expect(seenByBanks({ bits: 2, base: 7, shift: 3 }).bits).toBe(0);
  expect(seenByBanks({ bits: 1, base: 1, shift: -6 })).toEqual({ bits: 1, base: 1, shift: -6 });
});
