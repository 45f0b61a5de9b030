import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessSide } from '../../trace/access-trace.ts';
import type { BlockMove } from './block.ts';
import { conflictFreeOf } from './conflict-free.ts';
import { moveFor, moves, withVectors } from './fixtures/permutations.ts';
import { layoutOf } from './plan.ts';
import { sideCost } from './side-cost.ts';
import { STRATEGIES } from './strategies.ts';
import { turnsWords } from './strides.ts';

const layoutsOf = (move: BlockMove) => [...STRATEGIES.values()].flatMap(strategy => layoutOf(strategy, move) ?? []);
const verdictOf = (move: BlockMove) => conflictFreeOf(move, layoutsOf(move));
const within = (move: BlockMove, sharedBytes: number): BlockMove => ({ ...move, sharedBytes });

const extents = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(4, 8, 16, 32));
const anyMove = withVectors(moves(extents, fc.constantFrom(1, 2, 4, 8, 16)));

describe('whether there is a layout without conflicts', () => {
  it('is true of the layouts that it names', () => {
    fc.assert(
      fc.property(anyMove, move => {
        const layouts = layoutsOf(move);
        const { padding, anyFunction } = conflictFreeOf(move, layouts);
        const { store, load } = layouts.find(layout => layout.strategy === anyFunction.strategy)!;
        expect([store.wavefronts, load.wavefronts]).toEqual([store.ideal, load.ideal]);
        fc.pre(padding.answer === 'yes');
        for (const side of ['store', 'load'] satisfies AccessSide[]) {
          const cost = sideCost(side, move, { strides: padding.strides, xor: [], table: null });
          expect(cost.wavefronts).toBe(cost.ideal);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('agrees with the search, which knows nothing of residues modulo powers of two', () => {
    fc.assert(
      fc.property(anyMove, move => {
        const layouts = layoutsOf(move);
        const { padding } = conflictFreeOf(move, layouts);
        const { proved, store, load } = layouts.find(layout => layout.strategy === 'searched')!;
        const isFree = store.wavefronts + load.wavefronts === store.ideal + load.ideal;
        if (isFree) expect(padding).toMatchObject({ answer: 'yes', fits: true });
        else if (proved && turnsWords(move) && padding.answer === 'yes')
          expect(padding.strides[move.storeOrder[0]]).toBeGreaterThan(1);
      }),
      { numRuns: 60 },
    );
  });

  it('answers (A:2, B:16, C:2) to (C, A, B): one word more', () => {
    const { padding, anyFunction, why } = verdictOf(
      within(moveFor({ shape: [2, 16, 2], perm: [2, 0, 1] }, 4, 32), 49152),
    );
    expect(padding).toMatchObject({ answer: 'yes', strides: [33, 2, 1], sharedBytes: 260, waste: 4, isSmallest: true });
    expect(anyFunction).toEqual({ strategy: 'xor', sharedBytes: 256 });
    expect(why).toBe(
      "Padding avoids every conflict: 'odd-row' does, with 4 bytes of it, and with a contiguous first read dimension none does with fewer.",
    );
  });

  it('knows a padding that does not fit', () => {
    const { padding, anyFunction, why } = verdictOf(within(moveFor({ shape: [32, 32], perm: [1, 0] }, 4, 32), 4096));
    expect(padding).toMatchObject({ answer: 'yes', sharedBytes: 4220, fits: false });
    expect(anyFunction.strategy).toBe('xor');
    expect(why).toMatch(/but 4220 bytes are more than the 4096 there are\. 'xor' avoids them by its formula\.$/);
  });

  it('knows a padding that spreads the first read dimension', () => {
    const { padding, why } = verdictOf(within(moveFor({ shape: [3, 8, 4], perm: [2, 1, 0] }, 8, 32), 49152));
    expect(padding).toMatchObject({ answer: 'yes', strategy: null, fits: true, sharedBytes: 9296 });
    expect(why).toMatch(/strides of [\d, ]+, which spread the first read dimension too, do, with 8528 bytes of it\.$/);
  });

  it.each([
    {
      shape: [8, 9, 4],
      perm: [0, 2, 1],
      says: /modulo 16 the strides have, some request has more than 2 lanes in banks that/,
    },
    { shape: [20, 24], perm: [1, 0], says: /\(126 choices followed, bit by bit\)/ },
  ])('proves that no padding does for $shape', ({ shape, perm, says }) => {
    const { padding, anyFunction, why } = verdictOf(within(moveFor({ shape, perm }, 4, 32), 49152));
    expect(padding).toMatchObject({ answer: 'no', proof: 'exhausted search' });
    expect(anyFunction.strategy).toBe('table');
    expect(why).toMatch(says);
    expect(why).toMatch(/König/);
  });
});
