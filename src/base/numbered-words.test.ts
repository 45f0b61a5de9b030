import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberedByte, numberedFrom, numberedWord, numberOfWord } from './numbered-words.ts';

test('a word leads back to its number', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 32 - 1 }), number => {
      expect(numberOfWord(numberedWord(number))).toBe(number);
    }),
  );
});

test('bytes are those of words, lowest first', () => {
  const words = Uint32Array.from({ length: 64 }, (_, i) => numberedWord(i));
  const bytes = new Uint8Array(words.buffer);
  expect(Array.from(bytes, (_, at) => numberedByte(at))).toEqual([...bytes]);
  expect(new Set(bytes).size).toBeGreaterThan(150);
});

test('memory may begin with any number', () => {
  const { start, step } = numberedFrom(7);
  expect((start + 5 * step) >>> 0).toBe(numberedWord(12));
});
