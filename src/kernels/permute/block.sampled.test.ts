import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draws, isWhole } from '../../../scripts/fixtures/sweep.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { sideCost } from '../../model/permute/side-cost.ts';
import { accessAt } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { Params } from '../kernel.ts';
import { type Damage, verified } from './fixtures/emulated-mover.ts';
import { kernel } from './index.ts';
import { jobOf } from './job.ts';
import { ODOMETER, type PermuteParams, schema, TABLES } from './params.ts';
import { typedPlaces } from './places.ts';
import { BLOCK_VARIANTS, type PermuteVariant, STRATEGY_OF } from './variants.ts';

const PTX_FOLDER = join(import.meta.dirname, '../../../public/ptx');
const texts = new Map<string, string>();

/** Runs the committed PTX. */
function emulated(variant: PermuteVariant, params: Params, damage?: Damage) {
  const path = kernel.ptxPath(variant, params, 'sm_90');
  const text = texts.get(path) ?? readFileSync(join(PTX_FOLDER, path), 'utf8');
  texts.set(path, text);
  return verified(variant, params, text, damage);
}

const planned = Object.entries(STRATEGY_OF).filter(([variant]) => BLOCK_VARIANTS.includes(variant as PermuteVariant));

/** Whole and cut dimensions, ragged ends, and blocks of few and of many elements. */
const shapes = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(8, 16), fc.integer({ min: 6, max: 45 })), {
    maxLength: 6,
  })
  .filter(shape => shape.reduce((a, b) => a * b, 1) <= 6000);

const jobs = shapes.chain(shape =>
  fc.record({
    shape: fc.constant(shape.join()),
    perm: fc.shuffledSubarray([...shape.keys()], { minLength: shape.length }).map(order => order.join()),
    elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
    access: fc.constantFrom(0, 1),
    target: fc.constantFrom(0, 8, 16, 32, 64),
    base: fc.constantFrom(0, 48),
  }),
) as fc.Arbitrary<Partial<PermuteParams>>;

describe.each([
  ['tables', TABLES],
  ['odometer', ODOMETER],
])('positions by %s', (_, positions) => {
  const able = BLOCK_VARIANTS.filter(variant => variant !== 'table' || positions === TABLES);

  test('random permutations: every byte as the reference, every address as predicted', () => {
    const seen = { ragged: 0, vectors: 0, ran: new Set<string>() };
    fc.assert(
      fc.property(jobs, fc.constantFrom(...able), (params, variant) => {
        const job = { ...params, positions };
        fc.pre(kernel.refusal(variant, job) === null);
        expect(emulated(variant, job)).toMatchObject({ outcome: 'agrees' });
        const { plan } = jobOf(schema.parse(job));
        if (plan.spillover.some(({ ragged }) => ragged > 0)) seen.ragged++;
        if (plan.vectors.store > 1 || plan.vectors.load > 1) seen.vectors++;
        seen.ran.add(variant);
      }),
      { numRuns: draws(60) },
    );
    // A few draws may miss a kind.
    if (!isWhole) return;
    expect(Math.min(seen.ragged, seen.vectors)).toBeGreaterThan(0);
    expect(seen.ran.size).toBe(able.length);
  });

  test.each([
    { shape: '2,2,2,2,2,2,2,2,2,2,2,2', perm: '11,0,9,2,7,4,5,6,3,8,1,10', elementBytes: 1 },
    { shape: '1', perm: '0' },
    { shape: '', perm: '', elementBytes: 16 },
    { shape: '6,7,3,5,3,7', perm: '3,5,1,4,0,2', elementBytes: 2, access: 1 },
    { shape: '40,3,40', perm: '2,1,0', target: 256, sharedKiB: 227 },
  ] satisfies Partial<PermuteParams>[])('$shape to $perm', params => {
    for (const variant of ['none', 'odd-row'] as const)
      expect(emulated(variant, { ...params, positions })).toMatchObject({ outcome: 'agrees' });
  });
});

