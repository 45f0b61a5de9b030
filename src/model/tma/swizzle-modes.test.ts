import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CTA_SHARED_BYTES } from '../../base/hardware.ts';
import { SWIZZLE_MODES } from '../../trace/launch.ts';
import { swizzler } from '../layout/swizzle.ts';
import { BYTE, inUnits } from '../layout/swizzle-units.ts';
import { firstMisplaced, placeByTable, WRONG_PATTERNS } from './fixtures/manual-tables.ts';
import { addressSwizzle, linesOff, repeatBytes, TMA_SWIZZLES, tmaSwizzle, tmaSwizzleOf } from './swizzle-modes.ts';

const END = 4096;

describe.each(SWIZZLE_MODES)('%s', mode => {
  const place = addressSwizzle(mode);

  test('is the pattern of the manual', () => {
    expect(firstMisplaced(place, mode, END)).toBeNull();
    fc.assert(fc.property(fc.nat(CTA_SHARED_BYTES), address => place(address) === placeByTable(mode, address)));
  });

  test('undoes itself and stays in its line', () => {
    for (let address = 0; address < END; address++) {
      const placed = place(address);
      if (place(placed) !== address || placed >> 7 !== address >> 7)
        expect([address, placed]).toBe('undone, same line');
    }
  });

  test('repeats after what it says, and after nothing smaller', () => {
    const repeats = (step: number): boolean => {
      for (let address = 0; address < END; address++) if (place(address + step) !== place(address) + step) return false;
      return true;
    };
    expect(repeats(repeatBytes(mode))).toBe(true);
    for (let step = 128; step < repeatBytes(mode); step *= 2) expect(repeats(step)).toBe(false);
  });

  test('off the repeat, each line has the permutation of a later one', () => {
    for (let base = 0; base < END; base += 128) {
      const shift = linesOff(mode, base) * 128;
      for (let byte = 0; byte < 1024; byte++)
        if (place(base + byte) - base !== place(shift + byte) - shift) expect([base, byte]).toBe('shifted');
    }
  });
});

test.each(WRONG_PATTERNS)('%s is not %s', (_, mode, place) => {
  expect(firstMisplaced(place, mode, END)).not.toBeNull();
});

test('repeats are 256, 512 and 1024 bytes', () => {
  expect(SWIZZLE_MODES.map(repeatBytes)).toEqual([128, 256, 512, 1024, 512, 512, 256]);
  expect([0, 128, 896, 1024, 1152].map(base => linesOff('128B', base))).toEqual([0, 1, 7, 0, 1]);
});

test.each([
  ['32B', 2, 'Swizzle<1,3,3>'],
  ['64B', 4, 'Swizzle<2,2,3>'],
  ['128B', 1, 'Swizzle<3,4,3>'],
  ['128B', 2, 'Swizzle<3,3,3>'],
  ['128B', 4, 'Swizzle<3,2,3>'],
  ['128B', 8, 'Swizzle<3,1,3>'],
  ['128B_ATOM_32B', 4, 'Swizzle<2,3,2>'],
  ['128B_ATOM_64B', 2, 'Swizzle<1,5,1>'],
] as const)('%s on elements of %d bytes is %s', (mode, elementBytes, name) => {
  const onElements = inUnits(tmaSwizzle(mode).cute!, BYTE, BYTE * elementBytes);
  if (!onElements.ok) throw new Error(onElements.error.message);
  const { bits, base, shift } = onElements.value;
  expect(`Swizzle<${bits},${base},${shift}>`).toBe(name);
  for (let element = 0; element < END; element++)
    if (swizzler(onElements.value)(element) * elementBytes !== placeByTable(mode, element * elementBytes))
      expect(element).toBe('placed alike');
});

test('a tile off the repeat has no chunk where code that counts rows from its start looks', () => {
  for (const [mode, lines] of [
    ['32B', 2],
    ['64B', 4],
    ['128B', 8],
  ] as const) {
    const place = addressSwizzle(mode);
    for (let base = 128; base < lines * 128; base += 128)
      for (let chunk = 0; chunk < 1024; chunk += 16) expect(place(base + chunk) - base).not.toBe(place(chunk));
  }
});

describe('names', () => {
  test('are those of cuda.h, by its values', () => {
    expect(TMA_SWIZZLES.map(({ mode }) => mode)).toEqual(SWIZZLE_MODES);
    expect(TMA_SWIZZLES.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(TMA_SWIZZLES.map(({ name }) => name)).toEqual(['NONE', ...SWIZZLE_MODES.slice(1)]);
    expect(TMA_SWIZZLES.filter(({ onHopper }) => onHopper).map(({ name }) => name)).toEqual([
      'NONE',
      '32B',
      '64B',
      '128B',
    ]);
    // GMMA::LayoutType of CUTLASS: interleave, 128B, 64B, 32B.
    expect(TMA_SWIZZLES.map(({ wgmma }) => wgmma)).toEqual([0, 3, 2, 1, null, null, null]);
  });

  test('lead from a pattern to its mode, where one swizzle is all of it', () => {
    for (const each of TMA_SWIZZLES) {
      if (each.cute === null) expect(each.mode).toBe('128B_ATOM_32B_FLIP_8B');
      else expect(tmaSwizzleOf(each.cute)).toBe(each);
      const [place, named] = [addressSwizzle(each.mode), each.cute && swizzler(each.cute)];
      const alike = Array.from({ length: END }, (_, address) => place(address) === named?.(address));
      expect(alike.every(Boolean)).toBe(each.cute !== null);
    }
    expect(tmaSwizzleOf({ bits: 3, base: 3, shift: 3 })).toBeNull();
    expect(tmaSwizzleOf({ bits: 0, base: 0, shift: 0 })?.name).toBe('NONE');
  });
});
