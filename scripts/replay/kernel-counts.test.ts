import { expect, test } from 'vitest';
import { kernelCounts, leastCounts, predictedCounts } from './kernel-counts.ts';
import { kernelRuns, type ReplayedKernel, type ReplayModule } from './replay-launch.ts';

const CSV = `==PROF== Connected to process 1
"ID","Kernel Name","l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum","l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
"","","","","sector","sector"
"0","transpose","4,096","128","512","512"
"1","permute","0","0","7","8"
`;

const launched = (...entries: string[]): ReplayModule[] => [
  {
    name: 'some',
    ptx: '',
    launches: entries.map((entry, i) => ({
      id: `launch ${i}`,
      launch: { entry, grid: [1, 1, 1], block: [32, 1, 1], buffers: [], params: [] },
      instruction: null,
    })),
  },
];

test("the profiler's lines belong to the launches in their order", () => {
  expect(kernelCounts(CSV, launched('transpose', 'permute'))).toEqual({
    'launch 0': { sharedLoad: 4096, sharedStore: 128, globalLoad: 512, globalStore: 512 },
    'launch 1': { sharedLoad: 0, sharedStore: 0, globalLoad: 7, globalStore: 8 },
  });
});

test('of several runs the least count is kept', () => {
  const noisy = CSV.replace('"128","512"', '"129","512"');
  const modules = launched('transpose', 'permute');
  expect(leastCounts([noisy, CSV], modules)).toEqual(kernelCounts(CSV, modules));
});

test('a line too few, and another kernel, are noticed', () => {
  expect(() => kernelCounts(CSV, launched('transpose'))).toThrow('2 launches were profiled, not 1');
  expect(() => kernelCounts(CSV, launched('transpose', 'scan'))).toThrow('profiled permute where scan was launched');
});

const runOf = (id: string): ReplayedKernel => kernelRuns().find(run => run.id === id)!;

test('predictions are summed over all CTAs', () => {
  // 64 x 64 words in four tiles; a column of the unpadded tile takes 32 wavefronts.
  expect(predictedCounts(runOf('transpose tiled 64x64'))).toEqual({
    sharedLoad: 4 * 32 * 32,
    sharedStore: 4 * 32,
    globalLoad: 512,
    globalStore: 512,
  });
});
