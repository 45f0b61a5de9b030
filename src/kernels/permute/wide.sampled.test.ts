import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { ELEMENT_BYTES } from '../../model/permute/permutation.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Params } from '../kernel.ts';
import { archs } from './archs.ts';
import { type Damage, verified } from './fixtures/emulated-mover.ts';
import { kernel } from './index.ts';
import { WIDE_VARIANTS } from './variants.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../../public/ptx');

type Wide = 'tile-v' | 'tile-bulk' | 'tile-odd' | 'tile-short' | 'rows-v' | 'rows-odd';

function outcomeOf(variant: Wide, params: Params, damage?: Damage, arch = 'sm_90') {
  const ptx = readFileSync(join(PTX_FOLDER, kernel.ptxPath(variant, params, arch)), 'utf8');
  return verified(variant, params, ptx, damage);
}

/** Up to five dimensions, some of which are whole vectors, and some no multiple of two. */
const jobs = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(8, 12, 16, 32, 11, 33)), {
    minLength: 2,
    maxLength: 5,
  })
  .filter(shape => shape.reduce((a, b) => a * b, 1) <= 4096)
  .chain(shape => {
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
      const able = WIDE_VARIANTS.filter(id => kernel.refusal(id, params) === null);
      fc.pre(able.length > 0);
      for (const variant of able) expect(outcomeOf(variant, params), variant).toMatchObject({ outcome: 'agrees' });
    }),
    { numRuns: draws(8) },
  );
});

/** Each shape in its order, emulated as predicted. */
function expectAgreement(variant: Wide, elementBytes: number, tensors: readonly (readonly [string, string])[]): void {
  for (const [shape, perm] of tensors)
    expect(outcomeOf(variant, { shape, perm, elementBytes })).toMatchObject({ outcome: 'agrees' });
}

/** Whole vectors of 16 bytes down to single elements, with ragged blocks on each side. */
test.each(ELEMENT_BYTES)('tiles with ragged ends: %i bytes', elementBytes => {
  expectAgreement('tile-v', elementBytes, [
    ['2,48,3,80', '3,0,1,2'],
    ['45,67', '1,0'],
    ['3,36,26', '2,0,1'],
  ]);
});

/** Blocks end within both pairs; sides go on in a second dimension; columns of more than one record, and for more than a turn. */
test.each(ELEMENT_BYTES)('tiles by the copy engine: %i bytes', elementBytes => {
  expectAgreement('tile-bulk', elementBytes, [
    ['2,48,3,80', '3,0,1,2'],
    ['32,16', '1,0'],
    ['16,2,112', '2,1,0'],
    ['176,208', '1,0'],
  ]);
});

test.each(archs.filter(arch => kernel.shortfall('tile-bulk', {}, arch) === null))('columns by copies on %s', arch => {
  const params = { shape: '48,80', perm: '1,0', elementBytes: 2 };
  expect(outcomeOf('tile-bulk', params, {}, arch)).toMatchObject({ outcome: 'agrees' });
});

/** The tensor, blocks and both pairs end within vectors; sides go on in a second dimension. Of 16 bytes every element is a vector. */
test.each(ELEMENT_BYTES.filter(bytes => bytes < 16))('tiles of odd lengths: %i bytes', elementBytes => {
  expectAgreement('tile-odd', elementBytes, [
    ['45,67', '1,0'],
    ['5,13,7,19', '3,1,0,2'],
    ['131,3,77', '2,0,1'],
    ['301,275', '1,0'],
  ]);
});

/** Pixels both ways, windows, patches, pairs; boxes that are cut on one side, on both, and where the last is shorter; vectors that wrap. */
test.each(ELEMENT_BYTES)('tiles with a short side: %i bytes', elementBytes => {
  expectAgreement('tile-short', elementBytes, [
    ['2,3,640', '0,2,1'],
    ['1600,3', '1,0'],
    ['1021,3', '1,0'],
    ['2,48,7,7', '0,2,3,1'],
    ['2,3,4,4,5,4', '0,2,4,3,5,1'],
    ['4,2,2,16,6', '0,3,1,4,2'],
    ['33,70,2', '1,0,2'],
    ['300,4,4', '0,2,1'],
  ]);
});

test.each(archs)('elements are gathered in order on %s', arch => {
  const params = { shape: '2,3,640', perm: '0,2,1', elementBytes: 1 };
  expect(outcomeOf('tile-short', params, {}, arch)).toMatchObject({ outcome: 'agrees' });
});

/** Rows begin anywhere within a vector, and the tensor ends within a word; rows shorter than a vector. */
test.each(ELEMENT_BYTES.filter(bytes => bytes < 16))('rows of odd lengths: %i bytes', elementBytes => {
  expectAgreement('rows-odd', elementBytes, [
    ['5,7,67', '1,0,2'],
    ['3,5,4,19', '2,0,1,3'],
    ['9,11,3', '1,0,2'],
  ]);
});

test.each(archs)('rows of words on %s', arch => {
  const params = { shape: '5,7,67', perm: '1,0,2', elementBytes: 2 };
  expect(outcomeOf('rows-odd', params, {}, arch)).toMatchObject({ outcome: 'agrees' });
});

test.each(archs)('pieces of vectors come behind whole ones on %s', arch => {
  const params = { shape: '45,67', perm: '1,0', elementBytes: 2 };
  expect(outcomeOf('tile-odd', params, {}, arch)).toMatchObject({ outcome: 'agrees' });
});

