import { expect, test } from 'vitest';
import { LANES } from '../../base/hardware.ts';
import { summaryOf } from '../../model/banks/trace-summary.ts';
import { costOfAccess } from '../../model/banks/wavefronts.ts';
import { warpSteps } from '../../panels/step-records.ts';
import { type Access, type AccessTrace, accessAt } from '../../trace/access-trace.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import { cases } from './cases.ts';
import { ctasOf, ELEMENT_BYTES } from './geometry.ts';
import { kernel } from './index.ts';
import { launchOf, referenceOf } from './launch.ts';
import { predict } from './model.ts';
import { fields, type ReductionParams, schema } from './params.ts';
import { sumAccesses } from './schedule.ts';
import { stepsOf } from './steps.ts';
import { type ReductionVariant, variants } from './variants.ts';

const THREADS = [64, 128, 256, 512] as const;
const SOUND: readonly ReductionVariant[] = variants.slice(0, 8).map(({ id }) => id);
const read = (params: Partial<ReductionParams>): ReductionParams => schema.parse(params);
const rowsOf = (trace: AccessTrace): Access[] => Array.from({ length: trace.rows }, (_, row) => accessAt(trace, row));
const sharedOf = (variant: ReductionVariant, p: ReductionParams, kind: 'load' | 'store') =>
  rowsOf(predict(variant, p, 0).trace).filter(row => row.space === 'shared' && row.kind === kind);
const isOn = (row: Access, lane: number): boolean => ((row.activeMask >>> lane) & 1) === 1;

/** Element i of the input, as the launch's `iota` says. */
function elementOf(p: ReductionParams, i: number): number {
  const { init } = launchOf('sequential', p).buffers.find(({ name }) => name === 'in')!;
  if (init.kind !== 'iota') throw new Error('the input is iota');
  return Number((BigInt(i) * BigInt(init.step ?? 1)) & 0xffff_ffffn);
}

const totalOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => (sum + value) >>> 0, 0);

/** Sum of each thread after the predicted loads of the input. */
function broughtIn(variant: ReductionVariant, p: ReductionParams, cta: number): Uint32Array {
  const sums = new Uint32Array(p.threads);
  const from = bufferAddresses(launchOf(variant, p)).get('in')!;
  for (const row of rowsOf(predict(variant, p, cta).trace)) {
    if (row.space !== 'global' || row.kind !== 'load') continue;
    row.address.forEach((address, lane) => {
      if (!isOn(row, lane)) return;
      for (let at = address - from; at < address - from + row.widthBytes; at += ELEMENT_BYTES)
        sums[row.warp * LANES + lane] += elementOf(p, at / ELEMENT_BYTES);
    });
  }
  return sums;
}

/** Carries out the schedule of additions: a register per thread, one shared array. */
function execute(variant: ReductionVariant, p: ReductionParams, cta: number): number {
  const sums = broughtIn(variant, p, cta);
  const words: number[] = [];
  const addUp = (first: number) => totalOf(sums.subarray(first, first + LANES));
  for (const { kind, part, wordOf } of sumAccesses(variant, p.threads)) {
    if (part === 'warps' && kind === 'store') for (let t = 0; t < p.threads; t += LANES) sums[t] = addUp(t);
    for (let thread = 0; thread < p.threads; thread++) {
      const word = wordOf(thread);
      if (word !== null && kind === 'store') words[word] = sums[thread];
      else if (word !== null) sums[thread] = words[word] + (part === '' || part === 'right' ? sums[thread] : 0);
      else if (part === 'warps' && kind === 'load') sums[thread] = 0;
    }
    if (part === 'warps' && kind === 'load') sums[0] = addUp(0);
  }
  return sums[0];
}

test.each(SOUND.flatMap(variant => cases.map(({ id, params }) => [variant, id, params] as const)))(
  'carrying out the schedule of %s adds up every share: %s',
  (variant, _, params) => {
    const p = read(params);
    const expected = new Uint32Array(referenceOf(variant, p).get('out')!.buffer);
    const found = Array.from(expected, (_, cta) => execute(variant, p, cta));
    expect(found).toEqual([...expected]);
    const everything = totalOf(Array.from({ length: p.elements }, (_, i) => elementOf(p, i)));
    expect(totalOf(found)).toBe(everything);
  },
);

test('divergent: every second, fourth … lane, in all warps until the stride is 32', () => {
  const stores = sharedOf('interleaved-divergent', read({}), 'store').filter(({ warp }) => warp === 3);
  const masks = stores.map(({ activeMask }) => activeMask);
  expect(masks).toEqual([0xffff_ffff, 0x5555_5555, 0x1111_1111, 0x0101_0101, 0x0001_0001, 1]);
});

