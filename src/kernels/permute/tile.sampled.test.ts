import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { ELEMENT_BYTES } from '../../model/permute/permutation.ts';
import type { Params } from '../kernel.ts';
import { type Damage, verified } from './fixtures/emulated-mover.ts';
import { kernel } from './index.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../../public/ptx');
const ptxOf = (params: Params): string =>
  readFileSync(join(PTX_FOLDER, kernel.ptxPath('tile', params, 'sm_90')), 'utf8');
const outcomeOf = (params: Params, damage?: Damage) => verified('tile', params, ptxOf(params), damage);

/** Up to five dimensions; most have another one last in the output. */
const jobs = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 5 }).chain(shape => {
  const dims = shape.map((_, dim) => dim);
  return fc.record({
    shape: fc.constant(shape.join(',')),
    perm: fc.shuffledSubarray(dims, { minLength: dims.length }).map(order => order.join(',')),
    elementBytes: fc.constantFrom(...ELEMENT_BYTES),
    base: fc.constantFrom(0, 48),
  });
});

test('random permutations: every byte as the reference, every address as predicted', () => {
  fc.assert(
    fc.property(jobs, params => {
      fc.pre(kernel.refusal('tile', params) === null);
      expect(outcomeOf(params)).toMatchObject({ outcome: 'agrees' });
    }),
    { numRuns: draws(25) },
  );
});

test.each(ELEMENT_BYTES)('ragged tiles of several matrices: %i bytes', elementBytes => {
  for (const [shape, perm] of [
    ['2,45,131', '0,2,1'],
    ['33,2,34', '2,1,0'],
  ])
    expect(outcomeOf({ shape, perm, elementBytes })).toMatchObject({ outcome: 'agrees' });
});

test('ten dimensions of more than one element', () => {
  const params = { shape: '1,1,2,2,2,2,2,2,2,2,2,2', perm: '11,10,9,8,7,6,5,4,3,2,1,0', elementBytes: 8 };
  expect(outcomeOf(params)).toMatchObject({ outcome: 'agrees' });
});

test.each(ELEMENT_BYTES)('a whole tile has no conflict, and fills every sector: %i bytes', elementBytes => {
  const { shared, global } = summaryOf(
    kernel.predict('tile', { shape: '128,128', perm: '1,0', elementBytes }, 0).trace,
  );
  expect(shared.store.wavefronts).toBe(shared.store.ideal);
  expect(shared.load.wavefronts).toBe(shared.load.ideal);
  expect(global.load.sectors).toBe(global.load.ideal);
  expect(global.store.sectors).toBe(global.store.ideal);
});

test('what a tile cannot do is refused, in a sentence', () => {
  expect(kernel.refusal('tile', { shape: '4,5,6', perm: '1,0,2' })).toMatch(/^The fastest dimension stays: .*\.$/);
  expect(kernel.refusal('tile', { shape: '40,50', perm: '1,0', elementBytes: 16, sharedKiB: 16 })).toBe(
    'The tile needs 16896 bytes of shared memory, and a CTA may have 16384.',
  );
  expect(kernel.refusal('tile', { shape: '40,50', perm: '1,0', elementBytes: 8, sharedKiB: 16 })).toBeNull();
});

test('known wrong: without its barrier the tile is a race', () => {
  const params = { shape: '64,64', perm: '1,0' };
  const ptx = (text: string) => text.replace(/\n\s*(bar|barrier)\.sync[^\n]*/, '\n');
  expect(outcomeOf(params, { ptx })).toMatchObject({ outcome: 'faulted', fault: { kind: 'race' } });
});
