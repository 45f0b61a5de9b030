/** Tests of one pattern under many names: every name says the same, and a refusal says why. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Swizzle, swizzler } from '../layout/swizzle.ts';
import { bitsText, codeText, cuteName, tmaModeOf } from './swizzle-names.ts';
import { repeatOf, topBit, withBracket } from './swizzle-numbers.ts';
import type { SwizzledTile } from './tile.ts';

const LINE: Swizzle = { bits: 3, base: 4, shift: 3 };
const swizzles = fc
  .record({
    bits: fc.integer({ min: 0, max: 5 }),
    base: fc.integer({ min: 0, max: 7 }),
    more: fc.integer({ min: 0, max: 3 }),
    sign: fc.constantFrom(1, -1),
  })
  .map(({ bits, base, more, sign }): Swizzle => ({ bits, base, shift: sign * (bits + more) }));

test('the 128-byte mode, by its names', () => {
  expect(cuteName(LINE, 'bytes', 2)).toBe('Swizzle<3,4,3>');
  expect(cuteName(LINE, 'elements', 2)).toBe('Swizzle<3,3,3>');
  expect(cuteName(LINE, 'bits', 2)).toBe('Swizzle<3,7,3>');
  expect(cuteName({ ...LINE, base: 0 }, 'elements', 2)).toBeNull();
  expect(bitsText(LINE)).toBe('b4–6 ^= b7–9');
  expect(bitsText({ bits: 1, base: 4, shift: -3 })).toBe('b7 ^= b4');
  expect(bitsText({ ...LINE, bits: 0 })).toBe('no bit is flipped');
  expect(codeText(LINE)).toBe('address ^ ((address & 0x380) >> 3)');
});

test('the code computes the swizzle', () => {
  fc.assert(
    fc.property(swizzles, fc.nat(2 ** 20), (swizzle, address) => {
      const compute = new Function('address', `return ${codeText(swizzle)}`);
      expect(compute(address)).toBe(swizzler(swizzle)(address));
    }),
  );
});

test('a pattern repeats after its repeat, and not before', () => {
  fc.assert(
    fc.property(swizzles, fc.nat(2 ** 12), (swizzle, address) => {
      const place = swizzler(swizzle);
      const repeat = repeatOf(swizzle);
      expect(place(address + repeat) - repeat).toBe(place(address));
      if (swizzle.bits > 0) expect(place(repeat / 2) - repeat / 2 === 0 && swizzle.shift > 0).toBe(false);
    }),
  );
});

describe('brackets', () => {
  test('always give a swizzle that may be', () => {
    const bracket = fc.constantFrom('bits', 'base', 'shift');
    fc.assert(
      fc.property(swizzles, bracket, fc.integer({ min: -30, max: 30 }), (swizzle, which, value) => {
        const next = withBracket(swizzle, which, value);
        expect(Math.abs(next.shift)).toBeGreaterThanOrEqual(next.bits);
        expect(next.bits).toBeGreaterThanOrEqual(0);
        expect(next.base).toBeGreaterThanOrEqual(0);
        expect(topBit(next)).toBeLessThanOrEqual(20);
      }),
    );
  });
  test('S passes from B to -B, and grows with B', () => {
    expect(withBracket(LINE, 'shift', 2)).toEqual({ ...LINE, shift: -3 });
    expect(withBracket({ ...LINE, shift: -3 }, 'shift', -2)).toEqual(LINE);
    expect(withBracket(LINE, 'bits', 4)).toEqual({ bits: 4, base: 4, shift: 4 });
    expect(withBracket(LINE, 'base', 40)).toEqual(LINE);
  });
});

const NONE = { kind: 'xor', swizzle: { ...LINE, bits: 0 } } as const;

describe('a mode of the copy engine', () => {
  const tile: SwizzledTile = {
    rows: 64,
    columns: 64,
    elementBytes: 2,
    padBytes: 0,
    base: 1024,
    pattern: { kind: 'xor', swizzle: LINE },
  };
  test('lays a box of its span', () => {
    expect(tmaModeOf(tile).mode?.name).toBe('128B');
    const plain = { ...tile, columns: 128, pattern: NONE };
    expect(tmaModeOf(plain).mode?.name).toBe('NONE');
  });
  test('pads by a box that is wider than the tensor', () => {
    expect(tmaModeOf({ ...tile, padBytes: 16, pattern: NONE })).toMatchObject({
      mode: { name: 'NONE' },
      boxColumns: 72,
    });
  });
  test.each([
    [{ columns: 128 }, /128B lays rows 128 B apart; these are 256 B/],
    [{ padBytes: 16 }, /swizzled box has no padding/],
    [{ padBytes: 8, pattern: NONE }, /steps of 16 B/],
    [{ columns: 252, padBytes: 16, pattern: NONE }, /rows of 504 B/],
    [{ columns: 256, padBytes: 16, pattern: NONE }, /at most 256/],
    [{ base: 64 }, /base 64/],
    [{ rows: 512 }, /at most 256/],
    [{ columns: 4 }, /rows of 8 B/],
    [{ pattern: { kind: 'xor', swizzle: { ...LINE, shift: 4 } } }, /no mode has this pattern/],
    [{ pattern: { kind: 'table', stored: new Uint16Array(4096) } }, /formula of your own/],
  ] as const)('refuses %j', (changes, why) => {
    expect(tmaModeOf({ ...tile, ...changes })).toMatchObject({ mode: null, why: expect.stringMatching(why) });
  });
});
