import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TouchedChunks } from './touched-chunks.ts';

const SHARED_BYTES = 4096;
const touches = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: SHARED_BYTES - 64 }), bytes: fc.integer({ min: 1, max: 64 }) }),
);

it('are stretches of whole chunks that cover what was touched and no chunk more, apart from each other', () => {
  const chunks = new TouchedChunks(SHARED_BYTES);
  fc.assert(
    fc.property(touches, touched => {
      for (const { at, bytes } of touched) chunks.touch(at, bytes);
      const stretches = chunks.take();
      const covered = stretches.flatMap(({ from, to }) =>
        Array.from({ length: (to - from) / 16 }, (_, i) => from / 16 + i),
      );
      const expected = touched.flatMap(({ at, bytes }) =>
        Array.from({ length: bytes }, (_, i) => Math.floor((at + i) / 16)),
      );
      expect(covered).toEqual([...new Set(expected)].sort((a, b) => a - b));
      for (const [i, { from }] of stretches.entries()) if (i > 0) expect(from).toBeGreaterThan(stretches[i - 1].to);
      expect(chunks.take()).toEqual([]);
    }),
  );
});
