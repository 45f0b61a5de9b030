import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessSide } from '../../trace/access-trace.ts';
import { bankCost } from '../banks/wavefronts.ts';
import { type BlockMove, blockOf, moveOf } from './block.ts';
import { canonicalForm } from './canonical.ts';
import { colouredTable } from './colouring.ts';
import { edgeBlocks, edgeCost } from './edge-blocks.ts';
import { coordinates, offsetOf, permutations, requestsOf } from './fixtures/permutations.ts';
import { product } from './permutation.ts';
import { laneOrder, type Placement, placedOffset } from './placement.ts';
import { sideCost } from './side-cost.ts';
import { oddRowStrides, unpaddedStrides } from './strides.ts';
import { vectorsFor } from './vectors.ts';

const SIDES = ['store', 'load'] as const;

interface Grid {
  readonly extents: readonly number[];
  readonly block: ReturnType<typeof blockOf>;
  readonly move: BlockMove;
}

const extents = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 8, max: 40 }));

/** Tensors of a few thousand elements, in blocks that seldom divide them. */
const grids: fc.Arbitrary<Grid> = fc
  .tuple(
    permutations(extents, 4),
    fc.constantFrom(1, 2, 4, 8, 16),
    fc.constantFrom(8, 16, 32),
    fc.constantFrom('element' as const, 'widest' as const),
  )
  .filter(([{ shape }]) => product(shape) <= 5000)
  .map(([permutation, elementBytes, target, access]) => {
    const { shape, perm } = canonicalForm(permutation);
    const block = blockOf({ shape, perm }, target);
    const vectors = vectorsFor(access, { shape, perm }, block, elementBytes);
    return { extents: shape, block, move: moveOf(block.modes, perm, { elementBytes, sharedBytes: 2 ** 40, vectors }) };
  });

/** Every block where it is, every lane by its element's place in the tensor. */
function bruteForce(side: AccessSide, { extents, block, move }: Grid, placement: Placement) {
  let [wavefronts, ideal, worst] = [0, 0, 0];
  for (let number = 0; number < product(block.grid); number++) {
    let rest = number;
    const origin = block.grid.map((count, dim) => {
      const at = rest % count;
      rest = Math.floor(rest / count);
      return at * block.shape[dim];
    });
    const isInTensor = (index: readonly number[]) => {
      const within = extents.map(() => 0);
      move.modes.forEach(({ dim, extent }, mode) => {
        within[dim] = within[dim] * extent + index[mode];
      });
      return extents.every((extent, dim) => origin[dim] + within[dim] < extent);
    };
    for (const lanes of requestsOf(coordinates(move, laneOrder(side, move)), move.vectors[side])) {
      const addresses = Array.from({ length: 32 }, (_, lane) =>
        lanes[lane] !== undefined && isInTensor(lanes[lane])
          ? placedOffset(offsetOf(lanes[lane], placement.strides), placement) * move.elementBytes
          : null,
      );
      if (addresses.every(address => address === null)) continue;
      const instruction = side === 'store' ? 'st' : 'ld';
      const cost = bankCost({ instruction, widthBytes: move.elementBytes, addresses });
      if (!cost.ok) throw new Error(cost.error.message);
      wavefronts += cost.value.wavefronts;
      ideal += cost.value.ideal;
      worst = Math.max(worst, cost.value.wavefronts);
    }
  }
  return { wavefronts, ideal, worst };
}

const placementsOf = (move: BlockMove): Placement[] => [
  { strides: unpaddedStrides(move), xor: [], table: null },
  { strides: oddRowStrides(move), xor: [], table: null },
  { strides: unpaddedStrides(move), xor: [], table: colouredTable(move) },
];

describe('the blocks of a grid by shape', () => {
  it('are all blocks, and have all elements', () => {
    fc.assert(
      fc.property(grids, ({ extents, block }) => {
        const blocks = edgeBlocks(extents, block);
        expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(product(block.grid));
        expect(blocks.reduce((sum, { count, shape }) => sum + count * product(shape), 0)).toBe(product(extents));
        expect(new Set(blocks.map(({ shape }) => `${shape}`)).size).toBe(blocks.length);
      }),
    );
  });

  it('cost together what every block costs that is gone through', () => {
    fc.assert(
      fc.property(grids, fc.constantFrom(...SIDES), fc.nat({ max: 2 }), (grid, side, which) => {
        const placement = placementsOf(grid.move)[which];
        const costs = edgeBlocks(grid.extents, grid.block).map(({ shape, count }) => ({
          count,
          ...edgeCost(side, grid.move, placement, shape),
        }));
        expect({
          wavefronts: costs.reduce((sum, { count, wavefronts }) => sum + count * wavefronts, 0),
          ideal: costs.reduce((sum, { count, ideal }) => sum + count * ideal, 0),
          worst: Math.max(...costs.map(({ worst }) => worst)),
        }).toEqual(bruteForce(side, grid, placement));
      }),
      { numRuns: 60 },
    );
  });

  it('cost what the planner counts where they are whole, and no more where they are not', () => {
    fc.assert(
      fc.property(grids, fc.constantFrom(...SIDES), ({ extents, block, move }, side) => {
        const [placement] = placementsOf(move);
        const whole = sideCost(side, move, placement);
        for (const { shape } of edgeBlocks(extents, block)) {
          const cost = edgeCost(side, move, placement, shape);
          if (`${shape}` === `${block.shape}`) expect(cost).toEqual(whole);
          else expect(cost.wavefronts).toBeLessThanOrEqual(whole.wavefronts);
        }
      }),
    );
  });

  it('are four where two dimensions are ragged', () => {
    expect(edgeBlocks([100, 33], { shape: [32, 32], grid: [4, 2] })).toEqual([
      { shape: [32, 32], count: 3 },
      { shape: [4, 32], count: 1 },
      { shape: [32, 1], count: 3 },
      { shape: [4, 1], count: 1 },
    ]);
  });
});
