import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '../../src/base/result.ts';
import type { Params } from '../../src/contract/param-field.ts';
import { recordOf, timed } from '../../src/trace/fixtures/run-records.ts';
import { type RunRecord, runKey } from '../../src/trace/run-record.ts';
import { fakeCatalog, PROBE_SOURCE, temporaryFolder, writeCheckout } from '../fixtures/test-server.ts';
import type { Buildable } from '../toolchain/build-plan.ts';
import { Today } from './current-sources.ts';

const params = { mode: 'ok', n: 0, label: '' };
const arch = 'sm_90a';

let checkout = '';
let record: RunRecord;
const today = (catalog = fakeCatalog): Today => new Today(checkout, catalog);
beforeEach(async () => {
  checkout = temporaryFolder();
  writeCheckout(checkout);
  const of = { kernel: 'probe', variant: 'plain', params };
  const launch = fakeCatalog.get('probe')!.launch('plain', params);
  const sourceHash = (await today().sourceHash(of, arch))!;
  record = recordOf('plain', timed(1), { ...of, launch, flags: [`-arch=${arch}`], sourceHash });
});
afterEach(() => rmSync(checkout, { recursive: true }));

it('a run is of today as long as its sources and its launch are', async () => {
  expect(await today().made(record)).toBe(true);
  expect(await today().stale([record])).toEqual([]);
  writeFileSync(join(checkout, 'cuda/kernels/probe/probe.cu'), `${PROBE_SOURCE}//\n`);
  expect(await today().made(record)).toBe(false);
  expect(await today().stale([record])).toEqual([runKey(record)]);
});

it.each<[string, Partial<RunRecord>]>([
  ['another launch', { launch: { grid: [2, 1, 1], block: [32, 1, 1], buffers: [], params: [] } }],
  ['another architecture', { flags: ['-arch=sm_80'] }],
  ['no architecture', { flags: [] }],
  ['other parameters', { params: { ...params, n: 1 } }],
  ['parameters that are none any more', { params: { pad: 1 } }],
  ['a variant that is none any more', { variant: 'gone' }],
  ['a kernel that is none any more', { kernel: 'gone' }],
])('a run with %s is not', async (_, change) => {
  expect(await today().made({ ...record, ...change })).toBe(false);
});

it('a launch that is written with its fields in another order is the same', async () => {
  const { buffers, ...rest } = record.launch;
  expect(await today().made({ ...record, launch: { buffers, ...rest } })).toBe(true);
});

it('knows the sources of a variant whatever it was compiled with', async () => {
  const of = { kernel: 'probe', variant: 'wrong', params: {} };
  const probe = fakeCatalog.get('probe')!;
  const complete = { ...probe, schema: { ...probe.schema, check: () => ok(params) } };
  const hashWith = (...given: Parameters<Today['hashWith']>) =>
    today(new Map([['probe', complete]])).hashWith(...given);
  const before = await hashWith(of, ['-O3']);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashWith(of, ['-O2'])).not.toBe(before);
  writeFileSync(join(checkout, 'cuda/include/probe.cuh'), '#pragma once\n//\n');
  expect(await hashWith(of, ['-O3'])).not.toBe(before);
  expect(await hashWith({ ...of, variant: 'gone' }, ['-O3'])).toBeNull();
});

it('finds the source that compiled parameters decide, beside others that the page does not take', async () => {
  const probe = fakeCatalog.get('probe')!;
  const folder = join(checkout, 'cuda/kernels/probe');
  writeFileSync(join(folder, 'other.cu'), PROBE_SOURCE);
  const twoSources: Buildable = {
    ...probe,
    fields: [
      { name: 'mode', label: '', binds: 'compile', control: { kind: 'text' }, help: '', isInSource: true },
      { name: 'n', label: '', binds: 'launch', control: { kind: 'text' }, help: '' },
    ],
    build: (variant, given) => {
      const spec = probe.build(variant, given);
      return given.mode === 'other' ? { ...spec, source: 'probe/other.cu' } : spec;
    },
  };
  const schema = { ...probe.schema, check: (given: unknown) => ok({ ...params, ...(given as Params) }) };
  const hashOf = (given: Params) =>
    today(new Map([['probe', { ...twoSources, schema }]])).hashWith(
      { kernel: 'probe', variant: 'plain', params: given },
      ['-O3'],
    );
  const [plain, other] = [await hashOf({ n: -1 }), await hashOf({ mode: 'other', n: -1 })];
  expect(other).not.toBe(plain);
  writeFileSync(join(folder, 'other.cu'), `${PROBE_SOURCE}//\n`);
  expect(await hashOf({ n: -1 })).toBe(plain);
  expect(await hashOf({ mode: 'other' })).not.toBe(other);
});