test('strided: as many wavefronts as two strides have words, while a warp is full', () => {
  const loads = sharedOf('interleaved-strided', read({ threads: 512 }), 'load').filter(row => row.warp === 0);
  const wavefronts = loads.map(row => costOfAccess(row).wavefronts);
  // Both words of each addition; the last eight strides have half as many lanes each time. Then the result.
  const perStride = [2, 4, 8, 16, 16, 8, 4, 2, 1];
  expect(wavefronts).toEqual([...perStride.flatMap(n => [n, n]), 1]);
});

test.each(SOUND.filter(variant => variant !== 'interleaved-strided'))('%s asks no bank twice', variant => {
  for (const threads of THREADS) {
    const { load, store } = summaryOf(predict(variant, read({ threads }), 0).trace).shared;
    expect([load.wavefronts, store.wavefronts]).toEqual([load.ideal, store.ideal]);
  }
});

test('from step 5 on the last warp works with all lanes', () => {
  for (const variant of ['unrolled-warp', 'fully-unrolled'] as const) {
    const loads = sharedOf(variant, read({}), 'load').filter(row => row.warp === 0);
    expect(loads.map(({ activeMask }) => activeMask)).toEqual(Array(8).fill(0xffff_ffff));
    expect(Math.max(...loads.map(({ interval }) => interval))).toBe(3);
  }
  expect(predict('fully-unrolled', read({}), 1)).toEqual(predict('unrolled-warp', read({}), 1));
});

test('grid stride: a word per warp, and every element by one CTA', () => {
  const p = read({ elements: 3001, ctas: 3 });
  expect(predict('grid-stride', p, 0).sharedBytes).toBe(8 * ELEMENT_BYTES);
  const loaded = Array.from({ length: 3 }, (_, cta) => rowsOf(predict('grid-stride', p, cta).trace))
    .flat()
    .filter(row => row.space === 'global' && row.kind === 'load')
    .flatMap(row => [...row.address].filter((_, lane) => isOn(row, lane)));
  expect(loaded).toHaveLength(3001);
  expect(new Set(loaded).size).toBe(3001);
});

test('two elements a thread need half the CTAs', () => {
  const ctas = (variant: ReductionVariant, elements: number) => ctasOf(variant, read({ elements }));
  expect([ctas('sequential', 2000), ctas('first-add-on-load', 2000)]).toEqual([8, 4]);
  expect([ctas('sequential', 257), ctas('first-add-on-load', 257)]).toEqual([2, 1]);
  expect(ctas('grid-stride', 2000)).toBe(2);
});

test('known-wrong variants predict what they mean to do', () => {
  const p = read({ elements: 1000 });
  expect(predict('missing-syncwarp', p, 1)).toEqual(predict('unrolled-warp', p, 1));
  expect(predict('no-bounds-check', p, 1)).toEqual(predict('first-add-on-load', p, 1));
  const { trace } = predict('missing-barrier', p, 1);
  expect(trace.address).toEqual(predict('sequential', p, 1).trace.address);
  expect(Math.max(...trace.interval)).toBe(1);
});

test.each(SOUND.flatMap(variant => THREADS.map(threads => [variant, threads] as const)))(
  'the requests of %s fall into its steps: %i threads',
  (variant, threads) => {
    const p = read({ threads });
    const { trace } = predict(variant, p, 0);
    for (const side of ['load', 'store'] as const) {
      const told = stepsOf(variant, threads, side);
      const steps = warpSteps(trace, told, side);
      const accesses = sumAccesses(variant, threads).filter(({ kind }) => kind === side);
      steps.forEach(({ requests }, at) => {
        expect(requests.map(({ access }) => access.warp)).toEqual(told[at].warps);
        for (const { access } of requests)
          access.address.forEach((address, lane) => {
            const word = accesses[at].wordOf(access.warp * LANES + lane);
            expect(address).toBe(word === null ? -1 : word * ELEMENT_BYTES);
          });
      });
    }
  },
);

test('limits come from the schema', () => {
  const elements = fields.find(f => f.name === 'elements')!;
  expect(elements.control).toEqual({ kind: 'range', min: 1, max: 65536, step: 1, unit: 'elements' });
  for (const bad of [{ elements: 0 }, { elements: 65537 }, { ctas: 0 }, { ctas: 65 }, { threads: 32 }, { threads: 96 }])
    expect(kernel.schema.check(bad)).toMatchObject({ ok: false, error: { field: Object.keys(bad)[0] } });
});
