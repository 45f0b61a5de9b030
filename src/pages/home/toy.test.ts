import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  advanced,
  changed,
  delayOf,
  MOST_PAD,
  OPENING,
  padWithin,
  RESTING,
  recordsOf,
  TOY_SIDE,
  toggled,
  tripsOf,
  wordsOf,
} from './toy.ts';

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const pads = fc.integer({ min: 0, max: MOST_PAD });
const lines = fc.integer({ min: 0, max: TOY_SIDE - 1 });

describe('the toy', () => {
  test('takes one trip for a row, and for a column as many as pitch and doors have in common', () => {
    fc.assert(
      fc.property(pads, lines, (pad, line) => {
        expect(tripsOf({ ...RESTING, pad, line, reads: 'row' })).toBe(1);
        expect(tripsOf({ ...RESTING, pad, line, reads: 'column' })).toBe(gcd(TOY_SIDE + pad, TOY_SIDE));
      }),
    );
  });

  test('plays a row, then a column, and rests at its last trip', () => {
    const seen = [OPENING];
    while (seen[seen.length - 1].isPlaying && seen.length < 100) {
      const last = seen[seen.length - 1];
      expect(delayOf(last)).toBeGreaterThan(0);
      seen.push(advanced(last));
    }
    expect(seen.map(({ reads, served }) => `${reads} ${served}`)).toEqual([
      'row 0',
      'row 1',
      ...Array.from({ length: 8 }, (_, trip) => `column ${trip + 1}`),
      'column 8',
    ]);
    expect(seen[seen.length - 1]).toEqual(RESTING);
  });

  test('is the visitor’s at once: a change ends the script and is served whole', () => {
    const taken = changed(OPENING, { reads: 'column', line: 3, pad: 1 });
    expect(taken).toMatchObject({ served: 1, isPlaying: false, isScript: false });
    expect(toggled(taken)).toMatchObject({ served: 0, isPlaying: true });
    expect(toggled(toggled(taken))).toMatchObject({ isPlaying: false });
  });

  test('keeps its padding within what can be dragged', () => {
    expect([-3, 0.4, 2.6, 99].map(padWithin)).toEqual([0, 0, 3, MOST_PAD]);
  });

  test('says which door a word is behind', () => {
    const column = recordsOf(RESTING);
    expect(wordsOf(column, { row: 2, column: 5 })).toBe('lane 2 wants word 21: 21 mod 8 = door 5');
    expect(wordsOf(column, { row: 2, column: 4 })).toBe('word 20: 20 mod 8 = door 4');
    const padded = recordsOf({ ...RESTING, pad: 1 });
    expect(wordsOf(padded, { row: 2, column: 5 })).toBe('lane 2 wants word 23: 23 mod 8 = door 7');
  });
});
