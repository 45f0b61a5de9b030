import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalForm, expandedPerm, fusedDims, isCopy, keepsRows } from './canonical.ts';
import { permutations } from './fixtures/permutations.ts';
import { type Permutation, product } from './permutation.ts';

/** For each place of the output: the element of the input, computed by division. */
const movedElements = ({ shape, perm }: Permutation): number[] =>
  Array.from({ length: product(shape) }, (_, place) => {
    let rest = place;
    let element = 0;
    for (const dim of perm.toReversed()) {
      element += (rest % shape[dim]) * product(shape.slice(dim + 1));
      rest = Math.floor(rest / shape[dim]);
    }
    return element;
  });

describe('the canonical form', () => {
  it('moves every element as the permutation does', () => {
    fc.assert(
      fc.property(permutations(fc.integer({ min: 1, max: 4 })), permutation => {
        expect(movedElements(canonicalForm(permutation))).toEqual(movedElements(permutation));
      }),
    );
  });

  it('has no size 1 and no neighbours that stay neighbours, and is its own canonical form', () => {
    fc.assert(
      fc.property(permutations(fc.integer({ min: 1, max: 3 }), 12), permutation => {
        const canonical = canonicalForm(permutation);
        expect(canonical.shape).not.toContain(1);
        expect(canonical.perm.some((dim, i) => dim === canonical.perm[i - 1] + 1)).toBe(false);
        expect(canonicalForm(canonical)).toEqual(canonical);
      }),
    );
  });

  it.each([
    { shape: [2, 16, 2], perm: [2, 0, 1], canonical: { shape: [32, 2], perm: [1, 0] } },
    { shape: [2, 3, 1, 4], perm: [2, 0, 1, 3], canonical: { shape: [24], perm: [0] } },
    { shape: [5, 1, 7, 3], perm: [3, 0, 1, 2], canonical: { shape: [35, 3], perm: [1, 0] } },
    { shape: [2, 3, 4], perm: [1, 0, 2], canonical: { shape: [2, 3, 4], perm: [1, 0, 2] } },
    { shape: [], perm: [], canonical: { shape: [], perm: [] } },
  ])('of $shape $perm is $canonical', ({ shape, perm, canonical }) => {
    expect(canonicalForm({ shape, perm })).toEqual(canonical);
  });

  it('knows the dimensions that it fused', () => {
    fc.assert(
      fc.property(permutations(fc.integer({ min: 1, max: 3 }), 12), permutation => {
        const fused = fusedDims(permutation);
        const sizes = fused.map(dims => product(dims.map(dim => permutation.shape[dim])));
        expect(sizes).toEqual(canonicalForm(permutation).shape);
        expect(fused.flat()).toEqual([...permutation.shape.keys()].filter(dim => permutation.shape[dim] > 1));
      }),
    );
  });

  it('expands to an order of the whole tensor that has it as its canonical form', () => {
    fc.assert(
      fc.property(permutations(fc.integer({ min: 1, max: 3 }), 8), permutation => {
        const canonical = canonicalForm(permutation);
        const perm = expandedPerm(permutation, canonical.perm);
        expect(perm.toSorted((a, b) => a - b)).toEqual([...permutation.shape.keys()]);
        expect(canonicalForm({ ...permutation, perm })).toEqual(canonical);
      }),
    );
  });

  it('tells copies and whole rows from the rest', () => {
    const kind = (shape: number[], perm: number[]) => {
      const canonical = canonicalForm({ shape, perm });
      return [isCopy(canonical), keepsRows(canonical)];
    };
    expect(kind([1, 8, 1], [2, 0, 1])).toEqual([true, true]);
    expect(kind([2, 3, 4], [1, 0, 2])).toEqual([false, true]);
    expect(kind([3, 4], [1, 0])).toEqual([false, false]);
  });
});
