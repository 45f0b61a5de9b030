/**
 * Tests the wavefronts of accesses on tiles against published figures, and against the same question asked in another
 * way.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tmaSwizzle } from '../tma/swizzle-modes.ts';
import { phaseWavefronts } from '../tma/wavefronts.ts';
import { accessCost } from './access-cost.ts';
import { type AccessPattern, requestsOf } from './accesses.ts';
import type { SwizzledTile } from './tile.ts';

const MODES = ['none', '32B', '64B', '128B'] as const;
type Mode = (typeof MODES)[number];

const tileOf = (mode: Mode, pitch: number, elementBytes = 4): SwizzledTile => ({
  rows: 64,
  columns: pitch / elementBytes,
  elementBytes,
  padBytes: 0,
  base: 0,
  pattern: { kind: 'xor', swizzle: tmaSwizzle(mode).cute! },
});

const ORIGIN = { row: 0, column: 0 };

function cost(tile: SwizzledTile, access: AccessPattern, origin = ORIGIN) {
  const answer = accessCost(tile, requestsOf(tile, access, origin));
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
}

describe('an ldmatrix phase', () => {
  // Rows of 16 bytes at a pitch, by mode: 8, 4, 2 or 1 ways.
  test.each([
    [32, [2, 1, 1, 1]],
    [64, [4, 2, 1, 1]],
    [128, [8, 4, 2, 1]],
    [256, [8, 8, 4, 2]],
  ])('at a pitch of %i bytes', (pitch, ways) => {
    expect(MODES.map(mode => cost(tileOf(mode, pitch, 2), { kind: 'ldmatrix', matrices: 1 }).ways)).toEqual(ways);
    expect(MODES.map(mode => cost(tileOf(mode, pitch, 2), { kind: 'ldmatrix', matrices: 2 }).wavefronts)).toEqual(
      ways.map(each => 2 * each),
    );
  });

  test('of a core matrix costs the same', () => {
    for (const mode of MODES) {
      const { requests, ways, ideal } = cost(tileOf(mode, 128, 2), { kind: 'wgmma' });
      expect([requests.length, ideal]).toEqual([16, 16]);
      expect(ways).toBe(cost(tileOf(mode, 128, 2), { kind: 'ldmatrix', matrices: 1 }).ways);
    }
  });
});

test('a column of words, and of 16 bytes', () => {
  expect(MODES.map(mode => cost(tileOf(mode, 128), { kind: 'column', widthBytes: 4 }).wavefronts)).toEqual([
    32, 16, 8, 4,
  ]);
  expect(MODES.map(mode => cost(tileOf(mode, 128), { kind: 'column', widthBytes: 16 }).wavefronts)).toEqual([
    32, 16, 8, 4,
  ]);
  expect(cost({ ...tileOf('none', 128), padBytes: 4 }, { kind: 'column', widthBytes: 4 }).wavefronts).toBe(1);
});

test('columns agree with the closed form wherever that holds', () => {
  const modes = fc.constantFrom(...MODES);
  const width = fc.constantFrom(4 as const, 8 as const, 16 as const);
  fc.assert(
    fc.property(modes, fc.constantFrom(32, 64, 128, 256, 512), width, fc.nat(7), (mode, pitch, widthBytes, at) => {
      const access = { kind: 'column' as const, widthBytes };
      const origin = { row: 0, column: ((at * widthBytes) % pitch) / 4 };
      const phases = (32 * widthBytes) / 128;
      expect(cost(tileOf(mode, pitch), access, origin).wavefronts).toBe(
        phases * phaseWavefronts({ mode, pitch }, access),
      );
    }),
  );
});

test('matrices side by side and below each other', () => {
  const [request] = requestsOf(tileOf('none', 128, 2), { kind: 'ldmatrix', matrices: 4 }, { row: 16, column: 8 });
  expect([0, 7, 8, 16, 31].map(lane => request.offsets[lane])).toEqual([
    16 * 128 + 16,
    23 * 128 + 16,
    24 * 128 + 16,
    16 * 128 + 32,
    31 * 128 + 32,
  ]);
});

describe('what is no access', () => {
  const tile = tileOf('none', 128);
  const error = (changed: Partial<SwizzledTile>, access: AccessPattern, origin = ORIGIN) => {
    const answer = accessCost({ ...tile, ...changed }, requestsOf({ ...tile, ...changed }, access, origin));
    return answer.ok ? null : answer.error;
  };
  test('is refused with the reason', () => {
    expect(
      error({ pattern: { kind: 'xor', swizzle: { bits: 1, base: 2, shift: 5 } } }, { kind: 'column', widthBytes: 16 }),
    ).toBe('the 16 bytes of a lane do not stay together');
    expect(error({ padBytes: 4 }, { kind: 'ldmatrix', matrices: 1 })).toMatch(
      /lane 1: address 132 is no multiple of 16/,
    );
    expect(error({}, { kind: 'row', widthBytes: 4 }, { row: 70, column: 0 })).toMatch(/no lane/);
  });
  test('lanes beyond the tile are idle', () => {
    const { ideal, requests } = cost({ ...tile, rows: 8 }, { kind: 'column', widthBytes: 4 });
    expect([ideal, requests[0].addresses.filter(address => address !== null).length]).toEqual([1, 8]);
  });
});

test('own offsets are taken as they are', () => {
  const offsets = Array.from({ length: 32 }, (_, lane) => (lane < 4 ? lane * 128 : null));
  const access: AccessPattern = { kind: 'own', widthBytes: 4, offsets };
  expect(MODES.map(mode => cost(tileOf(mode, 128), access).wavefronts)).toEqual([4, 2, 1, 1]);
});
