import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permutations } from './fixtures/permutations.ts';
import { type PermutationRequest, product } from './permutation.ts';
import { planPermutation } from './plan.ts';
import { PRESETS } from './presets.ts';
import { movedBytes, shrunkShape } from './shrink.ts';

function planOf(request: PermutationRequest) {
  const plan = planPermutation(request);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

describe('a shrunk tensor', () => {
  const requests = fc
    .record({
      permutation: permutations(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 700 })), 5),
      elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
      access: fc.constantFrom('element' as const, 'widest' as const),
      sharedBytes: fc.constantFrom(512, 4096, 48 * 1024),
    })
    .map(({ permutation, ...rest }) => ({ ...permutation, ...rest }))
    .filter(request => product(request.shape) < 2 ** 31);

  it('has the same block, layouts, costs and ragged ends, and is never larger', () => {
    fc.assert(
      fc.property(requests, request => {
        const shape = shrunkShape(request);
        const [before, after] = [planOf(request), planOf({ ...request, shape })];
        expect(product(shape)).toBeLessThanOrEqual(product(request.shape));
        expect(after.block.modes).toEqual(before.block.modes);
        expect(after.vectors).toEqual(before.vectors);
        expect(after.layouts).toEqual(before.layouts);
        expect(after.fused).toEqual(before.fused.map(run => run.filter(dim => shape[dim] > 1)));
        expect(raggedEnds(after)).toEqual(raggedEnds(before));
        for (const [dim, count] of after.block.grid.entries()) expect(count > 1).toBe(before.block.grid[dim] > 1);
      }),
      { numRuns: 60 },
    );
  });

  it('is small enough for a browser where the tensors of benchmarks are not', () => {
    for (const preset of PRESETS) {
      const request = { shape: preset.shape, perm: preset.perm, elementBytes: 16 };
      expect(movedBytes({ ...request, shape: shrunkShape(request) })).toBeLessThan(2 ** 25);
    }
  });
});

const raggedEnds = ({ spillover }: ReturnType<typeof planOf>) =>
  spillover.map(({ dim, interval, ragged }) => ({ dim, interval, ragged }));
