/** Tests the Python of `cuda/baselines` that needs no GPU: its inputs, its stop rule, and the form of what it writes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseBaselineRecording } from '../../src/contract/baseline-recording.ts';
import { recordOf, timed } from '../../src/trace/fixtures/run-records.ts';
import { bufferBytes, type ElementsSpec } from '../../src/trace/launch-bytes.ts';
import { baselineLines } from '../tables/baseline-lines.ts';
import { projectRoot } from '../tree.ts';
import { elementOrders, gemmOrders, ordersOf } from './baseline-orders.ts';
import { recordedAnew } from './baselines-read.ts';

const TESTS = join(projectRoot, 'cuda/baselines/tests');
const GOLDEN = join(TESTS, 'buffers.golden.json');

const SPECS: readonly ElementsSpec[] = [
  { type: 'bf16', length: 5000, init: { kind: 'random', seed: 1, low: -1, high: 1 } },
  { type: 'bf16', length: 999, init: { kind: 'random', seed: 2, low: -4, high: 4, integers: true } },
  { type: 'bf16', length: 700, init: { kind: 'iota', start: -5, step: 0.37 } },
  { type: 'f16', length: 5000, init: { kind: 'random', seed: 4, low: -6, high: 6 } },
  { type: 'f16', length: 3000, init: { kind: 'random', seed: 6, low: -2e-4, high: 2e-4 } },
  { type: 'f32', length: 1000, init: { kind: 'random', seed: 123_456_789 } },
  { type: 'u32', length: 1000, init: { kind: 'random', seed: 7 } },
  { type: 's16', length: 1000, init: { kind: 'random', seed: 9, low: -300, high: 300 } },
  { type: 'u32', length: 1000, init: { kind: 'iota', start: 0, step: 506_952_113 } },
  { type: 'u16', length: 1000, init: { kind: 'iota', start: 5, step: 506_952_113 } },
  { type: 's32', length: 9, init: { kind: 'values', values: [-1, 2, 3] } },
  { type: 'bf16', length: 3, init: { kind: 'poison' } },
  { type: 'u8', length: 3, init: { kind: 'zeros' } },
];

function sha256Of(spec: ElementsSpec): string {
  const bytes = bufferBytes(spec, 'spec');
  if (!bytes.ok) throw new Error(bytes.error.message);
  return createHash('sha256').update(bytes.value).digest('hex');
}

describe('buffers', () => {
  it('are here what Python makes of them there', () => {
    const golden = SPECS.map(spec => ({ spec, sha256: sha256Of(spec) }));
    if (process.env.UPDATE_GOLDENS) writeFileSync(GOLDEN, `${JSON.stringify(golden, null, 2)}\n`);
    expect(JSON.parse(readFileSync(GOLDEN, 'utf8'))).toEqual(golden);
  });
});

const orders = await ordersOf(projectRoot);

describe('orders', () => {
  it('name committed PTX, and give a comparison the same inputs', () => {
    for (const { buffers, variants } of orders)
      for (const { launch, module } of variants) {
        expect(readFileSync(join(projectRoot, module), 'utf8')).toContain('.entry');
        for (const { name, type, length, init } of buffers.slice(0, 2))
          expect(launch.buffers.find(buffer => buffer.name === name)).toMatchObject({ type, length, init });
      }
  });

  it('of products in fp16 and e4m3 are of the versions compiled for them, and each launch waits', async () => {
    const others = await elementOrders(projectRoot);
    expect(others.map(({ params: { m, elementType } }) => [elementType, m])).toEqual(
      ['f16', 'e4m3'].flatMap(elementType => [1024, 2048, 4096, 8192].map(side => [elementType, side])),
    );
    for (const { params, buffers, variants } of others) {
      expect(variants.map(({ variant }) => variant)).toEqual(['v4-persistent', 'v6-small', 'v7-early-half']);
      for (const { variant, module, launch } of variants) {
        expect(launch.programmaticStreamSerialization).toBeUndefined();
        expect(module).toContain(`gemm/${variant}-${params.elementType}/`);
      }
      expect(buffers.find(({ name }) => name === 'a')).toMatchObject({ type: params.elementType });
    }
  });

  it('of products alone are those where each launch waits, of squares in three types and of twelve projections', async () => {
    const ofProducts = await gemmOrders(projectRoot);
    expect(ofProducts.map(({ params }) => JSON.stringify(params))).toEqual(
      orders.filter(({ params }) => params.eachWaits === 1).map(({ params }) => JSON.stringify(params)),
    );
    expect(ofProducts).toHaveLength(5 + 12 + 8);
    const early = ofProducts.filter(({ variants }) => variants.some(({ variant }) => variant === 'v7-early-half'));
    expect(early.every(({ params: { m, n, k } }) => m === n && n === k)).toBe(true);
  });

  it('have each problem once', () => {
    const problems = orders.map(({ kernel, params }) => JSON.stringify([kernel, params]));
    expect(new Set(problems).size).toBe(orders.length);
    expect(new Set(orders.map(({ kernel }) => kernel))).toEqual(
      new Set(['gemm', 'transpose', 'permute', 'attention', 'reduction', 'scan', 'histogram']),
    );
  });
});

describe('tables', () => {
  it('have a column for each problem and a row for each that took turns', () => {
    const { launch, nvcc, flags, variant, ...shared } = recordOf('padded', timed(2000), {
      params: { rows: 1000, columns: 500, elementBytes: 4 },
    });
    const baseline = { ...shared, baseline: 'copy', title: 'A copy', versions: { torch: '2.11.0' }, buffers: [] };
    const records = [{ ...shared, launch, nvcc, flags, variant }];
    const lines = baselineLines({ records, baselines: [{ ...baseline, outcome: timed(1000) }] });
    expect(lines[0]).toContain('A GPU, cold, GB/s');
    expect(lines[0]).toContain('1000 × 500, 4 B');
    expect(lines.find(line => line.startsWith('| A copy'))).toContain('4000 (1.000 µs)');
    expect(lines.find(line => line.startsWith('| Padded'))).toContain('2000 (2.000 µs)');
    expect(lines.at(-1)).toBe('Driver 1, 2026-11-20. A copy, torch 2.11.0.');
  });

  it('of products have squares, and products with the same matrix, for themselves', () => {
    const { launch: _, nvcc: __, flags: ___, variant: ____, ...shared } = recordOf('padded', timed(2000), {});
    const sizes = [
      { m: 512, n: 512, k: 512 },
      { m: 512, n: 1024, k: 512 },
      { m: 512, n: 512, k: 512, eachWaits: 1 },
      { m: 512, n: 512, k: 512, elementType: 'e4m3', eachWaits: 1 },
      ...[16, 64].map(m => ({ m, n: 6144, k: 4096, eachWaits: 1 })),
    ];
    const baselines = sizes.map(params => ({
      ...shared,
      ...{ kernel: 'gemm', params, baseline: 'b', title: 'B', versions: {}, buffers: [], outcome: timed(1000) },
    }));
    const heads = baselineLines({ records: [], baselines }).filter(line => line.startsWith('| A GPU'));
    expect(heads.map(line => line.replace('| A GPU, cold, TFLOPS, ', '').replaceAll(/ +/g, ' '))).toEqual([
      'squares | 512 × 512 × 512 |',
      'other shapes | 512 × 1024 × 512 |',
      'squares, each waits | 512 × 512 × 512 |',
      'squares, e4m3, each waits | 512 × 512 × 512 |',
      'M × 6144 × 4096, each waits | 16 × 6144 × 4096 | 64 × 6144 × 4096 |',
    ]);
  });
});

it('what is compared again takes the place of that comparison alone', () => {
  const turn = (m: number, method: 'cold' | 'steady', ns: number) =>
    recordOf('padded', timed(ns), { params: { m }, method });
  const before = { records: [turn(1, 'cold', 10), turn(1, 'steady', 10), turn(2, 'cold', 10)], baselines: [] };
  const after = recordedAnew(before, { records: [turn(1, 'cold', 7)], baselines: [] });
  const told = after.records.map(({ params, method, outcome }) => [params.m, method, outcome]);
  expect(told).toEqual([
    [1, 'steady', timed(10)],
    [2, 'cold', timed(10)],
    [1, 'cold', timed(7)],
  ]);
});

const python = spawnSync('python3', ['--version']).status === 0;
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

describe.skipIf(!python)(python ? 'Python' : 'Python: there is no python3 here', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-baselines-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes the same inputs, and stops as the runner does', () => {
    const { status, stderr } = spawnSync('python3', ['-m', 'unittest', 'discover', TESTS], {
      encoding: 'utf8',
      env: ENVIRONMENT,
    });
    expect(stderr).toMatch(/^Ran [1-9]\d* tests/m);
    expect(status).toBe(0);
  });

  it('writes records that the page takes', () => {
    const few = orders.filter(({ kernel }) => kernel === 'attention').slice(0, 3);
    const some = [...orders.filter(({ kernel }) => kernel === 'gemm' || kernel === 'transpose'), ...few];
    const path = join(folder, 'orders.json');
    writeFileSync(path, JSON.stringify({ orders: some }));
    execFileSync('python3', [join(TESTS, 'dry_run.py'), path, folder], { env: ENVIRONMENT });
    for (const kernel of ['gemm', 'transpose', 'attention']) {
      const parsed = parseBaselineRecording(readFileSync(join(folder, `${kernel}.json`), 'utf8'));
      const own = some.filter(order => order.kernel === kernel);
      expect(parsed).toMatchObject({ ok: true });
      if (!parsed.ok) continue;
      expect(parsed.value.baselines).toHaveLength(2 * own.length);
      expect(parsed.value.records).toHaveLength(own.flatMap(({ variants }) => variants).length);
    }
  });
});
