import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { ELEMENT_BYTES } from '../../model/permute/permutation.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Params } from '../kernel.ts';
import { type Damage, verified } from './fixtures/emulated-mover.ts';
import { kernel } from './index.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../../public/ptx');
const ptxOf = (params: Params): string =>
  readFileSync(join(PTX_FOLDER, kernel.ptxPath('rows', params, 'sm_90')), 'utf8');
const outcomeOf = (params: Params, damage?: Damage) => verified('rows', params, ptxOf(params), damage);

const summary = (params: Params, cta = 0) => summaryOf(kernel.predict('rows', params, cta).trace);

/** The last dimension stays last; a row of one element would not count as a dimension. */
const jobs = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 }), fc.integer({ min: 2, max: 40 }))
  .chain(([outer, row]) => {
    const dims = outer.map((_, dim) => dim);
    return fc.record({
      shape: fc.constant([...outer, row].join(',')),
      perm: fc.shuffledSubarray(dims, { minLength: dims.length }).map(order => [...order, dims.length].join(',')),
      elementBytes: fc.constantFrom(...ELEMENT_BYTES),
      access: fc.constantFrom(0, 1),
    });
  });

test('random rows: every byte as the reference, every address as predicted', () => {
  fc.assert(
    fc.property(jobs, params => {
      expect(kernel.refusal('rows', params)).toBeNull();
      expect(outcomeOf(params)).toMatchObject({ outcome: 'agrees' });
    }),
    { numRuns: draws(50) },
  );
});

test.each(ELEMENT_BYTES)(
  'a copy, a row over several CTAs, a single element, twelve dimensions: %i bytes',
  elementBytes => {
    for (const access of [0, 1])
      for (const [shape, perm] of [
        ['2100', '0'],
        ['2,3000', '0,1'],
        ['3,2,1500', '1,0,2'],
        ['1,1', '1,0'],
        ['', ''],
        ['2,2,2,2,2,2,2,2,2,2,2,3', '10,9,8,7,6,5,4,3,2,1,0,11'],
      ])
        expect(outcomeOf({ shape, perm, elementBytes, access })).toMatchObject({ outcome: 'agrees' });
  },
);

test.each([
  [4, 1, 64, 16],
  [4, 1, 6, 8],
  [4, 1, 7, 4],
  [2, 1, 7, 2],
  [1, 1, 7, 1],
  [1, 1, 48, 16],
  [1, 1, 20, 4],
  [4, 0, 64, 4],
])('%i bytes, access %i: rows of %i elements move by %i bytes', (elementBytes, access, row, widthBytes) => {
  const { trace } = kernel.predict('rows', { shape: `4,5,${row}`, perm: '1,0,2', elementBytes, access }, 0);
  expect(new Set(trace.widthBytes.slice(0, trace.rows))).toEqual(new Set([widthBytes]));
});

test('long rows fill every sector, and shared memory is not touched', () => {
  const { global, shared } = summary({ shape: '4,5,256', perm: '1,0,2', access: 1 });
  expect(global.load.sectors).toBe(global.load.ideal);
  expect(global.store.sectors).toBe(global.store.ideal);
  expect(shared.load.requests + shared.store.requests).toBe(0);
});

test('a last dimension that moves is refused, in a sentence', () => {
  expect(kernel.refusal('rows', { shape: '4,5', perm: '1,0' })).toMatch(/^The fastest dimension changes: .*\.$/);
});

/** Word `word` of the struct is one more. */
const withWord =
  (word: number) =>
  (launch: Launch): Launch => ({
    ...launch,
    params: launch.params.map(param =>
      param.kind !== 'struct'
        ? param
        : {
            ...param,
            fields: param.fields.map((field, i) =>
              i === word && field.kind === 'scalar' ? { ...field, value: Number(field.value) + 1 } : field,
            ),
          },
    ),
  });

test('known wrong: a carry that is one element too far', () => {
  const params = { shape: '4,5,6', perm: '1,0,2' };
  const small = { ...params, shape: '40,5,6' };
  const firstCarry = 3 + 3 * 12 + 1;
  expect(outcomeOf(small, { launch: withWord(firstCarry) }).outcome).toBe('wrongAnswer');
  // A thread without a second access has no carry.
  expect(outcomeOf(params, { launch: withWord(firstCarry) }).outcome).toBe('agrees');
});