test('the plan counts the wavefronts of a whole block', () => {
  fc.assert(
    fc.property(jobs, fc.constantFrom(...planned), (params, [variant, strategy]) => {
      fc.pre(kernel.refusal(variant, params) === null);
      const { shared } = summaryOf(kernel.predict(variant, params, 0).trace);
      const { plan } = jobOf(schema.parse(params));
      const layout = plan.layouts.find(each => each.strategy === strategy)!;
      for (const side of ['store', 'load'] as const) {
        expect(shared[side].wavefronts).toBe(layout[side].wavefronts);
        expect(shared[side].ideal).toBe(layout[side].ideal);
      }
    }),
    { numRuns: draws(80) },
  );
});

describe('pads of a person', () => {
  const params = { shape: '32,32', perm: '1,0' };
  const load = (pads: string) => summaryOf(kernel.predict('yours', { ...params, pads }, 0).trace).shared.load;

  test('are added to the natural strides, slowest first', () => {
    const wavefronts = ['', '1,0', '2,0', '0,1'].map(pads => load(pads).wavefronts);
    expect(wavefronts).toEqual([1024, 32, 64, 1024]);
    expect(kernel.launch('yours', { ...params, pads: '1,0' }).dynamicSharedBytes).toBe((31 * 33 + 32) * 4);
  });

  test('are refused where their number is not that of the modes, or the block becomes too large', () => {
    expect(kernel.refusal('yours', { ...params, pads: '1' })).toContain('expected 2 numbers');
    expect(kernel.refusal('yours', { ...params, pads: '1000,0' })).toContain('more than the 49152 B');
    const job = jobOf(schema.parse({ ...params, pads: '1,0' }));
    const places = typedPlaces(job);
    if (!places.ok) throw new Error(places.error);
    expect(sideCost('load', job.plan.move, places.value.placement).wavefronts).toBe(32);
  });
});

test('sources are named for what is refused, too', () => {
  const refused = { shape: '32,32', perm: '1,0', pads: '1' };
  for (const binding of [0, 1])
    expect(kernel.build('yours', { ...refused, binding })).toMatchObject({ source: 'permute/block.cu' });
});

test('a position table is not counted', () => {
  const params = { shape: '32,24', perm: '1,0', positions: ODOMETER };
  expect(kernel.refusal('table', params)).toContain('looked up, not counted');
  expect(kernel.refusal('table', { ...params, positions: TABLES })).toBeNull();
});

test('the largest tensor has a launch and a prediction', () => {
  const params = { shape: '65536,32768', perm: '1,0', elementBytes: 16, positions: ODOMETER };
  const launch = kernel.launch('none', params);
  const last = launch.grid[0] - 1;
  const { trace } = kernel.predict('none', params, last);
  const addresses = bufferAddresses(launch);
  const rows = Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row));
  for (const [name, kind] of [
    ['in', 'load'],
    ['out', 'store'],
  ] as const) {
    const found = rows.filter(row => row.space === 'global' && row.kind === kind).flatMap(row => [...row.address]);
    expect(Math.max(...found)).toBe(addresses.get(name)! + (2 ** 31 - 1) * 16);
  }
});

test('known-wrong variants are caught where there is something to forget', () => {
  const params = { shape: '64,32', perm: '1,0' };
  expect(emulated('pad-not-used', params)).toMatchObject({ outcome: 'faulted', fault: { kind: 'uninitialisedRead' } });
  expect(emulated('missing-barrier', params)).toMatchObject({ outcome: 'faulted', fault: { kind: 'race' } });
});

test('a wrong place is a wrong answer', () => {
  const params = { shape: '32,32', perm: '1,0' };
  const swapped = emulated('xor', params, {
    launch: launch => ({
      ...launch,
      buffers: launch.buffers.map(buffer => {
        if (buffer.name !== 'sharedOut' || buffer.init.kind !== 'values') return buffer;
        const [first, second, ...rest] = buffer.init.values;
        return { ...buffer, init: { kind: 'values', values: [second, first, ...rest] } };
      }),
    }),
  });
  expect(swapped.outcome).toBe('wrongAnswer');
});
