import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockOf, elementsOf, fittingBlock, spilloverOf } from './block.ts';
import { canonicalForm } from './canonical.ts';
import { permutations } from './fixtures/permutations.ts';
import { type Permutation, product } from './permutation.ts';

const anyCanonical = permutations(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 }))).map(
  canonicalForm,
);
const targets = fc.integer({ min: 1, max: 128 });

/** How many elements lie side by side in memory when the block is walked in the given order of dimensions. */
function contiguous({ shape }: Permutation, order: readonly number[], block: readonly number[]): number {
  let elements = 1;
  for (const dim of order) {
    elements *= block[dim];
    if (block[dim] < shape[dim]) break;
  }
  return elements;
}

describe('the block', () => {
  it('reads and writes runs that reach the target, or everything', () => {
    fc.assert(
      fc.property(anyCanonical, targets, (canonical, target) => {
        const { shape } = blockOf(canonical, target);
        const reachable = Math.min(target, product(canonical.shape));
        const order = canonical.shape.map((_, dim) => dim).toReversed();
        expect(contiguous(canonical, order, shape)).toBeGreaterThanOrEqual(reachable);
        expect(contiguous(canonical, canonical.perm.toReversed(), shape)).toBeGreaterThanOrEqual(reachable);
      }),
    );
  });

  it('has no dimension longer than the tensor, and a grid that covers it without an empty block', () => {
    fc.assert(
      fc.property(anyCanonical, targets, (canonical, target) => {
        const { shape, grid } = blockOf(canonical, target);
        canonical.shape.forEach((extent, dim) => {
          expect(shape[dim]).toBeLessThanOrEqual(extent);
          expect(shape[dim] * grid[dim]).toBeGreaterThanOrEqual(extent);
          expect(shape[dim] * (grid[dim] - 1)).toBeLessThan(extent);
        });
      }),
    );
  });

  it('is the box of its modes', () => {
    fc.assert(
      fc.property(anyCanonical, targets, (canonical, target) => {
        const { shape, modes } = blockOf(canonical, target);
        expect(elementsOf(modes)).toBe(product(shape));
        expect(modes.map(mode => mode.dim)).toEqual(modes.map(mode => mode.dim).toSorted((a, b) => a - b));
        for (const { extent, inRead, inWrite } of modes) expect(extent > 1).toBe(inRead || inWrite);
      }),
    );
  });

  it('keeps apart what only the write needs of a dimension that both need', () => {
    expect(blockOf({ shape: [32, 2], perm: [1, 0] }, 32)).toEqual({
      shape: [32, 2],
      grid: [1, 1],
      modes: [
        { dim: 0, extent: 2, inRead: false, inWrite: true },
        { dim: 0, extent: 16, inRead: true, inWrite: true },
        { dim: 1, extent: 2, inRead: true, inWrite: false },
      ],
    });
  });

  it('leaves ragged ends', () => {
    expect(blockOf({ shape: [100, 33], perm: [1, 0] }, 32)).toMatchObject({ shape: [32, 32], grid: [4, 2] });
  });

  it('takes pieces of dimensions that are larger than what is needed, and none of those left to the grid', () => {
    const spillover = (shape: number[], perm: number[]) => spilloverOf(shape, blockOf({ shape, perm }, 32));
    expect(spillover([100, 64], [1, 0])).toEqual([
      { dim: 0, interval: 32, rest: 4, ragged: 4 },
      { dim: 1, interval: 32, rest: 2, ragged: 0 },
    ]);
    expect(spillover([7, 50, 32], [1, 0, 2])).toEqual([]);
  });

  it('shrinks until it fits', () => {
    const canonical = { shape: [500, 500], perm: [1, 0] };
    expect(fittingBlock(canonical, 16, 16384, undefined).shape).toEqual([32, 32]);
    expect(fittingBlock(canonical, 16, 16383, undefined).shape).toEqual([16, 16]);
    expect(fittingBlock(canonical, 16, 16, undefined).shape).toEqual([1, 1]);
    expect(fittingBlock(canonical, 1, 48 * 1024, undefined).shape).toEqual([128, 128]);
  });
});
