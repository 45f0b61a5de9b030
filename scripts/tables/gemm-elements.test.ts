import { expect, it } from 'vitest';
import { recordOf, timed } from '../../src/trace/fixtures/run-records.ts';
import { elementLines } from './gemm-elements.ts';

const params = { m: 4096, n: 4096, k: 4096, elementType: 'e4m3', eachWaits: 1 };
const {
  launch,
  nvcc,
  flags,
  variant: _,
  ...shared
} = recordOf('v4-persistent', timed(100_000), {
  ...{ kernel: 'gemm', params, method: 'steady' },
});
const ownOf = (variant: string, ns: number) => ({ ...shared, launch, nvcc, flags, variant, outcome: timed(ns) });
const owns = [ownOf('v6-small', 120_000), ownOf('v4-persistent', 100_000)];
const rival = (baseline: string, ns: number) => ({
  ...{ ...shared, baseline, title: baseline, versions: { torch: '2.11.0' }, buffers: [], outcome: timed(ns) },
});

/** Cells of the row of a problem. */
const rowOf = (lines: readonly string[], elements: string, side: number): string[] =>
  lines
    .map(line => line.split('|').map(cell => cell.trim()))
    .find(cells => cells[1] === elements && cells[2] === String(side))!
    .slice(3, -1);

it('says of every problem that it is not measured yet, until it is', () => {
  const lines = elementLines({ records: [], baselines: [] });
  expect(lines).toHaveLength(2 + 8);
  expect(lines.slice(2).every(line => line.includes('not measured yet'))).toBe(true);
});

it('has rates of the fastest version, and the time of cuBLAS by that of it', () => {
  const lines = elementLines({ records: owns, baselines: [rival('cublas', 110_000), rival('cublas-f32', 200_000)] });
  expect(rowOf(lines, 'e4m3', 4096)).toEqual(['4', '1374.4', '1249.4', '110.0 %', 'not measured yet', '687.2']);
  expect(new Set(rowOf(lines, 'f16', 4096))).toEqual(new Set(['not measured yet', '—']));
  expect(lines.at(-1)).toContain('cublas, torch 2.11.0; cublas-f32, torch 2.11.0.');
});
