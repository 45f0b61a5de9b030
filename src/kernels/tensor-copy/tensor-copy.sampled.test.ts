import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { numberedByte } from '../../base/numbered-words.ts';
import { boxBytes } from '../../model/tma/box-bytes.ts';
import { copyBreaches } from '../../model/tma/box-copy.ts';
import { load, overhangBytes, store } from '../../model/tma/box-pieces.ts';
import { committedOutcome } from '../../pages/exhibit/fixtures/committed-outcome.ts';
import { boxCopyOf } from './box.ts';
import { cases } from './cases.ts';
import { kernel } from './index.ts';
import { FIRST_STORED_TO, tensorBytes, UNTOUCHED, windowBytes } from './launch.ts';
import { type CopyParams, schema } from './params.ts';
import { referenceOf } from './reference.ts';
import type { TensorCopyVariant } from './variants.ts';

const read = (params: Partial<CopyParams>): CopyParams => schema.parse(params);

/** More by hand: TENSOR_COPY_RUNS=2000. */
const RUNS = Number(process.env.TENSOR_COPY_RUNS ?? draws(60));

const valuesOf = (name: string) => {
  const { control } = kernel.fields.find(field => field.name === name)!;
  if (control.kind !== 'choice') throw new Error(`${name} is chosen`);
  return fc.constantFrom(...control.options.map(({ value }) => value));
};

/** Any parameters that the schema lets through, round the tensor's edges. */
const anyParams: fc.Arbitrary<CopyParams> = fc
  .record({
    ...Object.fromEntries(['rank', 'direction', 'mode', 'type', 'outside'].map(name => [name, valuesOf(name)])),
    rowBytes: fc.integer({ min: 1, max: 8 }).map(n => n * 16),
    count: fc.integer({ min: 1, max: 5 }),
    step: fc.integer({ min: 1, max: 3 }),
    startChunk: fc.integer({ min: -3, max: 12 }),
    start: fc.integer({ min: -2, max: 7 }),
    width: fc.integer({ min: 1, max: 90 }),
    extent: fc.integer({ min: 1, max: 6 }),
    base: fc.nat(7).map(n => n * 128),
  })
  .filter(params => schema.check(params).ok)
  .map(params => schema.parse(params))
  .filter(p => kernel.refusal('in-order', p) === null);

function modelled(p: CopyParams): Uint8Array {
  const copy = boxCopyOf(p);
  const bytes = boxBytes(copy);
  if (p.direction === 'load') {
    const window = new Uint8Array(windowBytes(copy)).fill(UNTOUCHED);
    load(copy, bytes, numberedByte, window, 0);
    return window;
  }
  const tensor = Uint8Array.from({ length: tensorBytes(copy) }, (_, i) => numberedByte(FIRST_STORED_TO * 4 + i));
  store(copy, bytes, numberedByte, tensor);
  return tensor;
}

test('the reference is what the model says, for any copy', () => {
  let cut = 0;
  fc.assert(
    fc.property(anyParams, p => {
      const copy = boxCopyOf(p);
      expect([...copyBreaches(copy)]).toEqual([]);
      const [reference] = referenceOf('in-order', p).values();
      expect(Buffer.compare(modelled(p), reference)).toBe(0);
      if (p.direction === 'store' && overhangBytes(copy, boxBytes(copy)) > 0) cut++;
    }),
    { numRuns: 600 },
  );
  expect(cut).toBeGreaterThan(0);
});

/** Emulated from the committed PTX, against reference and prediction: 'agrees', or what is wrong. */
const outcomeOf = (variant: TensorCopyVariant, p: CopyParams, arch: string): string =>
  committedOutcome(kernel, variant, p, arch);

test('bytes and addresses are the predicted ones, for any copy', () => {
  const any = fc
    .record({ p: anyParams, arch: fc.constantFrom(...kernel.archs) })
    .filter(({ p, arch }) => kernel.shortfall('in-order', p, arch) === null);
  fc.assert(
    fc.property(any, ({ p, arch }) => {
      expect(outcomeOf('in-order', p, arch)).toBe('agrees');
    }),
    { numRuns: 2 * RUNS },
  );
});

test('coordinates that are turned round are caught in both directions, from two dimensions on', () => {
  for (const rank of [2, 3, 4, 5] as const)
    for (const direction of ['load', 'store'] as const)
      expect(outcomeOf('slowest-first', read({ rank, direction }), 'sm_90a')).toContain('wrongAnswer');
  expect(kernel.refusal('slowest-first', read({ rank: 1 }))).toContain('one order');
});

test.each([
  [{ mode: '64B', rowBytes: 80 }, 'rowBytes'],
  [{ rank: 5, count: 32 }, 'count'],
  [{ rank: 5, extent: 64 }, 'extent'],
  [{ type: 'u32', outside: 'nan' }, 'outside'],
  [{ base: 64 }, 'base'],
  [{ rank: 6 }, 'rank'],
] as const)('%j is refused', (params, field) => {
  expect(kernel.schema.check(params)).toMatchObject({ ok: false, error: { field } });
});

test('every rank has cases of both directions, and those that are refused say why', () => {
  const right = cases.filter(({ params }) => kernel.refusal('in-order', params) === null);
  for (const rank of [1, 2, 3, 4, 5])
    for (const direction of ['load', 'store'])
      expect(
        right.some(({ params }) => {
          const p = schema.parse(params);
          return p.rank === rank && p.direction === direction;
        }),
      ).toBe(true);
  expect(kernel.refusal('in-order', read({ direction: 'store', start: -1 }))).toMatch(/traps\.$/);
});
