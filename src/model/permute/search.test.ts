import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockMove, elementsOf, moveOf, SCALARS } from './block.ts';
import { moveFor, moves, permutations, withVectors } from './fixtures/permutations.ts';
import { spanElements } from './placement.ts';
import { searchPadding } from './search.ts';
import { leastWavefronts, searchWarps } from './search-warps.ts';
import { sideCost } from './side-cost.ts';
import { oddRowStrides, padStepElements, residueStrides, stridesOf, unpaddedStrides } from './strides.ts';

/** Wavefronts of both sides, then elements of memory. */
const costOf = (move: BlockMove, strides: readonly number[]): [number, number] => {
  const wavefronts = (['store', 'load'] as const).map(
    side => sideCost(side, move, { strides, xor: [], table: null }).wavefronts,
  );
  return [wavefronts[0] + wavefronts[1], spanElements(move.modes, strides)];
};
const compare = (a: readonly number[], b: readonly number[]): number => a[0] - b[0] || a[1] - b[1];

/** Every pad below `end` elements after every mode except the last. */
function* paddings(move: BlockMove, end: number, placed: readonly number[] = []): Generator<number[]> {
  const { modes, storeOrder } = move;
  if (placed.length === modes.length) {
    yield modes.map((_, mode) => placed[storeOrder.indexOf(mode)]);
    return;
  }
  const last = placed.length - 1;
  const least = last < 0 ? 1 : placed[last] * modes[storeOrder[last]].extent;
  for (let pad = 0; pad < (last < 0 ? 1 : end); pad++) yield* paddings(move, end, [...placed, least + pad]);
}

/**
 * Modes without a stride can shift bytes within words: all lanes of a request then share more words than one group alone.
 */
const movedWithinWords = {
  block: moveOf(
    [4, 2, 2, 2, 2, 2].map((extent, mode) => ({ dim: [0, 0, 1, 2, 3, 3][mode], extent, inRead: true, inWrite: true })),
    [1, 3, 2, 0],
    { elementBytes: 1, sharedBytes: 2 ** 40, vectors: SCALARS },
  ),
  pads: [0, 3, 31, 0, 39, 0, 0, 0, 0, 0],
  side: 'store' as const,
};

describe('the search for paddings', () => {
  it('finds what trying every padding finds, where it says so', () => {
    const extents = fc.integer({ min: 2, max: 6 });
    // Larger elements have fewer residues.
    const cases = fc.oneof(
      fc.tuple(permutations(extents, 2), fc.constantFrom(4, 8)),
      fc.tuple(permutations(extents, 3), fc.constant(16)),
    );
    fc.assert(
      fc.property(cases, fc.boolean(), ([permutation, elementBytes], wide) => {
        const element = moveFor(permutation, elementBytes, 16);
        const vector = wide && elementsOf(element.modes) % (16 / elementBytes) === 0 ? 16 / elementBytes : 1;
        const block = { ...element, vectors: { store: vector, load: vector } };
        const found = searchPadding(block, [])!;
        fc.pre(found.proved);
        const costs = [...paddings(block, 128 / elementBytes)].map(strides => costOf(block, strides));
        expect(costOf(block, found.strides)).toEqual(costs.toSorted(compare)[0]);
      }),
      { numRuns: 30 },
    );
  });

  it('is never worse than what it starts from, or than no padding', () => {
    const extents = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(2, 4, 8, 16));
    fc.assert(
      fc.property(moves(extents, fc.constantFrom(1, 2, 4, 8, 16)), block => {
        const starts = [oddRowStrides(block), residueStrides(block, block.storeOrder[0])];
        const found = costOf(block, searchPadding(block, starts)!.strides);
        for (const strides of [...starts, unpaddedStrides(block)])
          expect(compare(found, costOf(block, strides))).toBeLessThanOrEqual(0);
      }),
      { numRuns: 30 },
    );
  });

  it('costs what every warp costs, and no more as long as modes are open', () => {
    const cases = fc.record({
      block: withVectors(
        moves(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(2, 4, 8)), fc.constantFrom(1, 2, 4, 8, 16)),
      ),
      pads: fc.array(fc.nat({ max: 40 }), { minLength: 10, maxLength: 10 }),
      side: fc.constantFrom('store' as const, 'load' as const),
    });
    fc.assert(
      fc.property(cases, ({ block, pads, side }) => {
        const step = padStepElements(block);
        const strides = stridesOf(block, (mode, least) =>
          mode === block.storeOrder[0] ? 1 : least + step * pads[mode],
        );
        const warps = searchWarps(side, block);
        const bounds = Array.from({ length: strides.length + 1 }, (_, placed) =>
          warps.reduce((sum, warp) => sum + leastWavefronts(warp, strides, placed), 0),
        );
        const { wavefronts, ideal } = sideCost(side, block, { strides, xor: [], table: null });
        expect(bounds.at(-1)).toBe(wavefronts);
        // Each bound is that of one group of lanes: with more modes placed, another group is the largest, and may cost less.
        expect(Math.max(...bounds)).toBe(wavefronts);
        expect(warps.reduce((sum, warp) => sum + warp.ideal, 0)).toBe(ideal);
      }),
      { examples: [[movedWithinWords]] },
    );
  });

  it('keeps to the shared memory that there is', () => {
    const block = moveFor({ shape: [32, 32], perm: [1, 0] }, 4, 32);
    const within = (words: number) => searchPadding({ ...block, sharedBytes: 4 * words }, [])?.strides;
    expect(within(1055)).toEqual([33, 1]);
    expect(within(1054)).toEqual([32, 1]);
    expect(within(elementsOf(block.modes) - 1)).toBeUndefined();
  });

  it('says when it was ended early', () => {
    const block = moveFor({ shape: [7, 3, 5, 3, 7, 6], perm: [3, 5, 1, 4, 0, 2] }, 1, 128);
    expect(searchPadding(block, [])?.proved).toBe(false);
  });
});
