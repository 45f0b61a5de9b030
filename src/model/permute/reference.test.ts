import fc from 'fast-check';
import { expect, it } from 'vitest';
import { product } from './permutation.ts';
import { forEachLine, permutedBytes } from './reference.ts';

const permutations = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 0, maxLength: 5 }).chain(shape =>
  fc.record({
    shape: fc.constant(shape),
    perm: fc.shuffledSubarray([...shape.keys()], { minLength: shape.length, maxLength: shape.length }),
  }),
);

it('line by line is element by element', () => {
  fc.assert(
    fc.property(permutations, permutation => {
      const lines: number[] = [];
      forEachLine(permutation, (first, stride, count) => {
        for (let i = 0; i < count; i++) lines.push(first + i * stride);
      });
      const numbers = [...permutedBytes(permutation, 4)].flatMap(chunk => [
        ...new Uint32Array(chunk.buffer, chunk.byteOffset, chunk.length / 4),
      ]);
      expect(lines).toEqual(numbers);
      expect(lines).toHaveLength(product(permutation.shape));
    }),
  );
});