test('odd lengths: all that is written but the ends of columns are whole sectors', () => {
  const { global } = summaryOf(kernel.predict('tile-odd', { shape: '8191,8193', perm: '1,0' }, 40).trace);
  expect(global.store.sectors).toBe(global.store.ideal);
});

test.each(ELEMENT_BYTES)('rows of any length: %i bytes', elementBytes => {
  expectAgreement('rows-v', elementBytes, [
    ['5,3,6,16', '2,0,1,3'],
    ['2,3,1030', '1,0,2'],
    ['9,11,3', '1,0,2'],
  ]);
});

test.each(ELEMENT_BYTES)('a square of whole blocks has no conflict, and fills every sector: %i bytes', elementBytes => {
  const { shared, global } = summaryOf(
    kernel.predict('tile-v', { shape: '8192,8192', perm: '1,0', elementBytes }, 0).trace,
  );
  expect(shared.store.wavefronts).toBe(shared.store.ideal);
  expect(shared.load.wavefronts).toBe(shared.load.ideal);
  expect(global.load.sectors).toBe(global.load.ideal);
  expect(global.store.sectors).toBe(global.store.ideal);
});

test.each(ELEMENT_BYTES)('by the copy engine a square of whole blocks has no conflict: %i bytes', elementBytes => {
  const { shared, global } = summaryOf(
    kernel.predict('tile-bulk', { shape: '8192,8192', perm: '1,0', elementBytes }, 0).trace,
  );
  expect(shared.store.wavefronts).toBe(shared.store.ideal);
  expect(global.load.sectors).toBe(global.load.ideal);
});

test.each(ELEMENT_BYTES)('pixels of three channels fill every sector: %i bytes', elementBytes => {
  const { global } = summaryOf(
    kernel.predict('tile-short', { shape: '4,3,65536', perm: '0,2,1', elementBytes }, 0).trace,
  );
  expect(global.load.sectors).toBe(global.load.ideal);
  expect(global.store.sectors).toBe(global.store.ideal);
});

test('what they cannot do is refused, in a sentence', () => {
  expect(kernel.refusal('tile-v', { shape: '4,5,6', perm: '1,0,2' })).toMatch(/^The fastest dimension stays: .*\.$/);
  expect(kernel.refusal('tile-odd', { shape: '3,5,6', perm: '1,0,2' })).toMatch(/^The fastest dimension stays: .*\.$/);
  expect(kernel.refusal('tile-odd', { shape: '4,5,8', perm: '2,1,0' })).toMatch(/^Rows are whole vectors .*\.$/);
  expect(kernel.refusal('tile-bulk', { shape: '4,5,8', perm: '1,0,2' })).toMatch(/^The fastest dimension stays: .*\.$/);
  expect(kernel.refusal('tile-bulk', { shape: '4,5,6', perm: '2,1,0' })).toMatch(/^Rows are no whole vectors .*\.$/);
  expect(kernel.refusal('tile-short', { shape: '4,5,6', perm: '0,1,2' })).toMatch(/^Nothing changes place: .*\.$/);
  expect(kernel.refusal('tile-short', { shape: '64,64', perm: '1,0' })).toMatch(
    /^The fastest dimensions fill lines .*\.$/,
  );
  expect(kernel.shortfall('tile-bulk', {}, 'sm_80')).toMatch(/^sm_80 has no copy engine; .*\.$/);
  expect(kernel.refusal('rows-odd', { shape: '4,5,8', perm: '1,0,2' })).toMatch(/^Rows are whole vectors .*\.$/);
  expect(kernel.refusal('rows-odd', { shape: '4,5,6', perm: '2,0,1' })).toMatch(
    /^The fastest dimension changes: .*\.$/,
  );
  expect(kernel.refusal('rows-odd', { shape: '4,5,6', perm: '0,1,2' })).toMatch(/^Nothing changes place: .*\.$/);
  expect(kernel.refusal('rows-v', { shape: '4,5,6', perm: '2,0,1' })).toMatch(/^The fastest dimension changes: .*\.$/);
  expect(kernel.refusal('rows-v', { shape: '4,5,6', perm: '0,1,2' })).toMatch(/^Nothing changes place: .*\.$/);
});

test('known wrong: without its barrier the tile is a race', () => {
  const ptx = (text: string) => text.replaceAll(/\n\s*(bar|barrier)\.sync[^\n]*/g, '\n');
  const outcome = outcomeOf('tile-v', { shape: '64,64', perm: '1,0' }, { ptx });
  expect(outcome).toMatchObject({ outcome: 'faulted', fault: { kind: 'race' } });
});

test('known wrong: a tensor that is said to be longer is read beyond its end', () => {
  const longer = (launch: Launch): Launch => ({
    ...launch,
    params: launch.params.map(param =>
      param.kind === 'struct'
        ? { ...param, fields: param.fields.map((field, i) => (i === 0 ? { ...field, value: 2 ** 20 } : field)) }
        : param,
    ),
  });
  const outcome = outcomeOf('tile-odd', { shape: '45,67', perm: '1,0', elementBytes: 2 }, { launch: longer });
  expect(outcome).toMatchObject({ outcome: 'faulted', fault: { kind: 'outOfBounds' } });
});
