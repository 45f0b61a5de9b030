import { expect, test } from 'vitest';
import { ownLocation, toolkitFiles } from './own-location.ts';

const FILES = new Map([
  [1, '/srv/me/histogram.cu'],
  [2, '/usr/local/cuda-13.0/bin/../targets/x86_64-linux/include/device_atomic_functions.hpp'],
  [3, 'C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA\\v13.0\\bin/../include\\sm_30_intrinsics.hpp'],
  [4, 'toolkit/cuda_fp16.hpp'],
  [5, '/srv/me/cuda/include-files/tile.cuh'],
  [6, 'cuda/include/barrier.cuh'],
  [7, '/opt/env/lib/python3.12/site-packages/nvidia/cuda_runtime/include/cuda_bf16.hpp'],
]);
const toolkit = toolkitFiles(FILES);

test('headers of the toolkit are told from those of a project', () => {
  expect([...toolkit]).toEqual([2, 3, 4, 7]);
});

test('a line of a header stands for the call, through all headers on the way', () => {
  const call = { file: 1, line: 12, column: 3 };
  const wrapper = { file: 5, line: 40, column: 1, inlinedAt: call };
  const inHeader = { file: 2, line: 107, column: 3, inlinedAt: { file: 4, line: 9, column: 2, inlinedAt: wrapper } };
  expect(ownLocation(inHeader, toolkit)).toBe(wrapper);
  expect(ownLocation(wrapper, toolkit)).toBe(wrapper);
  expect(ownLocation(call, toolkit)).toBe(call);
  expect(ownLocation(null, toolkit)).toBeNull();
});

test('a line of a header that is not inlined stays', () => {
  const alone = { file: 2, line: 5, column: 1 };
  expect(ownLocation(alone, toolkit)).toBe(alone);
});
