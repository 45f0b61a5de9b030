import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Block, blockOf } from './block.ts';
import { canonicalForm } from './canonical.ts';
import { permutations } from './fixtures/permutations.ts';
import { type Permutation, product } from './permutation.ts';
import { vectorsFor } from './vectors.ts';

/** Digits of a number, fastest first. */
const digits = (n: number, extents: readonly number[]): number[] =>
  extents.map((extent, i) => Math.floor(n / product(extents.slice(0, i))) % extent);

/**
 * Offsets in global memory of a block's elements, in the order of one side (dimensions fastest first); null beyond the
 * tensor's end.
 */
function offsetsOf(extents: readonly number[], block: readonly number[], origin: readonly number[]): (number | null)[] {
  return Array.from({ length: product(block) }, (_, element) => {
    const index = digits(element, block).map((i, dim) => i + origin[dim]);
    if (index.some((i, dim) => i >= extents[dim])) return null;
    return index.reduce((sum, i, dim) => sum + i * product(extents.slice(0, dim)), 0);
  });
}

/** Whether every vector of every block is 16 aligned bytes of global memory, or lies wholly outside the tensor. */
function canMove(
  vector: number,
  { shape, grid }: Block,
  extents: readonly number[],
  order: readonly number[],
): boolean {
  const of = (list: readonly number[]) => order.map(dim => list[dim]);
  return Array.from({ length: product(grid) }).every((_, cta) => {
    const origin = digits(cta, of(grid)).map((i, dim) => i * of(shape)[dim]);
    const offsets = offsetsOf(of(extents), of(shape), origin);
    return offsets.every((offset, element) => {
      const inVector = element % vector;
      const first = offsets[element - inVector];
      if (first === null || offset === null) return first === offset;
      return first % vector === 0 && offset === first + inVector && element - inVector + vector <= offsets.length;
    });
  });
}

const cases = fc.tuple(
  permutations(fc.oneof(fc.constantFrom(2, 4, 8, 12, 16), fc.integer({ min: 1, max: 9 })), 4),
  fc.constantFrom(1, 2, 4, 8, 16),
  fc.constantFrom(2, 4, 8, 12, 16),
);

it('is 16 bytes exactly where every vector of every block, ragged ones too, is aligned and in one piece', () => {
  const seen = { wide: 0, narrow: 0 };
  fc.assert(
    fc.property(cases, ([permutation, elementBytes, target]) => {
      const canonical: Permutation = canonicalForm(permutation);
      const { shape, perm } = canonical;
      fc.pre(product(shape) <= 4096);
      const block = blockOf(canonical, target);
      const vector = 16 / elementBytes;
      const best = (order: number[]) => (canMove(vector, block, shape, order) ? vector : 1);
      const expected = { store: best([...shape.keys()].toReversed()), load: best(perm.toReversed()) };
      expect(vectorsFor('widest', canonical, block, elementBytes)).toEqual(expected);
      seen[expected.load > 1 ? 'wide' : 'narrow']++;
    }),
    { numRuns: 300 },
  );
  expect(Math.min(seen.wide, seen.narrow)).toBeGreaterThan(20);
});

it('counts over whole dimensions, and keeps to elements where nothing else is asked for', () => {
  const canonical = { shape: [64, 2, 64], perm: [2, 0, 1] };
  const block = blockOf(canonical, 32);
  expect(block.shape).toEqual([16, 2, 32]);
  expect(vectorsFor('widest', canonical, block, 4)).toEqual({ store: 4, load: 4 });
  expect(vectorsFor(undefined, canonical, block, 4)).toEqual({ store: 1, load: 1 });
  expect(vectorsFor('element', canonical, block, 4)).toEqual({ store: 1, load: 1 });
});
