/**
 * Tests the engines of GEMM under the profiler of a GPU: wgmma reads each operand once and without conflicts, and copies
 * move whole boxes.
 */
import { describe, expect, it } from 'vitest';
import { buildOf } from '../../src/kernels/gemm/builds.ts';
import type { GemmVersion } from '../../src/kernels/gemm/versions.ts';
import { isPersistent, multipliesByWarpgroup } from '../../src/kernels/gemm/versions.ts';
import { type EngineCounts, engineCounts } from './engine-counts.ts';
import { engineCountEvidence } from './evidence.ts';
import { kernelRuns, type ReplayedKernel } from './replay-launch.ts';

const { counts } = engineCountEvidence();
const runs = kernelRuns().filter(({ id }) => counts[id] !== undefined);

interface Problem {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly tileM: number;
  readonly tileN: number;
  /** How many tiles are multiplied, including those of a cluster that lie outside C. */
  readonly tiles: number;
}

function problemOf({ kernel, variant, params }: ReplayedKernel): Problem {
  const { m, n, k, tile } = kernel.schema.parse(params);
  const { tileM, tileN, clusterM, clusterN } = buildOf(variant as GemmVersion, String(tile));
  const [size, across] = [
    { m: Number(m), n: Number(n), k: Number(k) },
    Math.ceil(Number(n) / (tileN * clusterN)) * clusterN,
  ];
  return { ...size, tileM, tileN, tiles: Math.ceil(size.m / (tileM * clusterM)) * clusterM * across };
}

const PRODUCT_ROWS = 64;
const PRODUCT_K = 16;
const TILE_K = 64;
const ELEMENT_BYTES = 2;
const WAVEFRONT_BYTES = 128;

/** 64 rows of A and all columns of B, 16 elements of K at a time, in whole steps of 64. */
function productBytes({ k, tileM, tileN, tiles }: Problem): number {
  const products = (tileM / PRODUCT_ROWS) * Math.ceil(k / TILE_K) * (TILE_K / PRODUCT_K);
  return tiles * products * (PRODUCT_ROWS + tileN) * PRODUCT_K * ELEMENT_BYTES;
}

const isWhole = ({ m, n, k, tileM, tileN }: Problem): boolean => m % tileM === 0 && n % tileN === 0 && k % TILE_K === 0;

describe('on a GPU', () => {
  it('wgmma reads every byte of its operands once, in wavefronts of 128 bytes without a conflict', () => {
    const multiplying = runs.filter(({ variant }) => multipliesByWarpgroup(variant as GemmVersion));
    expect(multiplying.length).toBeGreaterThan(20);
    for (const run of multiplying) {
      const { productWavefronts, productConflicts } = counts[run.id];
      expect([productWavefronts, productConflicts], run.id).toEqual([
        productBytes(problemOf(run)) / WAVEFRONT_BYTES,
        0,
      ]);
    }
  });

  it('nobody else is counted as a reader of that kind', () => {
    const others = runs.filter(({ variant }) => !multipliesByWarpgroup(variant as GemmVersion));
    expect(others.every(({ id }) => counts[id].productWavefronts === 0)).toBe(true);
  });

  it('copies bring each CTA what its tiles need, also where a cluster shares it, and take out what they made', () => {
    const whole = runs.filter(run => run.variant !== 'v0-cp-async' && isWhole(problemOf(run)));
    expect(whole.length).toBeGreaterThan(10);
    for (const run of whole) {
      const problem = problemOf(run);
      const { m, n, k, tileM, tileN, tiles } = problem;
      const out = isPersistent(run.variant as GemmVersion) ? m * n * ELEMENT_BYTES : 0;
      const { copiedInBytes, copiedOutBytes } = counts[run.id];
      expect([copiedInBytes, copiedOutBytes], run.id).toEqual([tiles * (tileM + tileN) * k * ELEMENT_BYTES, out]);
    }
  });
});

describe('tables of the profiler', () => {
  const names = Object.keys({
    productWavefronts: 0,
    productConflicts: 0,
    copiedInBytes: 0,
    copiedOutBytes: 0,
  } satisfies EngineCounts);
  const HEAD = `"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum","l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_gmma.sum","l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum","l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum"\n"","","byte","byte"\n`;
  const table = (...rows: string[]): string => HEAD + rows.join('\n');

  it('are read by launch', () => {
    const [row] = Object.values(engineCounts([table('"3,072","0","262,144","0"')], ['gemm v3 deep']));
    expect(Object.keys(row)).toEqual(names);
    expect(row).toMatchObject({ productWavefronts: 3072, copiedInBytes: 262_144 });
  });

  it('that disagree, or are of other launches, are refused', () => {
    const [one, other] = [table('"1","0","0","0"'), table('"2","0","0","0"')];
    expect(() => engineCounts([one, other], ['a'])).toThrow('several runs differ in a');
    expect(() => engineCounts([one], ['a', 'b'])).toThrow('1 launches were profiled, not 2');
  });
});
