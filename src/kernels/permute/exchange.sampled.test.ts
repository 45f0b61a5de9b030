import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { ELEMENT_BYTES } from '../../model/permute/permutation.ts';
import { planPermutation } from '../../model/permute/plan.ts';
import type { Params } from '../kernel.ts';
import { type Damage, verified } from './fixtures/emulated-mover.ts';
import { kernel } from './index.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../../public/ptx');
const ptxOf = (params: Params): string =>
  readFileSync(join(PTX_FOLDER, kernel.ptxPath('register-exchange', params, 'sm_90')), 'utf8');
const outcomeOf = (params: Params, damage?: Damage) => verified('register-exchange', params, ptxOf(params), damage);

const SKINNY = [2, 3, 4, 5, 6, 7, 8];
const sizes = SKINNY.flatMap(skinny => ELEMENT_BYTES.map(elementBytes => ({ skinny, elementBytes })));

/** A skinny dimension beside a long one that is fastest on the other side, among others; `woven`: in the output. */
const jobs = fc
  .record({
    outer: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    rows: fc.integer({ min: 32, max: 150 }),
    skinny: fc.constantFrom(...SKINNY),
    woven: fc.boolean(),
    elementBytes: fc.constantFrom(...ELEMENT_BYTES),
  })
  .chain(({ outer, rows, skinny, woven, elementBytes }) => {
    const dims = outer.map((_, dim) => dim);
    const [row, column] = [outer.length, outer.length + 1];
    const apart = fc
      .shuffledSubarray([...dims, column], { minLength: column })
      .map(order => ({ shape: [...outer, rows, skinny], perm: [...order, row] }));
    return apart.map(({ shape, perm }) => {
      const permutation = woven ? inverseOf(shape, perm) : { shape, perm };
      return { shape: permutation.shape.join(','), perm: permutation.perm.join(','), elementBytes };
    });
  });

const inverseOf = (shape: readonly number[], perm: readonly number[]) => ({
  shape: perm.map(dim => shape[dim]),
  perm: shape.map((_, dim) => perm.indexOf(dim)),
});

test('random skinny dimensions: every byte as the reference, every address as predicted', () => {
  fc.assert(
    fc.property(jobs, params => {
      fc.pre(kernel.refusal('register-exchange', params) === null);
      expect(outcomeOf(params)).toMatchObject({ outcome: 'agrees' });
    }),
    { numRuns: draws(30) },
  );
});

test.each(sizes)(
  '$skinny columns of $elementBytes bytes, taken apart and woven together',
  ({ skinny, elementBytes }) => {
    for (const [shape, perm] of [
      [`2,77,${skinny}`, '2,0,1'],
      [`2,${skinny},33`, '0,2,1'],
      [`${skinny},300`, '1,0'],
    ])
      expect(outcomeOf({ shape, perm, elementBytes })).toMatchObject({ outcome: 'agrees' });
  },
);

test.each(SKINNY)('whole warps of %i columns touch every sector once, and no shared memory', skinny => {
  for (const [shape, perm] of [
    [`256,${skinny}`, '1,0'],
    [`${skinny},256`, '1,0'],
  ]) {
    const { global, shared } = summaryOf(kernel.predict('register-exchange', { shape, perm }, 0).trace);
    const sectors = (256 * skinny * 4) / 32;
    expect([global.load.sectors, global.store.sectors]).toEqual([sectors, sectors]);
    expect(shared.load.requests + shared.store.requests).toBe(0);
  }
});

test.each(ELEMENT_BYTES)(
  'the kernel shuffles as often as the plan says, both ways, without local memory: %i bytes',
  elementBytes => {
    const text = ptxOf({ elementBytes });
    const planned = SKINNY.map(skinny => {
      const plan = planPermutation({ shape: [64, skinny], perm: [1, 0], elementBytes });
      return (plan.ok && plan.value.layouts.find(layout => layout.exchange !== null)?.exchange?.shuffles) || 0;
    });
    const perShuffle = Math.max(1, elementBytes / 4);
    expect(text.match(/\bshfl\.sync/g)).toHaveLength(2 * perShuffle * planned.reduce((a, b) => a + b, 0));
    expect(text).not.toMatch(/\.local\b/);
    expect(text).not.toMatch(/\.shared\b/);
  },
);

test.each([
  ['4,5,6', '1,0,2', /^The fastest dimension stays: .*\.$/],
  ['64,9', '1,0', /has 9 elements: .* at most 8 .*\.$/],
  ['40,50,3', '2,1,0', /^The input has a skinny dimension fastest, but .*\.$/],
  ['20,3', '1,0', /has 20 elements: a line needs 32, .*\.$/],
])('%s in order %s is refused, in a sentence', (shape, perm, sentence) => {
  expect(kernel.refusal('register-exchange', { shape, perm })).toMatch(sentence);
});

test('known wrong: shuffles that ask the lane further on instead of the one across', () => {
  const wrongLane = (text: string) => text.replaceAll('shfl.sync.bfly', 'shfl.sync.down');
  const params = { shape: '64,2', perm: '1,0' };
  expect(outcomeOf(params, { ptx: wrongLane }).outcome).toBe('wrongAnswer');
  // An odd number of columns needs no shuffle.
  expect(outcomeOf({ ...params, shape: '64,3' }, { ptx: wrongLane }).outcome).toBe('agrees');
});
