/** Formulas of one's own: what they compute, what they refuse, and that an XOR among them is recognized. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laneOffsets } from '../../contract/formula/lane-offsets.ts';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { DEFAULTS, type SwizzleState } from './swizzle-search.ts';
import { storedColumns } from './tile-formula.ts';
import { tilesOf } from './tile-of-state.ts';

const WORDS = { rows: 32, columns: 32, elementBytes: 4 };
const state = (changes: Partial<SwizzleState>): SwizzleState => ({ ...DEFAULTS, ...WORDS, ...changes });
const swizzleOf = (changes: Partial<SwizzleState>): Swizzle | null => tilesOf(state(changes)).swizzle;

describe('a formula', () => {
  test('of chunks keeps the elements of a chunk together', () => {
    const stored = storedColumns('row ^ (col >> 2)', WORDS, 'chunk');
    if (!stored.ok) throw new Error(stored.error);
    expect([...stored.value.slice(5 * 32, 5 * 32 + 8)]).toEqual([20, 21, 22, 23, 16, 17, 18, 19]);
    // Taken modulo the 8 chunks of a row.
    expect(stored.value.slice(13 * 32, 14 * 32)).toEqual(stored.value.slice(5 * 32, 6 * 32));
  });

  test('computes what the same words compute elsewhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 1, max: 20 }), (a, columns) => {
        const stored = storedColumns(`row * ${a} + col`, { rows: 3, columns, elementBytes: 4 }, 'column');
        const wanted = Array.from({ length: 3 * columns }, (_, i) => {
          const sum = Math.floor(i / columns) * a + (i % columns);
          return ((sum % columns) + columns) % columns;
        });
        expect(stored.ok && [...stored.value]).toEqual(wanted);
      }),
    );
  });

  test.each([
    ['row ^', /something is missing/],
    ['row ^ bank', /no scalar 'bank'; known are i, row, col, chunk, rows, cols, chunks/],
    ['col / 2', /element 1: 0.5 is no whole number/],
    ['col % 0', /division by zero/],
    ['row; alert(1)', /';' has no meaning here/],
  ])('that is none is refused: %s', (text, why) => {
    const stored = storedColumns(text, WORDS, 'column');
    expect(stored.ok ? '' : stored.error).toMatch(why);
  });

  test('of chunks wants whole ones', () => {
    const stored = storedColumns('chunk', { ...WORDS, columns: 30 }, 'chunk');
    expect(stored).toEqual({ ok: false, error: 'rows of 120 B are no whole chunks; 32 columns would do' });
  });

  test('counts with names of its own in a sum', () => {
    const stored = storedColumns('sum(row, 0, 3, row) + sum(k, 0, row, 1)', { ...WORDS, rows: 2 }, 'column');
    expect(stored.ok && [stored.value[0], stored.value[32]]).toEqual([3, 4]);
  });
});

describe('a tile under a formula', () => {
  test('is known for the swizzle that it is', () => {
    const formula = 'row ^ (col >> 2)';
    expect(swizzleOf({ formula })).toEqual({ bits: 3, base: 4, shift: 3 });
    expect(swizzleOf({ formula: '(row & 3) ^ chunk', base: 4096 })).toEqual({ bits: 2, base: 4, shift: 3 });
    expect(swizzleOf({ formula: 'row ^ col', gives: 'column' })).toEqual({ bits: 5, base: 2, shift: 5 });
    expect(swizzleOf({ formula: 'col', gives: 'column' })?.bits).toBe(0);
    expect(swizzleOf({ formula: 'row + col', gives: 'column' })).toBeNull();
    // Rows of a tile at another base are other lines of memory.
    expect(swizzleOf({ formula, base: 128 })).toBeNull();
  });

  test('names its first collision', () => {
    const { collision, swizzle } = tilesOf(state({ formula: 'row ^ (col * 2)', gives: 'column' }));
    expect(collision).toEqual({ first: { row: 0, column: 0 }, second: { row: 0, column: 16 }, stored: 0 });
    expect(swizzle).toBeNull();
  });
});

describe('a table of lanes', () => {
  test('is a list, or a formula', () => {
    const list = laneOffsets('0, 128, -, 0x180');
    expect(list.ok && list.value.slice(0, 5)).toEqual([0, 128, null, 384, null]);
    const formula = laneOffsets('(lane % 8) * 128 + (lane // 8) * 16');
    expect(formula.ok && [formula.value[9], formula.value.length]).toEqual([144, 32]);
  });
  test.each([
    [Array.from({ length: 33 }, () => '4').join(' '), '33 numbers; a warp has 32 lanes'],
    ['lane - 3', 'lane 0: -3 lies before the start'],
    ['row', /no scalar 'row'; known are i, lane/],
  ])('is refused with the reason: %s', (text, why) => {
    const table = laneOffsets(text);
    expect(table.ok ? '' : table.error).toEqual(typeof why === 'string' ? why : expect.stringMatching(why));
  });
});
