import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permutations } from './fixtures/permutations.ts';
import { type PermutationRequest, product } from './permutation.ts';
import { planPermutation } from './plan.ts';

function planOf(request: PermutationRequest) {
  const plan = planPermutation(request);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

describe('a plan', () => {
  it('chooses a layout that fits and is not worse than any other that does', () => {
    const requests = fc.record({
      permutation: permutations(fc.integer({ min: 1, max: 40 }), 4),
      elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
      sharedBytes: fc.integer({ min: 16, max: 20_000 }),
    });
    fc.assert(
      fc.property(requests, ({ permutation, ...sizes }) => {
        const { layouts, chosen } = planOf({ ...permutation, ...sizes });
        const cost = (name: string) => layouts.find(layout => layout.strategy === name)!;
        const { store, load, sharedBytes, fits } = cost(chosen);
        expect(fits).toBe(true);
        expect(sharedBytes).toBeLessThanOrEqual(sizes.sharedBytes);
        const formulas = layouts.filter(({ table, exchange }) => table === null && exchange === null);
        for (const other of formulas.filter(layout => layout.fits)) {
          const excess = other.store.wavefronts + other.load.wavefronts - store.wavefronts - load.wavefronts;
          expect(excess > 0 || (excess === 0 && other.sharedBytes >= sharedBytes)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('accounts for every byte', () => {
    const { block, layouts } = planOf({ shape: [70, 70], perm: [1, 0], elementBytes: 4 });
    for (const { sharedBytes, waste } of layouts.filter(({ exchange }) => exchange === null))
      expect(sharedBytes - waste).toBe(product(block.shape) * 4);
    expect(layouts.map(layout => [layout.strategy, layout.waste])).toContainEqual(['odd-row', 124]);
  });

  it('offers a table and a register exchange, and chooses neither', () => {
    const { layouts, chosen } = planOf({ shape: [3, 50], perm: [1, 0], elementBytes: 4 });
    const [table, exchange] = ['table', 'register exchange'].map(
      name => layouts.find(layout => layout.strategy === name)!,
    );
    expect(table.table).toHaveLength(99);
    expect([table.store.wavefronts, table.load.wavefronts]).toEqual([table.store.ideal, table.load.ideal]);
    expect(exchange).toMatchObject({ strides: [], sharedBytes: 0, waste: 0, fits: true, exchange: { lines: 3 } });
    expect(exchange.store).toEqual({ wavefronts: 0, ideal: 0, worst: 0 });
    expect(['table', 'register exchange']).not.toContain(chosen);
    const large = planOf({ shape: [64, 64], perm: [1, 0], elementBytes: 4 });
    expect(large.layouts.map(layout => layout.strategy)).not.toContain('register exchange');
  });

  it('says what it chose, and what else there is', () => {
    const why = (shape: number[], perm: number[], elementBytes: number) => planOf({ shape, perm, elementBytes }).why;
    expect(why([2, 16, 2], [2, 0, 1], 4)).toBe(
      "'xor' has no bank conflict on either side, with 0 bytes of padding. 'register exchange' takes no shared memory.",
    );
    expect(why([8, 9, 4], [0, 2, 1], 4)).toBe(
      "'none' has the fewest wavefronts of all formulas, 1 above the ideal, with 0 bytes of padding; 'table' has no conflict, but every place is looked up.",
    );
  });

  it('says when there is nothing to permute, and when rows stay whole', () => {
    const copy = planOf({ shape: [3, 1, 5], perm: [1, 0, 2], elementBytes: 4 });
    expect(copy).toMatchObject({ isCopy: true, canonical: { shape: [15], perm: [0] }, chosen: 'none' });
    expect(copy.why).toMatch(/^Nothing changes place/);
    const rows = planOf({ shape: [3, 4, 64], perm: [1, 0, 2], elementBytes: 4 });
    expect(rows).toMatchObject({ isCopy: false, chosen: 'none' });
    expect(rows.why).toMatch(/^Rows of 256 bytes stay whole/);
    expect(planOf({ shape: [], perm: [], elementBytes: 1 })).toMatchObject({ isCopy: true, chosen: 'none' });
  });

  const good: PermutationRequest = { shape: [4, 8], perm: [1, 0], elementBytes: 4 };
  it.each([
    { request: { ...good, shape: [4, 0] }, field: 'shape[1]', code: 'extent' },
    { request: { ...good, shape: [4.5, 2] }, field: 'shape[0]', code: 'extent' },
    { request: { ...good, shape: [2 ** 38, 2] }, field: 'shape', code: 'elements' },
    { request: { ...good, shape: Array(13).fill(1), perm: [...Array(13).keys()] }, field: 'shape', code: 'rank' },
    { request: { ...good, perm: [1] }, field: 'perm', code: 'perm' },
    { request: { ...good, perm: [1, 1] }, field: 'perm[1]', code: 'perm' },
    { request: { ...good, perm: [2, 0] }, field: 'perm[0]', code: 'perm' },
    { request: { ...good, perm: [-1, 0] }, field: 'perm[0]', code: 'perm' },
    { request: { ...good, perm: [0.5, 0] }, field: 'perm[0]', code: 'perm' },
    { request: { ...good, elementBytes: 3 }, field: 'elementBytes', code: 'elementBytes' },
    { request: { ...good, sharedBytes: 3 }, field: 'sharedBytes', code: 'sharedBytes' },
    { request: { ...good, targetElements: 0 }, field: 'targetElements', code: 'targetElements' },
    { request: { ...good, targetElements: 1025 }, field: 'targetElements', code: 'targetElements' },
  ])('refuses $request by its field $field', ({ request, field, code }) => {
    const plan = planPermutation(request);
    expect(plan).toMatchObject({ ok: false, error: { code, field, message: expect.stringContaining(field) } });
  });

  it('takes the largest there is', () => {
    const perm = [11, 0, 10, 1, 9, 2, 8, 3, 7, 4, 6, 5];
    const shape = [16, 16, 16, 8, 8, 8, 8, 8, 8, 8, 8, 4];
    expect(product(shape)).toBe(2 ** 38);
    expect(planOf({ shape, perm, elementBytes: 16 }).chosen).toBe('xor');
  });
});
