import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differingWords, firstDifference } from './byte-difference.ts';

it('finds each word that differs, wherever the bytes lie', () => {
  const part = fc.record({ bytes: fc.uint8Array({ maxLength: 40 }), shift: fc.nat(7), changes: fc.array(fc.nat(50)) });
  fc.assert(
    fc.property(part, ({ bytes, shift, changes }) => {
      const moved = new Uint8Array(bytes.length + shift).subarray(shift);
      moved.set(bytes);
      const places = new Set(changes.filter(at => at < bytes.length));
      for (const at of places) moved[at] ^= 1;
      const words = [...new Set([...places].map(at => at - (at % 4)))].sort((a, b) => a - b);
      expect([...differingWords(bytes, moved)]).toEqual(words);
      expect(firstDifference(bytes, moved)).toBe(words[0] ?? null);
    }),
  );
});
