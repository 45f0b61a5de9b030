import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { bankCost } from '../../model/banks/wavefronts.ts';
import { committedOutcome } from '../../pages/exhibit/fixtures/committed-outcome.ts';
import { kernel } from './index.ts';
import { ACCESSES, allPasses } from './job.ts';
import { predict } from './model.ts';
import { type ProbeParams, schema, tableOf } from './params.ts';
import { PATTERNS, patternOf } from './patterns.ts';
import { type ProbeVariant, variants } from './variants.ts';

const RUNS = draws(40);

const read = (params: Partial<ProbeParams>): ProbeParams => schema.parse(params);

/** Tables of aligned offsets with many lanes on few words, and some idle lanes. */
const anyParams: fc.Arbitrary<ProbeParams> = fc
  .record({
    offsets: fc.array(fc.option(fc.integer({ min: 0, max: 40 }), { freq: 12 }), { minLength: 32, maxLength: 32 }),
    widthBytes: fc.constantFrom(4, 8, 16),
    matrices: fc.constantFrom(1, 2, 4),
    order: fc.constantFrom('independent', 'chained'),
    passes: fc.integer({ min: 1, max: 3 }),
    warps: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ offsets, ...rest }) => ({ ...rest, table: offsets.map(at => (at === null ? '-' : at * 16)).join(' ') }))
  .filter(params => schema.check(params).ok)
  .map(params => schema.parse(params));

/** Emulated from the committed PTX, against reference and prediction: 'agrees', or what is wrong. */
const outcomeOf = (variant: ProbeVariant, p: ProbeParams, arch: string): string =>
  committedOutcome(kernel, variant, p, arch);

test.each(variants.map(({ id }) => id).filter(id => id !== 'swapped'))(
  '%s: words and addresses are the predicted ones, for any table',
  variant => {
    const any = fc
      .record({ p: anyParams, arch: fc.constantFrom('sm_90', 'sm_120') })
      .filter(({ p }) => kernel.refusal(variant, p) === null);
    fc.assert(
      fc.property(any, ({ p, arch }) => {
        expect(outcomeOf(variant, p, arch)).toBe('agrees');
      }),
      { numRuns: RUNS },
    );
  },
);

test('the loop asks the banks what the table alone would', () => {
  const p = read({ table: 'lane * 132', passes: 3 });
  const { load } = summaryOf(predict('load', p, 0).trace).shared;
  const one = bankCost({ instruction: 'ld', widthBytes: 4, addresses: [...tableOf(p)] });
  expect(load.requests).toBe(ACCESSES * allPasses(p));
  expect(one.ok && load.wavefronts).toBe(load.requests * (one.ok ? one.value.wavefronts : 0));
});

test.each(PATTERNS)('$name is a table', ({ table }) => {
  expect(schema.check({ table })).toMatchObject({ ok: true });
});

test('every pattern is told from the others by its table and the bytes a lane', () => {
  for (const pattern of PATTERNS) expect(patternOf(pattern.table, pattern.widthBytes ?? 4)).toBe(pattern);
  expect(patternOf('lane * 16', 4)?.name).toBe('Side by side, 16 B');
  expect(patternOf('lane * 12', 4)).toBeNull();
});

test.each([
  ['lane * 3', 'table'],
  ['lane - 1', 'table'],
  ['- - -', 'table'],
  ['lane * 256 + 256', 'table'],
  ['row', 'table'],
])('the table %s is refused', (table, field) => {
  expect(kernel.schema.check({ table })).toMatchObject({ ok: false, error: { field } });
});

test('what an access cannot do with a table is told with the lane', () => {
  const why = (variant: ProbeVariant, params: Partial<ProbeParams>) => kernel.refusal(variant, read(params));
  expect(why('load', { table: 'lane * 4', widthBytes: 8 })).toContain('Lane 1: 4');
  expect(why('ldmatrix', { table: '0 16 32', matrices: 1 })).toContain('Lane 3 is idle');
  expect(why('load', { table: '0 16 32' })).toBeNull();
  expect(kernel.shortfall('stmatrix', {}, 'sm_80')).toContain('sm_80');
  expect(kernel.shortfall('stmatrix', {}, 'sm_120')).toBeNull();
});
