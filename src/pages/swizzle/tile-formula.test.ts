/** Formulas of one's own: what they compute, what they refuse, and that an XOR among them is recognized. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Swizzle } from '../../model/layout/swizzle.ts';
import { type SwizzleState, swizzleLink } from '../links/swizzle.ts';
import { storedColumns } from './tile-formula.ts';
import { tilesOf } from './tile-of-state.ts';

const WORDS = { rows: 32, columns: 32, elementBytes: 4 };
const state = (changes: Partial<SwizzleState>): SwizzleState => ({ ...swizzleLink.defaults, ...WORDS, ...changes });
const swizzleOf = (changes: Partial<SwizzleState>): Swizzle | null => tilesOf(state(changes)).swizzle;

describe('a formula', () => {
  test('of chunks keeps the elements of a chunk together', () => {
    const stored = storedColumns('row ^ (col >> 2)', WORDS, 'chunk');
    if (!stored.ok) throw new Error(stored.error.message);
    expect([...stored.value.slice(5 * 32, 5 * 32 + 8)]).toEqual([20, 21, 22, 23, 16, 17, 18, 19]);
    // The formula's value is taken modulo the 8 chunks of a row.
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
    ['row ^', /something is missing/, 6],
    ['row ^ bank', /no scalar 'bank'; known are i, row, col, chunk, rows, cols, chunks/, 7],
    ['col / 2', /element 1: 0.5 is no whole number/, 1],
    ['col % 0', /division by zero/, 5],
    ['row; alert(1)', /';' has no meaning here/, 4],
  ])('that is none is refused, and where: %s', (text, why, column) => {
    const stored = storedColumns(text, WORDS, 'column');
    expect(stored).toEqual({ ok: false, error: { message: expect.stringMatching(why), column } });
  });

  test('of chunks wants whole ones', () => {
    const stored = storedColumns('chunk', { ...WORDS, columns: 30 }, 'chunk');
    expect(stored).toEqual({
      ok: false,
      error: { message: 'rows of 120 B are no whole chunks; 32 columns would do', column: null },
    });
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
